import { NO_WORD } from './edit-distance.ts';

/** Words with fewer letters in common at their beginning are hardly related. */
const HEAD = 4;

/** Terms by how they begin. */
export type Heads = ReadonlyMap<number, string[]>;

/** The terms by their first letters; those that are too short, and what is no word, left out. */
export function headsOf(terms: string[]): Heads {
  const heads = new Map<number, string[]>();
  for (const term of terms) {
    if (term.length < HEAD || NO_WORD.test(term)) continue;
    const key = keyOf(term);
    heads.set(key, [...(heads.get(key) ?? []), term]);
  }
  return heads;
}

/** Those that may be related to a term. Nearly every word of every passage is asked for: no string is made. */
export const relativesOf = (heads: Heads, term: string): readonly string[] => heads.get(keyOf(term)) ?? NOBODY;

const NOBODY: readonly string[] = [];

/** Of the first two letters. */
const keyOf = (term: string) => (term.charCodeAt(0) << 14) ^ term.charCodeAt(1);

/**
 * How much of a term another has at its beginning, 0–1. Stemmers unite the forms of a word, seldom its relatives: a compound
 * with its first part (“Regenwald”, rain forest, and “Regen”), “finanziert” with “finanziell”.
 */
export function kinship(term: string, other: string): number {
  const most = Math.min(term.length, other.length);
  let same = 0;
  while (same < most && term.charCodeAt(same) === other.charCodeAt(same)) same += 1;
  return same < HEAD ? 0 : same / term.length;
}
