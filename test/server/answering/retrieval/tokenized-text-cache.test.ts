import { describe, expect, it } from 'vitest';
import { tokenizeText } from '../../../../server/answering/retrieval/tokenized-text-cache.ts';
import { directionsIn } from '../../../../server/engines/builtin/word-similarity.ts';
import { sentences } from '../../../../server/language/sentences/sentences.ts';
import { indexTerms } from '../../../../server/language/terms.ts';

const fresh = (text: string, language: string) => {
  const found = sentences(text, language);
  return {
    sentences: found,
    terms: found.map(({ start, end }) => indexTerms(text.slice(start, end), language)),
  };
};

describe('the cache of tokenized texts', () => {
  it.each([
    ['en', 'The museum opens at nine. Tickets cost 12 euros; see max_tokens.\n\n- one\n- two'],
    ['de', 'Das Museum öffnet um neun. Karten kosten 12 Euro.'],
    ['zh', '博物馆早上九点开门。门票十二元。'],
    ['und', ''],
  ])('returns the same sentences and terms every time, in %s', (language, text) => {
    expect(tokenizeText(text, language)).toMatchObject(fresh(text, language));
    expect(tokenizeText(text, language)).toMatchObject(fresh(text, language));
    expect(tokenizeText(text, language)).toBe(tokenizeText(text, language));
  });

  it.each([
    ['en', 'The museum opens at nine. See max_tokens, “naïve” and E = mc².\n\n- one\n- two'],
    ['en', 'Rows 1.Foo and 2.Bar begin within a token.'],
    ['zh', '博物馆早上九点开门。门票十二元。'],
  ])('knows what the words of a whole text mean, in %s', (language, text) => {
    expect(new Set(tokenizeText(text, language).directions.numbers)).toEqual(new Set(directionsIn(text).numbers));
  });

  it('keeps the same text in another language apart', () => {
    const text = 'Die Kinder kosten nichts. Die museums open.';
    expect(tokenizeText(text, 'de')).toMatchObject(fresh(text, 'de'));
    expect(tokenizeText(text, 'en')).toMatchObject(fresh(text, 'en'));
    expect(tokenizeText(text, 'de').terms).not.toEqual(tokenizeText(text, 'en').terms);
  });
});
