import { addUnit, EMPTY_HASH, hashOf, mixed } from '../../platform/text/hash-text.ts';

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
  const hashes = NOT_ASCII.test(text)
    ? Uint32Array.from(text.toLowerCase().match(/\p{L}+/gu) ?? [], hashOf)
    : Uint32Array.from(hashesOfAscii(text));
  return differentOf(hashes.sort());
}

/** The same of ASCII text, the usual case, in half the time: without a string for each word. */
function hashesOfAscii(text: string): number[] {
  const hashes: number[] = [];
  let hash = EMPTY_HASH;
  for (let at = 0; at < text.length; at++) {
    // Of ASCII, this makes letters of letters alone: the small ones.
    const unit = text.charCodeAt(at) | 0x20;
    if (unit >= 0x61 && unit <= 0x7a) hash = addUnit(hash, unit);
    else if (hash !== EMPTY_HASH) {
      hashes.push(mixed(hash));
      hash = EMPTY_HASH;
    }
  }
  if (hash !== EMPTY_HASH) hashes.push(mixed(hash));
  return hashes;
}

function differentOf(ascending: Uint32Array): Words {
  let count = 0;
  for (let at = 0; at < ascending.length; at++)
    if (at === 0 || ascending[at] !== ascending[count - 1]) ascending[count++] = ascending[at] as number;
  return ascending.slice(0, count);
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
