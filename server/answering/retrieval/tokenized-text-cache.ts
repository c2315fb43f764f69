import { type Range, sentences } from '../../language/sentences.ts';
import { indexTerms } from '../../language/terms.ts';
import { createTextCache, SHORT_TEXTS } from '../../platform/text/text-cache.ts';

/** The sentences of a text, and the terms of each, in order. They are the same for every question. */
export interface TokenizedText {
  sentences: Range[];
  terms: string[][];
}

/**
 * Tokenizing is most of the work of an answer, and questions lead to the same passages again and again. The result is shared
 * between callers: do not change it.
 */
export const tokenizeText = createTextCache((text, language): TokenizedText => {
  const found = sentences(text, language);
  return {
    sentences: found,
    terms: found.map(({ start, end }) => indexTerms(text.slice(start, end), language)),
  };
});

/** The same of titles and headings, which the passages of a document share. */
export const termsOfHeading = createTextCache(indexTerms, SHORT_TEXTS);
