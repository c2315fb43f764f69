import { describe, expect, it } from 'vitest';
import { oneRelease, wholeRelease } from '../../../../../server/answering/extractive/excerpts/release-sections.ts';
import { weigh } from '../../../../../server/answering/query/query-terms.ts';
import { matchPassage } from '../../../../../server/answering/retrieval/match-passage.ts';
import type { Passage } from '../../../../../server/answering/types.ts';
import { readQuestion } from '../../../../../server/language/read-question.ts';
import type { ChunkRow } from '../../../../../server/store/types.ts';
import { passage } from '../../passages.ts';

const NOTES = ['Kettle changes', 'v2.3.0 - 2026-03-01'];
const SECTIONS = [
  NOTES,
  [...NOTES, 'Added'],
  [...NOTES, 'Added'],
  [...NOTES, 'Fixed'],
  ['Kettle changes', 'v2.2.0'],
].concat([['Kettle changes', 'v2.4.0-rc.1']]);
/** Two passages of the third section. */
const rows = SECTIONS.map((headings, seq) => {
  const section = seq < 2 ? seq : seq - 1;
  return { ...passage(`Passage ${seq}`, { headings, seq, section, title: 'Kettle changes' }), id: `c${seq}` };
});
const chunks = { between: async () => rows as unknown as ChunkRow[] };

const sections = async (text: string, language = 'en', best: Passage | undefined = rows[3]) =>
  (await wholeRelease(chunks, { projectId: 'p', text }, best, language))?.map(({ seq }) => seq) ?? null;

describe('a question for all that a release brought', () => {
  it.each([
    ['en', 'what changed in version 2.3'],
    ['en', "What's new in Kettle v2.3.0?"],
    ['en', 'changes 2.3.0'],
    ['de', 'Was ist neu in Version 2.3?'],
    ['fr', 'Quelles sont les nouveautés de la version 2.3 ?'],
  ])('has each section of it, in order (%s): %s', async (language, question) => {
    expect(await sections(question, language)).toEqual([0, 1, 3]);
  });

  it.each([
    'what was fixed in 2.3',
    'when was 2.3 released',
    'what changed in 2.2',
    'what changed',
    '2.2 or 2.3: what changed',
  ])('is none: %s', async (question) => {
    expect(await sections(question)).toBeNull();
  });

  it.each([
    ['en', "what's new in the latest version"],
    ['en', 'changes in the last release of Kettle'],
    ['de', 'Was ist neu in der neuesten Version?'],
    ['es', '¿Qué novedades trae la última versión?'],
  ])('has those of the highest version for the latest (%s): %s', async (language, question) => {
    expect(await sections(question, language, rows[4])).toEqual([0, 1, 3]);
  });

  it('has none outside of release notes', async () => {
    expect(await sections('what changed in 2.3', 'en', passage('Some text.', { headings: ['Install'] }))).toBeNull();
  });
});

describe('a passage of several short releases', () => {
  const text = 'v2.3.0\nTabs are faster.\nv2.2.0\nIcons are smaller.';
  const several = passage(text, {
    headings: ['Kettle changes'],
    blocks: [
      { kind: 'heading', level: 2, start: 0, end: 6 },
      { kind: 'paragraph', start: 7, end: 23 },
      { kind: 'heading', level: 2, start: 24, end: 30 },
      { kind: 'paragraph', start: 31, end: 49 },
    ],
  });
  const shown = (question: string, one: Passage = several) => {
    const terms = weigh(readQuestion(question, ['en']).roles, [], 100, new Map());
    return oneRelease(matchPassage(one, terms), question, terms).passage;
  };

  it.each([
    ['that the question names', 'What is new in 2.2?', 'v2.2.0', 'Icons are smaller.'],
    ['that has what is asked', 'Which release made tabs faster?', 'v2.3.0', 'Tabs are faster.'],
  ])('is read as the one %s', (_, question, release, says) => {
    const { headings, text: read, start, end, blocks } = shown(question);
    expect({ headings, read }).toEqual({ headings: ['Kettle changes', release], read: says });
    expect(text.slice(start - several.start, end - several.start)).toBe(says);
    expect(blocks).toEqual([{ kind: 'paragraph', start: 0, end: says.length }]);
  });

  it('is left as it is where its headings are no releases', () => {
    const plain = passage('Tabs\nTabs are faster.', { blocks: [{ kind: 'heading', level: 2, start: 0, end: 4 }] });
    expect(shown('Which release made tabs faster?', plain)).toBe(plain);
  });
});
