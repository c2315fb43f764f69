import { LRUCache } from 'lru-cache';
import { createTokenReader } from '../../language/token-reader.ts';
import { tokens } from '../../language/words.ts';
import { createTextCache, SHORT_TEXTS } from '../../platform/text/text-cache.ts';
import { compileDotProducts } from '../../platform/vectors/simd-dot-product.ts';
import { builtinVectors } from './read-vectors.ts';
import { unitsOf } from './units.ts';

const CACHED_TOKENS = 32_000;
/** Some 400 bytes each. */
const CACHED_DIRECTIONS = 32_000;
/** Space for the products of so many directions at first. It grows with those that a comparison meets. */
const EXPECTED_DIRECTIONS = 64;
/** The units of a question that weigh most are compared; in a long one, the others change little. */
const MAX_UNITS = 12;

/** The vector of a unit without its length, each dimension between −SCALE and SCALE. */
interface Direction {
  values: Int8Array;
  /** The length of the vector: what the unit weighs. */
  weight: number;
  /** The comparison that has met it last, and where its products are among those of that comparison. */
  comparison: number;
  productsAt: number;
}

const SCALE = 127;

const directions = new LRUCache<string, Direction>({ max: CACHED_DIRECTIONS });
/** The directions of the units of each token of a text. */
const directionsOfTokens = createTokenReader(CACHED_TOKENS, () => (token) => unitsOf(token).map(directionOf));
/** The directions of the different units of a text. */
const directionsIn = createTextCache((text): Direction[] => {
  const different = new Set<Direction>();
  for (const some of directionsOfTokens(text)) for (const direction of some) different.add(direction);
  return [...different];
});

/** The directions that a question is compared by, those that weigh most first, and what they weigh together. Titles are compared again and again. */
const askedIn = createTextCache((question) => {
  const units = [...new Set(tokens(question).flatMap(unitsOf))];
  const asked = units
    .map(directionOf)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_UNITS);
  return { asked, total: asked.reduce((sum, { weight }) => sum + weight, 0) };
}, SHORT_TEXTS);

/** A question compared with texts by the meaning of their words. */
export type WordComparison = ReturnType<typeof createWordComparison>;

/** Comparisons are numbered, as directions say which has met them. */
let comparisons = 0;

/** A word that the text has itself counts 1. */
export function createWordComparison(question: string) {
  const { asked, total } = askedIn(question);
  const count = asked.length;
  comparisons += 1;
  const comparison = comparisons;
  /** For each direction met, its products with those of the question. */
  let products = new Int32Array(count * EXPECTED_DIRECTIONS);
  let used = 0;

  function addProducts(directions: Direction[]): void {
    if (used + count * directions.length > products.length) {
      const grown = new Int32Array(2 * (used + count * directions.length));
      grown.set(products);
      products = grown;
    }
    multiply ??= createMultiplication();
    multiply(asked, directions, products.subarray(used));
    for (const direction of directions) {
      direction.comparison = comparison;
      direction.productsAt = used;
      used += count;
    }
  }

  return {
    /** For each word of the question that is compared, the highest cosine with a word of the text, 0–1. */
    cosinesWith(text: string): number[] {
      const highest = new Int32Array(count);
      if (count === 0) return [];
      const directions = directionsIn(text);
      addProducts(directions.filter((direction) => direction.comparison !== comparison));
      for (const { productsAt: from } of directions) {
        for (let at = 0; at < count; at++) {
          const product = products[from + at] as number;
          if (product > (highest[at] as number)) highest[at] = product;
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
  return { values, weight, comparison: 0, productsAt: 0 };
}

/** Writes the products of each of some directions with those asked, one direction after the other: cosines, but for SCALE. */
type Multiply = (asked: Direction[], directions: Direction[], products: Int32Array) => void;

let multiply: Multiply | null = null;

/** So many directions are multiplied at a time. */
const BATCH = 64;

/**
 * Without WebAssembly's vector instructions, this is half of all work of a search. Its memory holds one direction of the question
 * in 16 bits, a batch of others in 8, and their products. All comparisons share it, as each fills it before it multiplies.
 */
function createMultiplication(): Multiply {
  const { dimensions } = builtinVectors();
  const codesAt = 2 * dimensions;
  const productsAt = codesAt + BATCH * dimensions;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const one = new Int16Array(memory.buffer, 0, dimensions);
  const codes = new Int8Array(memory.buffer, codesAt, BATCH * dimensions);
  const found = new Int32Array(memory.buffer, productsAt, BATCH);
  const dotProducts = compileDotProducts(memory, dimensions);
  return (asked, directions, products) => {
    for (let from = 0; from < directions.length; from += BATCH) {
      const batch = directions.slice(from, from + BATCH);
      for (const [at, { values }] of batch.entries()) codes.set(values, at * dimensions);
      for (const [place, { values }] of asked.entries()) {
        one.set(values);
        dotProducts(codesAt, codesAt + batch.length * dimensions, 0, productsAt);
        for (let at = 0; at < batch.length; at++) products[(from + at) * asked.length + place] = found[at] as number;
      }
    }
  };
}
