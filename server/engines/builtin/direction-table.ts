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
 * those of a question in 16 bits, then a batch of others in 8, their products, and all directions in 8. Numbers instead of objects
 * leave nothing to be collected, and the texts that are remembered take a third of the memory.
 */
export function createDirectionTable({ dimensions, vectorOf }: Pick<VectorTable, 'dimensions' | 'vectorOf'>) {
  const batchAt = 2 * dimensions * MAX_ASKED;
  const productsAt = batchAt + BATCH * dimensions;
  const codesAt = productsAt + 4 * BATCH;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((codesAt + EXPECTED * dimensions) / PAGE) });
  const dotProducts = compileDotProducts(memory, dimensions);
  const numbers = new Map<string, number>();
  const weights: number[] = [];
  let codes = new Int8Array(memory.buffer);
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
    multiply(asked: number[], others: number[], products: Int32Array, from: number): void {
      const one = new Int16Array(memory.buffer, 0, dimensions * asked.length);
      for (const [place, number] of asked.entries()) {
        const at = codesAt + number * dimensions;
        one.set(codes.subarray(at, at + dimensions), place * dimensions);
      }
      const found = new Int32Array(memory.buffer, productsAt, BATCH);
      for (let done = 0; done < others.length; done += BATCH) {
        const count = Math.min(BATCH, others.length - done);
        for (let at = 0; at < count; at++) {
          const code = codesAt + (others[done + at] as number) * dimensions;
          codes.copyWithin(batchAt + at * dimensions, code, code + dimensions);
        }
        for (let place = 0; place < asked.length; place++) {
          dotProducts(batchAt, batchAt + count * dimensions, 2 * dimensions * place, productsAt);
          for (let at = 0; at < count; at++) products[from + (done + at) * asked.length + place] = found[at] as number;
        }
      }
    },
    /** The product of a direction with itself. */
    unit: SCALE * SCALE,
  };
}
