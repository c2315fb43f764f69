import { SOUTH_EAST_ASIAN } from './scripts.ts';
import { isUnspaced } from './words.ts';

const IS_SOUTH_EAST_ASIAN = new RegExp(`[${SOUTH_EAST_ASIAN}]`, 'u');

/**
 * The overlapping n-grams of a run of text without spaces: two characters of Chinese and Japanese, three of the alphabets of
 * South-East Asia, where one character carries less meaning. They find as much as words from a dictionary, four times as fast,
 * and the index does not depend on the dictionary of an ICU version.
 */
export function ngrams(run: string): string[] {
  const size = sizeOf(run);
  const characters = [...run];
  if (characters.length <= size) return [run];
  const found: string[] = [];
  for (let at = 0; at + size <= characters.length; at++) found.push(characters.slice(at, at + size).join(''));
  return found;
}

/** Whether a run is too short for an n-gram. Longer runs are not indexed under it, so it rarely finds anything. */
export const isShorterThanNgram = (run: string): boolean => [...run].length < sizeOf(run);

const sizeOf = (run: string) => (IS_SOUTH_EAST_ASIAN.test(run) ? 3 : 2);

/** Can these be two consecutive n-grams of a run, which share all but one character? */
export function areOverlappingNgrams(left: string, right: string): boolean {
  const shared = left.slice([...left][0]?.length);
  return shared !== '' && right.startsWith(shared) && isUnspaced(left) && isUnspaced(right);
}
