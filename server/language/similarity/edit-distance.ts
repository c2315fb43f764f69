import { UNSPACED } from '../scripts.ts';

/** Shorter words too often differ from other words by one letter. */
const MIN_LENGTH = 5;
/** Words of this length may differ by two edits. */
export const LONG = 8;

/** Can two terms be the same word, misspelt or with another ending? They may differ by one edit, long words by two. */
export function isSpellingVariant(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const maxDistance = shorter < MIN_LENGTH ? 0 : shorter < LONG ? 1 : 2;
  if (maxDistance === 0 || one[0] !== other[0] || Math.abs(one.length - other.length) > maxDistance) return false;
  return !NOT_A_WORD.test(other) && distance(one, other) <= maxDistance;
}

/** Terms whose meaning changes with a single character: numbers, identifiers, scripts without spaces. */
export const NOT_A_WORD = new RegExp(`[^\\p{L}\\p{M}]|[${UNSPACED}]`, 'u');

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment distance). */
export const distance = (one: string, other: string): number => lastRow(one, other)[other.length] ?? 0;

/** The least distance between a text and any beginning of another; where it is more than `most`, another number that is. */
export const distanceToBeginning = (one: string, other: string, most: number): number =>
  Math.min(...lastRow(one, other, most));

/**
 * The distances between one text and each beginning of another, the empty one first. Once no beginning is within `most` edits
 * of a beginning of the first text, nothing that follows makes it nearer, but for a swap with the row before.
 */
function lastRow(one: string, other: string, most = Number.POSITIVE_INFINITY): number[] {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  let [leastBefore, leastLast] = [0, 0];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    let leastOfRow = i;
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
      if (least < leastOfRow) leastOfRow = least;
    }
    [beforeLast, last] = [last, row];
    [leastBefore, leastLast] = [leastLast, leastOfRow];
    if (leastLast > most && leastBefore >= most) break;
  }
  return last;
}
