import { describe, expect, it } from 'vitest';
import { readText } from '../../../../server/answering/retrieval/tokenized-text-cache.ts';
import { sentences } from '../../../../server/language/sentences.ts';
import { indexTerms } from '../../../../server/language/terms.ts';

const fresh = (text: string, language: string) => {
  const found = sentences(text, language);
  return {
    sentences: found,
    terms: found.map(({ start, end }) => indexTerms(text.slice(start, end), language)),
  };
};

describe('reading a text', () => {
  it.each([
    ['en', 'The museum opens at nine. Tickets cost 12 euros; see max_tokens.\n\n- one\n- two'],
    ['de', 'Das Museum öffnet um neun. Karten kosten 12 Euro.'],
    ['zh', '博物馆早上九点开门。门票十二元。'],
    ['und', ''],
  ])('gives its sentences and their terms, the first time and later, in %s', (language, text) => {
    expect(readText(text, language)).toEqual(fresh(text, language));
    expect(readText(text, language)).toEqual(fresh(text, language));
    expect(readText(text, language)).toBe(readText(text, language));
  });

  it('takes the same text in another language for another', () => {
    const text = 'Die Kinder kosten nichts. Die museums open.';
    expect(readText(text, 'de')).toEqual(fresh(text, 'de'));
    expect(readText(text, 'en')).toEqual(fresh(text, 'en'));
    expect(readText(text, 'de').terms).not.toEqual(readText(text, 'en').terms);
  });

  it('forgets what it was asked for long ago', () => {
    const text = (at: number) => `Chapter ${at}. ${'The lamp is lit. '.repeat(600)}`;
    const first = readText(text(0), 'en');
    expect(readText(text(0), 'en')).toBe(first);
    for (let at = 1; at <= 110; at += 1) readText(text(at), 'en');
    expect(readText(text(0), 'en')).not.toBe(first);
    expect(readText(text(0), 'en')).toEqual(first);
  });
});
