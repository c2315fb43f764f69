import { LRUCache } from 'lru-cache';
import { createTokenReader } from '../../language/token-reader.ts';
import { tokens } from '../../language/words.ts';
import { builtinVectors } from './read-vectors.ts';
import { unitsOf } from './units.ts';

const CACHED_TOKENS = 16_000;
/** Some 400 bytes each. */
const CACHED_DIRECTIONS = 16_000;
/** The units of a question that weigh most are compared; in a long one, the others change little. */
const MAX_UNITS = 12;

/** The vector of a unit without its length, each dimension between −SCALE and SCALE. */
interface Direction {
  values: Int8Array;
  /** The length of the vector: what the unit weighs. */
  weight: number;
}

const SCALE = 127;

const unitsIn = createTokenReader(CACHED_TOKENS, () => unitsOf);
const directions = new LRUCache<string, Direction>({ max: CACHED_DIRECTIONS });

/**
 * Returns a function that says how much of a question a text has in words of the same meaning, 0–1: for each word of the
 * question the highest cosine with a word of the text, by what the word weighs. A word that the text has itself counts 1.
 */
export function createWordSimilarity(question: string): (text: string) => number {
  const units = [...new Set(tokens(question).flatMap(unitsOf))];
  const asked = units
    .map(directionOf)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_UNITS);
  const total = asked.reduce((sum, { weight }) => sum + weight, 0);
  const cosines = new Map<string, Float64Array>();
  const cosinesOf = (unit: string): Float64Array => {
    let found = cosines.get(unit);
    if (!found) {
      const direction = directionOf(unit);
      found = Float64Array.from(asked, (one) => cosine(one, direction));
      cosines.set(unit, found);
    }
    return found;
  };
  return (text) => {
    const highest = new Float64Array(asked.length);
    for (const unit of new Set(unitsIn(text).flat())) {
      const found = cosinesOf(unit);
      for (let at = 0; at < highest.length; at++) highest[at] = Math.max(highest[at] as number, found[at] as number);
    }
    return total === 0 ? 0 : asked.reduce((sum, { weight }, at) => sum + weight * (highest[at] ?? 0), 0) / total;
  };
}

function directionOf(unit: string): Direction {
  let direction = directions.get(unit);
  if (!direction) {
    direction = withoutLength(builtinVectors().vectorOf(unit));
    directions.set(unit, direction);
  }
  return direction;
}

function withoutLength(vector: Float32Array): Direction {
  let squares = 0;
  for (let at = 0; at < vector.length; at++) squares += (vector[at] as number) ** 2;
  const weight = Math.sqrt(squares);
  const values = new Int8Array(vector.length);
  if (weight > 0)
    for (let at = 0; at < values.length; at++) values[at] = Math.round((SCALE * (vector[at] as number)) / weight);
  return { values, weight };
}

function cosine({ values: a }: Direction, { values: b }: Direction): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return Math.min(1, sum / (SCALE * SCALE));
}
