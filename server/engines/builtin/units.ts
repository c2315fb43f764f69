import { ngrams } from '../../language/ngrams.ts';
import { fold } from '../../language/stem.ts';
import { partsOf, wordsIn } from '../../language/words.ts';

/** A longer string is hardly a word, and its beginning identifies it. In UTF-16 units. */
const MAX_UNIT_LENGTH = 32;
const GRAM_LENGTH = 4;

/**
 * The keys by which a token is looked up: its words in lower case without accents, and the parts of compound words
 * (`max_tokens` → max_tokens, max, tokens). In scripts without spaces, the n-grams of a run.
 */
export function unitsOf(token: string): string[] {
  const units: string[] = [];
  for (const { text, unspaced } of wordsIn(token)) {
    if (unspaced) units.push(...ngrams(text));
    else {
      units.push(unitOf(text));
      const parts = partsOf(text);
      if (parts.length > 1) units.push(...parts.map(unitOf));
    }
  }
  return units;
}

export const unitOf = (word: string) => fold(word.toLowerCase()).slice(0, MAX_UNIT_LENGTH);

/**
 * The overlapping n-grams of a unit without its own vector, with its ends marked: `port` → `<por`, `port`,
 * `ort>`.
 */
export function gramsOf(unit: string): string[] {
  const framed = `<${unit}>`;
  if (framed.length <= GRAM_LENGTH) return [framed];
  return Array.from({ length: framed.length - GRAM_LENGTH + 1 }, (_, at) => framed.slice(at, at + GRAM_LENGTH));
}
