import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { MARKDOWN_DECORATION } from './markdown-decoration.ts';

/** This many sentences one after the other that have all been said before are a loop. */
const LOOP_LENGTH = 3;
/** A sentence that continues for so long may have got into a loop itself. In UTF-16 units. */
const LONG_SENTENCE = 600;
const MAX_PERIOD = 100;

export type RepetitionDetector = ReturnType<typeof createRepetitionDetector>;

/** Detects a text that says the same again and again, as small models do that cannot end. */
export function createRepetitionDetector() {
  const said = new Set<string>();
  let repeated = 0;
  return {
    /**
     * Adds a sentence and tells whether it only repeats. `loop`: how many of the last sentences, with this one, only repeat,
     * if the text has got into a loop; else 0.
     */
    add(sentence: string): { isRepeated: boolean; loop: number } {
      const words = collapseWhitespace(sentence.replace(MARKDOWN_DECORATION, ' ')).toLowerCase();
      // What has no words, as the divider of a table, goes with the sentence before.
      const isRepeated = /\p{L}/u.test(words) ? said.has(words) || isPeriodic(words) : repeated > 0;
      repeated = isRepeated ? repeated + 1 : 0;
      const loops = repeated >= LOOP_LENGTH || isPeriodic(words);
      said.add(words);
      return { isRepeated, loop: loops ? repeated : 0 };
    },
  };
}

/** Does a long sentence end with the same few words over and over? */
function isPeriodic(sentence: string): boolean {
  if (sentence.length < LONG_SENTENCE) return false;
  const end = sentence.slice(-LONG_SENTENCE);
  for (let period = 1; period <= MAX_PERIOD; period++) {
    if (end.startsWith(end.slice(period))) return true;
  }
  return false;
}
