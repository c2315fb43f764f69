import { NOT_A_WORD } from './edit-distance.ts';

/** Words with a shorter common prefix are hardly related. */
const MIN_PREFIX = 4;

/** Terms by their first two letters. */
export type PrefixIndex = ReadonlyMap<number, string[]>;

/** Leaves out terms that are too short or not words. */
export function createPrefixIndex(terms: string[]): PrefixIndex {
  const index = new Map<number, string[]>();
  for (const term of terms) {
    if (term.length < MIN_PREFIX || NOT_A_WORD.test(term)) continue;
    const key = keyOf(term);
    index.set(key, [...(index.get(key) ?? []), term]);
  }
  return index;
}

/** The terms that may be related to a term. It allocates no string, as it is called for nearly every word of every passage. */
export const findByPrefix = (index: PrefixIndex, term: string): readonly string[] => index.get(keyOf(term)) ?? NONE;

const NONE: readonly string[] = [];

/** The first two letters as one number. */
const keyOf = (term: string) => (term.charCodeAt(0) << 14) ^ term.charCodeAt(1);

/**
 * The common prefix of two terms as a share of the term, 0–1. Stemmers unite the forms of a word but seldom related words: a
 * compound with its first part (“Regenwald”, rain forest, and “Regen”), “finanziert” with “finanziell”.
 */
export function prefixSimilarity(term: string, other: string): number {
  const length = Math.min(term.length, other.length);
  let same = 0;
  while (same < length && term.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  return same < MIN_PREFIX ? 0 : same / term.length;
}
