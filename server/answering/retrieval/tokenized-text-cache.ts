import { LRUCache } from 'lru-cache';
import { type Range, sentences } from '../../language/sentences.ts';
import { indexTerms } from '../../language/terms.ts';

/** The sentences of a text, and the terms of each, in order. They are the same for every question. */
export interface TokenizedText {
  sentences: Range[];
  terms: string[][];
}

/** Characters of text in the cache: about a thousand passages, at some 5 bytes a character. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Tokenizing is most of the work of an answer, and questions lead to the same passages again and again. The key is the text
 * and its language, and nothing else decides the result. So an entry is never out of date, and reaching it takes a text that
 * the store has just returned.
 */
const cache = new LRUCache<string, TokenizedText>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_, key) => key.length,
});

/** The result is shared between callers: do not change it. */
export function tokenizeText(text: string, language: string): TokenizedText {
  const key = `${language} ${text}`;
  let tokenized = cache.get(key);
  if (!tokenized) {
    const found = sentences(text, language);
    tokenized = {
      sentences: found,
      terms: found.map(({ start, end }) => indexTerms(text.slice(start, end), language)),
    };
    cache.set(key, tokenized);
  }
  return tokenized;
}
