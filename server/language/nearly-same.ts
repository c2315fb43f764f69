import { hashOf } from '../platform/text/hash-text.ts';

/**
 * Texts whose words, as sets, overlap that far (Jaccard) differ in names and numbers alone: sections about different matters
 * share less than a third.
 */
const NEARLY_SAME = 0.6;

const NOT_ASCII = /[\u0080-\uffff]/;

/** The different words of a text: a hash of each, ascending. */
export type Words = Uint32Array;

/** The words of a text, without numbers: those of releases and prices are what nearly equal texts differ in. */
export function wordsOf(text: string): Words {
  // Without Unicode's classes, ASCII text, the usual case, takes a third of the time.
  const words = text.toLowerCase().match(NOT_ASCII.test(text) ? /\p{L}+/gu : /[a-z]+/g);
  return Uint32Array.from(new Set(words), hashOf).sort();
}

/** Do two texts, by their words, say the same of another name or number? */
export function areNearlySame(one: Words, other: Words): boolean {
  const [fewer, more] = one.length < other.length ? [one, other] : [other, one];
  // J = shared / (one + other − shared), so that many must be shared; what is missing ends the search early.
  const needed = ((one.length + other.length) * NEARLY_SAME) / (1 + NEARLY_SAME);
  let mayMiss = fewer.length - needed;
  let at = 0;
  for (const word of fewer) {
    if (mayMiss < 0) return false;
    while (at < more.length && (more[at] as number) < word) at++;
    if (more[at] !== word) mayMiss -= 1;
  }
  return mayMiss >= 0;
}
