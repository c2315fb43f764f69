import { LRUCache } from 'lru-cache';
import { usableMemory } from '../program/usable-memory.ts';

/** Characters of text in each cache: about as many thousands of passages as millions, at some 5 bytes a character. */
const CHARACTERS = { least: 1_000_000, most: 6_000_000 };
/** A machine of 1 GiB keeps the least, and one of 6 GiB the most. */
const BYTES_PER_CHARACTER = 1024;

/** The same for titles, headings and questions, where a value takes more than its text: that many are some thousands of them. */
export const SHORT_TEXTS = 200_000;

const maxCharacters = Math.min(
  CHARACTERS.most,
  Math.max(CHARACTERS.least, Math.floor(usableMemory() / BYTES_PER_CHARACTER)),
);

const caches = new Set<{ clear(): void }>();

/**
 * Returns a function that gives what `make` makes of a text, and makes it once as long as the text is in use. The key is all
 * that the value depends on, so a value is never out of date, and reaching it takes a text that the store has just returned.
 * Values are shared: do not change them. Texts are kept as they are given, once for all caches: detach a piece of a text, which
 * would keep all of it in memory (detach.ts).
 */
export function createTextCache<Value extends object>(
  make: (text: string, language: string) => Value,
  most = maxCharacters,
): (text: string, language?: string) => Value {
  // Almost every text is of one language. As a key by itself, a text is hashed once however many caches it is looked up in.
  const cache = createCacheOfTexts<Map<string, Value>>((_, text) => text.length, most);
  return (text, language = '') => {
    const made = cache.get(text);
    const known = made?.get(language);
    if (known) return known;
    const value = make(text, language);
    cache.set(text, new Map(made).set(language, value));
    return value;
  };
}

/** Keeps what has texts in it, as many characters as the other caches: those that were used last. */
export function createCacheOfTexts<Value extends object>(
  characters: (value: Value, key: string) => number,
  most = maxCharacters,
): LRUCache<string, Value> {
  const cache = new LRUCache<string, Value>({
    maxSize: most,
    sizeCalculation: (value, key) => Math.max(1, characters(value, key)),
  });
  caches.add(cache);
  return cache;
}

/** Forgets all texts: when some are deleted, nothing of them is to be left in memory. */
export function forgetTexts(): void {
  for (const cache of caches) cache.clear();
}
