import { LRUCache } from 'lru-cache';
import { createTokenReader } from '../../language/token-reader.ts';
import { tokens } from '../../language/words.ts';
import { createTextCache } from '../../platform/text/text-cache.ts';
import { compileDotProducts } from '../../platform/vectors/simd-dot-product.ts';
import { builtinVectors } from './read-vectors.ts';
import { unitsOf } from './units.ts';

const CACHED_TOKENS = 32_000;
/** Some 400 bytes each. */
const CACHED_DIRECTIONS = 32_000;
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
/** The directions of the different units of a text. */
const directionsIn = createTextCache((text): Direction[] => [...new Set(unitsIn(text).flat())].map(directionOf));

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
  const products = new Map<Direction, Int32Array>();
  const productsOf = (direction: Direction): Int32Array => {
    let found = products.get(direction);
    if (!found) {
      multiply ??= createMultiplication();
      found = multiply(asked, direction);
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

/** Gives the products of a direction with these directions, at most MAX_UNITS: cosines, but for SCALE. */
type Multiply = (asked: Direction[], direction: Direction) => Int32Array;

let multiply: Multiply | null = null;

/**
 * Without WebAssembly's vector instructions, this is half of all work of a search. Its memory holds one direction in 16 bits,
 * those of a question in 8, and the products. All comparisons share it, as each fills it before it multiplies.
 */
function createMultiplication(): Multiply {
  const { dimensions } = builtinVectors();
  const askedAt = 2 * dimensions;
  const productsAt = askedAt + MAX_UNITS * dimensions;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const one = new Int16Array(memory.buffer, 0, dimensions);
  const codes = new Int8Array(memory.buffer, askedAt, MAX_UNITS * dimensions);
  const products = new Int32Array(memory.buffer, productsAt, MAX_UNITS);
  const dotProducts = compileDotProducts(memory, dimensions);
  let loaded: Direction[] | null = null;
  return (asked, { values }) => {
    if (asked.length === 0) return new Int32Array(0);
    if (loaded !== asked) for (const [at, direction] of asked.entries()) codes.set(direction.values, at * dimensions);
    loaded = asked;
    one.set(values);
    dotProducts(askedAt, askedAt + asked.length * dimensions, 0, productsAt);
    return products.slice(0, asked.length);
  };
}
