/** Shorter words are too often spelt nearly like others. */
const SHORTEST = 5;
/** From this length on two slips are forgiven. */
const LONG = 8;

/** May two terms be the same word, spelt otherwise or with another ending? One letter more, less, other or swapped; in long words two. */
export function speltAlike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  const forgiven = shorter < SHORTEST ? 0 : shorter < LONG ? 1 : 2;
  if (forgiven === 0 || one[0] !== other[0] || Math.abs(one.length - other.length) > forgiven) return false;
  return !NO_WORD.test(other) && distance(one, other) <= forgiven;
}

/** Numbers and names of things that differ by a letter differ. */
export const NO_WORD =
  /[^\p{L}\p{M}]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The number of letters to add, take away, change or swap with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
