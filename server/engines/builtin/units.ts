import { ngrams } from '../../language/ngrams.ts';
import { fold } from '../../language/stem.ts';
import { partsOf, wordsIn } from '../../language/words.ts';

/** A longer word is no word of any language: its head identifies it. In UTF-16 units. */
const LONGEST_UNIT = 32;
const GRAM = 4;

/**
 * What the vectors know of a token: its words in lower case without accents, and the parts of those that are joined
 * (`max_tokens` → max_tokens, max, tokens); the n-grams of a run without spaces.
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

const unitOf = (word: string) => fold(word.toLowerCase()).slice(0, LONGEST_UNIT);

/** The overlapping pieces of a unit that is in no vocabulary, its ends marked: `port` → `<por`, `port`, `ort>`. */
export function gramsOf(unit: string): string[] {
  const framed = `<${unit}>`;
  if (framed.length <= GRAM) return [framed];
  return Array.from({ length: framed.length - GRAM + 1 }, (_, at) => framed.slice(at, at + GRAM));
}

const FNV_OFFSET = 2166136261;
const FNV_PRIME = 16777619;

/** 32 bits, unsigned: FNV-1a over UTF-16 units, mixed so that every bit depends on every unit. */
export function hashOf(text: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  const half = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  const mixed = Math.imul(half ^ (half >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
