/**
 * Texts whose words, as sets, overlap that far (Jaccard) differ in names and numbers alone: sections about different matters
 * share less than a third.
 */
const NEARLY_SAME = 0.6;

const NOT_ASCII = /[\u0080-\uffff]/;

/** The words of a text, without numbers: those of releases and prices are what nearly equal texts differ in. */
export const wordsOf = (text: string): ReadonlySet<string> =>
  // Without Unicode's classes, ASCII text, the usual case, takes a third of the time.
  new Set(text.toLowerCase().match(NOT_ASCII.test(text) ? /\p{L}+/gu : /[a-z]+/g));

/** Do two texts, by their words, say the same of another name or number? */
export function areNearlySame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  // J = shared / (one + other − shared), so that many must be shared; what is missing ends the search early.
  const needed = ((one.size + other.size) * NEARLY_SAME) / (1 + NEARLY_SAME);
  let mayMiss = fewer.size - needed;
  for (const word of fewer) {
    if (mayMiss < 0) return false;
    if (!more.has(word)) mayMiss -= 1;
  }
  return mayMiss >= 0;
}
