import { describe, expect, it } from 'vitest';
import { subjectNames, withoutNames } from '../../../../server/answering/query/subject-names.ts';
import { queryTerms } from '../../../../server/language/read-question.ts';

const passages = (count: number, text: (at: number) => string, more = {}) =>
  Array.from({ length: count }, (_, at) => ({
    title: 'Guide',
    headings: ['Printing'],
    text: text(at),
    language: 'en',
    ...more,
  }));
const names = (rows: Parameters<typeof subjectNames>[0]) => [...subjectNames(rows)];

describe('the name of what documents are about', () => {
  it('is in two of five passages, with a capital within sentences', () => {
    const about = passages(40, (at) =>
      at % 2 ? `Start Klipper’s service. Then klipper.cfg is read by Klipper.` : 'The bed is level.',
    );
    expect(names(about)).toEqual(['klipper']);
    expect(names(about.map((row, at) => (at % 4 ? { ...row, text: 'The bed is level.' } : row)))).toEqual([]);
  });

  it('may be an abbreviation or the name of a site, and is in headings and titles too', () => {
    const row = (at: number) =>
      at < 10 ? 'Sign in to Login.gov with a code, and to login.gov on a phone.' : 'Use a code.';
    expect(names(passages(40, row, { headings: ['Login.gov'] }))).toEqual(['login.gov']);
  });

  it('is no word that only begins sentences, or stands in lower case within them', () => {
    expect(names(passages(40, () => 'The file is read. File names are short, as a file is.'))).toEqual([]);
  });

  it('is not told by few passages, nor in German, in which all nouns have a capital', () => {
    const text = () => 'Here is Klipper.';
    expect(names(passages(29, text))).toEqual([]);
    expect(names(passages(40, () => 'Hier ist eine Datei.', { language: 'de' }))).toEqual([]);
  });
});

describe('a question without such names', () => {
  const asked = (text: string) =>
    withoutNames(text, new Set(['klipper']), { own: queryTerms(text, ['en']), languages: ['en'] });

  it('has the rest of its words and terms', () => {
    expect(asked('How much does Klipper cost?')).toEqual({ text: 'How much does cost?', own: ['cost'] });
    expect(asked('update klipper’s config')).toEqual({ text: 'update config', own: ['updat', 'config'] });
  });

  it('is none where there is no such name, or nothing else', () => {
    expect(asked('How much does it cost?')).toBeUndefined();
    expect(asked('What is Klipper?')).toBeUndefined();
  });
});
