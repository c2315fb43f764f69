import { LRUCache } from 'lru-cache';
import { type Range, sentences } from '../../language/sentences.ts';
import { indexTerms } from '../../language/terms.ts';

/** What of a passage's text is the same for every question: its sentences, and the terms of each, in order. */
export interface TokenizedText {
  sentences: Range[];
  terms: string[][];
}

/** Characters of text that are remembered with their sentences: about a thousand passages, some 5 bytes a character. */
const MAX_CHARACTERS = 1_000_000;

/**
 * Cutting a text into sentences and terms is most of the work that an answer is, and questions lead to the same passages
 * again and again. It follows from the text and its language alone, which are the key: what is remembered cannot be out of
 * date, and nothing is found here that the store has not just given out.
 */
const cache = new LRUCache<string, TokenizedText>({
  maxSize: MAX_CHARACTERS,
  sizeCalculation: (_, key) => key.length,
});

/** Reads a text. What is given out is given out again: nobody may change it. */
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
