import { compileDotProducts } from '../../platform/vectors/simd-dot-product.ts';
import type { VectorTable } from './vector-table.ts';

/** The units of a question that weigh most are compared; in a long one, the others change little. */
export const MAX_ASKED = 12;
/** A direction is whole numbers from −SCALE to SCALE. */
const SCALE = 127;
/** So many directions are multiplied at a time. */
const BATCH = 64;
/** Directions that there is space for at first. */
const EXPECTED = 4096;
const PAGE = 65_536;

/** The units of texts, numbered in the order in which they are met, each with its vector as a direction and a weight. */
export type DirectionTable = ReturnType<typeof createDirectionTable>;

/**
 * Without WebAssembly's vector instructions, comparing words is half of all work of a search, so the directions lie in its memory:
 * first those of a question, then the products of a batch, and all directions. Numbers instead of objects leave nothing to be
 * collected, and the texts that are remembered take a third of the memory.
 */
export function createDirectionTable({ dimensions, vectorOf }: Pick<VectorTable, 'dimensions' | 'vectorOf'>) {
  const productsAt = dimensions * MAX_ASKED;
  const codesAt = productsAt + 4 * BATCH * MAX_ASKED;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((codesAt + EXPECTED * dimensions) / PAGE) });
  const dotProducts = compileDotProducts(memory, dimensions, 8);
  const numbers = new Map<string, number>();
  const weights: number[] = [];
  let codes = new Int8Array(memory.buffer);
  let found = new Int32Array(memory.buffer, productsAt, BATCH * MAX_ASKED);
  /** Those whose directions are at the beginning of the memory. */
  let placed: readonly number[] | null = null;
  /** For each direction, the text that has had it last. */
  const hadBy: number[] = [];
  /** For each direction, the comparison that has met it last, where its products are among those of that one, and the highest. */
  const metBy: number[] = [];
  const placeOf: number[] = [];
  const highestOf: number[] = [];

  function add(unit: string): number {
    const number = weights.length;
    const at = codesAt + number * dimensions;
    if (at + dimensions > codes.length) {
      memory.grow(Math.ceil(codes.length / PAGE));
      codes = new Int8Array(memory.buffer);
      found = new Int32Array(memory.buffer, productsAt, BATCH * MAX_ASKED);
    }
    const vector = vectorOf(unit);
    let squares = 0;
    for (let place = 0; place < dimensions; place++) squares += (vector[place] as number) ** 2;
    const weight = Math.sqrt(squares);
    if (weight > 0)
      for (let place = 0; place < dimensions; place++)
        codes[at + place] = Math.round((SCALE * (vector[place] as number)) / weight);
    numbers.set(unit, number);
    weights.push(weight);
    hadBy.push(0);
    metBy.push(0);
    placeOf.push(0);
    highestOf.push(0);
    return number;
  }

  return {
    size: (): number => weights.length,
    hadBy,
    metBy,
    placeOf,
    highestOf,
    numberOf: (unit: string): number => numbers.get(unit) ?? add(unit),
    /** The length of its vector: what the unit weighs. */
    weightOf: (number: number): number => weights[number] ?? 0,

    /**
     * Writes the products of each of some directions with those asked, at most MAX_ASKED, one direction after the other: cosines,
     * but for `unit`.
     */
    multiply(asked: readonly number[], others: number[], products: Int32Array, from: number): void {
      if (asked !== placed) {
        for (const [place, number] of asked.entries()) {
          const at = codesAt + number * dimensions;
          codes.copyWithin(place * dimensions, at, at + dimensions);
        }
        placed = asked;
      }
      const end = dimensions * asked.length;
      const bytes = 4 * asked.length;
      for (let done = 0; done < others.length; done += BATCH) {
        const count = Math.min(BATCH, others.length - done);
        for (let at = 0; at < count; at++)
          dotProducts(0, end, codesAt + (others[done + at] as number) * dimensions, productsAt + at * bytes);
        products.set(found.subarray(0, count * asked.length), from + done * asked.length);
      }
    },
    /** The product of a direction with itself. */
    unit: SCALE * SCALE,
  };
}
