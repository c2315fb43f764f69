import { isUnspaced } from './words.ts';

const SOUTH_EAST_ASIAN = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The overlapping grams of a run of text without spaces: two characters of Chinese and Japanese, three of the alphabets
 * of South-East Asia, where one character says less. They find as much as a dictionary's words do, four times as fast,
 * and an index made of them does not depend on the dictionary of one ICU version.
 */
export function grams(run: string): string[] {
  const size = sizeOf(run);
  const characters = [...run];
  if (characters.length <= size) return [run];
  const found: string[] = [];
  for (let at = 0; at + size <= characters.length; at++) found.push(characters.slice(at, at + size).join(''));
  return found;
}

/** Is a run too short for a gram? Longer runs are not indexed under it, so it hardly ever finds what it stands for. */
export const isScrap = (run: string): boolean => [...run].length < sizeOf(run);

const sizeOf = (run: string) => (SOUTH_EAST_ASIAN.test(run) ? 3 : 2);

/** Are these two grams that follow one another in a run, with all but a character of each in common? */
export function areOverlapping(left: string, right: string): boolean {
  const shared = left.slice([...left][0]?.length);
  return shared !== '' && right.startsWith(shared) && isUnspaced(left) && isUnspaced(right);
}
