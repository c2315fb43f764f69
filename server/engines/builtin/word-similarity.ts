import { LRUCache } from 'lru-cache';
import { createTokenReader } from '../../language/token-reader.ts';
import { tokens } from '../../language/words.ts';
import { builtinVectors } from './read-vectors.ts';
import { unitsOf } from './units.ts';

const CACHED_TOKENS = 16_000;
/** Some 400 bytes each. */
const CACHED_DIRECTIONS = 16_000;
/** Characters of the texts whose words are kept: about a thousand passages, as questions lead to the same ones again and again. */
const CACHED_CHARACTERS = 1_000_000;
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
const directionsInTexts = new LRUCache<string, Direction[]>({
  maxSize: CACHED_CHARACTERS,
  sizeCalculation: (_, text) => Math.max(1, text.length),
});

/** A question compared with texts by the meaning of their words. */
export type WordComparison = ReturnType<typeof createWordComparison>;

/** A word that the text has itself counts 1. */
export function createWordComparison(question: string) {
  const units = [...new Set(tokens(question).flatMap(unitsOf))];
  const asked = units
    .map(directionOf)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_UNITS);
  const total = asked.reduce((sum, { weight }) => sum + weight, 0);
  const multiply = createMultiplication(asked);
  const products = new Map<Direction, Int32Array>();
  const productsOf = (direction: Direction): Int32Array => {
    let found = products.get(direction);
    if (!found) {
      found = multiply(direction);
      products.set(direction, found);
    }
    return found;
  };
  return {
    /** For each word of the question that is compared, the highest cosine with a word of the text, 0–1. */
    cosinesWith(text: string): number[] {
      const highest = new Int32Array(asked.length);
      for (const direction of directionsIn(text)) {
        const found = productsOf(direction);
        for (let at = 0; at < highest.length; at++) {
          if ((found[at] as number) > (highest[at] as number)) highest[at] = found[at] as number;
        }
      }
      return Array.from(highest, (product) => Math.min(1, product / (SCALE * SCALE)));
    },
    /** What these cosines are worth together, by what each word of the question weighs, 0–1. */
    shareOf(cosines: number[]): number {
      return total === 0 ? 0 : asked.reduce((sum, { weight }, at) => sum + weight * (cosines[at] ?? 0), 0) / total;
    },
  };
}

/** Returns a function that says how much of a question a text has in words of the same meaning, 0–1. */
export function createWordSimilarity(question: string): (text: string) => number {
  const { cosinesWith, shareOf } = createWordComparison(question);
  return (text) => shareOf(cosinesWith(text));
}

/** The directions of the different units of a text. */
function directionsIn(text: string): Direction[] {
  let found = directionsInTexts.get(text);
  if (!found) {
    found = [...new Set(unitsIn(text).flat())].map(directionOf);
    directionsInTexts.set(text, found);
  }
  return found;
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

/** Two units of the question in each: the products of a direction with both are one multiplication. */
const LANES = MAX_UNITS / 2;
/** Products are whole numbers below 2 ** 25, so that two of them fit into the 53 bits of a number, one this times the other. */
const HIGH = 2 ** 26;

/**
 * Returns a function that gives the products of each of these directions, at most MAX_UNITS, with another one: cosines, but for
 * SCALE. All in one pass over two in a number, it takes a seventh of the time that one by one takes; without, this comparison
 * is half of all work of a search.
 */
function createMultiplication(asked: Direction[]): (direction: Direction) => Int32Array {
  const { length = 0 } = asked[0]?.values ?? {};
  const pairs = new Float64Array(LANES * length);
  asked.forEach(({ values }, at) => {
    const lane = at >> 1;
    const factor = at % 2 === 0 ? 1 : HIGH;
    for (let dimension = 0; dimension < length; dimension++) {
      pairs[dimension * LANES + lane] =
        (pairs[dimension * LANES + lane] as number) + factor * (values[dimension] as number);
    }
  });
  const sums = new Float64Array(LANES);
  return ({ values }) => {
    multiplyPairs(pairs, values, sums);
    const products = new Int32Array(MAX_UNITS);
    for (let lane = 0; lane < LANES; lane++) {
      const sum = sums[lane] as number;
      const high = Math.round(sum / HIGH);
      products[2 * lane] = sum - HIGH * high;
      products[2 * lane + 1] = high;
    }
    return products;
  };
}

/** The loop is unrolled, as the six sums must be in registers. */
function multiplyPairs(pairs: Float64Array, values: Int8Array, sums: Float64Array): void {
  let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0];
  for (let at = 0, lane = 0; at < values.length; at++, lane += LANES) {
    const value = values[at] as number;
    a += value * (pairs[lane] as number);
    b += value * (pairs[lane + 1] as number);
    c += value * (pairs[lane + 2] as number);
    d += value * (pairs[lane + 3] as number);
    e += value * (pairs[lane + 4] as number);
    f += value * (pairs[lane + 5] as number);
  }
  sums.set([a, b, c, d, e, f]);
}
