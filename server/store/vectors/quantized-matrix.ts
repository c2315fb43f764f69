import { compileDotProducts, type DotProducts } from '../../platform/vectors/simd-dot-product.ts';
import { quantize, quantizedWidth } from './quantize.ts';

/** Quantized vectors with consecutive ids and one generation, as stored. */
export interface QuantizedBlock {
  /** Chunk id of the first vector. */
  first: number;
  generation: number;
  codes: Uint8Array;
  scales: Uint8Array;
}

/** Where a block's vectors are in the matrix: `count` vectors, starting with number `at`. */
interface BlockPosition {
  first: number;
  generation: number;
  at: number;
  count: number;
}

const PAGE = 65_536;

/** The memory of a matrix with this many vectors: for each its codes, its product with the query, and its scale. */
export const matrixBytes = (vectors: number, dimensions: number): number => vectors * (quantizedWidth(dimensions) + 8);

/** The quantized vectors of one project, in memory: a hundred thousand are compared in a few milliseconds. */
export type QuantizedMatrix = ReturnType<typeof createQuantizedMatrix>;

/** An empty matrix with space for `expected` vectors; it grows when more are added. */
export function createQuantizedMatrix(dimensions: number, expected: number) {
  const storage = createStorage(quantizedWidth(dimensions), expected);
  let positions: BlockPosition[] = [];
  let count = 0;

  function rangesOf(within: readonly number[] | null): { at: number; count: number }[] {
    if (within === null) return [{ at: 0, count }];
    const generations = new Set(within);
    return positions.filter(({ generation }) => generations.has(generation));
  }

  return {
    /** The memory it uses, in bytes. */
    bytes: storage.bytes,
    generations: (): Set<number> => new Set(positions.map(({ generation }) => generation)),

    /** Removes the vectors of all other generations. */
    keep(generations: Set<number>): void {
      count = 0;
      positions = positions.filter(({ generation }) => generations.has(generation));
      for (const position of positions) {
        if (position.at !== count) storage.move(position.at, count, position.count);
        position.at = count;
        count += position.count;
      }
    },

    add({ first, generation, codes, scales }: QuantizedBlock): void {
      const added = scales.byteLength / 4;
      storage.write(count, added, codes, scales);
      positions.push({ first, generation, at: count, count: added });
      count += added;
    },

    /** The ids of the `count` nearest vectors, unordered; of those in the generations `within`, if it is given. */
    nearest(embedding: Float32Array, wanted: number, within: readonly number[] | null = null): number[] {
      if (count === 0) return [];
      const query = quantize([embedding], dimensions);
      const { products, scales } = storage.multiply(query.codes, count);
      return largest(products, scales, rangesOf(within), wanted).map((at) => chunkIdAt(positions, at));
    },
  };
}

/**
 * The memory of a matrix: the query, the codes of all vectors, then one product per vector. The scales are in a
 * separate array.
 */
function createStorage(width: number, expected: number) {
  const codesAt = 2 * width;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const dotProducts: DotProducts = compileDotProducts(memory, width, 16);
  let capacity = 0;
  let scales = new Float32Array(0);

  const codes = () => new Int8Array(memory.buffer, codesAt, capacity * width);

  function reserve(vectors: number): void {
    if (vectors <= capacity) return;
    capacity = vectors;
    const missing = codesAt + capacity * (width + 4) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    const grown = new Float32Array(capacity);
    grown.set(scales);
    scales = grown;
  }

  reserve(expected);
  return {
    bytes: () => memory.buffer.byteLength + scales.byteLength,

    /** Moves `count` vectors to a lower position; the ranges may overlap. */
    move(from: number, to: number, count: number): void {
      codes().copyWithin(to * width, from * width, (from + count) * width);
      scales.copyWithin(to, from, from + count);
    },

    write(at: number, count: number, addedCodes: Uint8Array, addedScales: Uint8Array): void {
      if (at + count > capacity) reserve(Math.ceil((at + count) * 1.1));
      codes().set(new Int8Array(addedCodes.buffer, addedCodes.byteOffset, addedCodes.byteLength), at * width);
      new Uint8Array(scales.buffer, at * 4).set(addedScales);
    },

    /** The products of the query with the first `count` vectors; multiply them with the scales. */
    multiply(query: Int8Array, count: number): { products: Int32Array; scales: Float32Array } {
      new Int16Array(memory.buffer, 0, width).set(query);
      const productsAt = codesAt + count * width;
      dotProducts(codesAt, productsAt, 0, productsAt);
      return { products: new Int32Array(memory.buffer, productsAt, count), scales };
    },
  };
}

/** The id of the vector at a position, found by binary search. */
function chunkIdAt(positions: BlockPosition[], vector: number): number {
  let [low, high] = [0, positions.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((positions[middle]?.at ?? 0) <= vector) low = middle;
    else high = middle - 1;
  }
  const { first = 0, at = 0 } = positions[low] ?? {};
  return first + vector - at;
}

/** The positions within the ranges of the `count` largest values of product × scale. */
function largest(
  products: Int32Array,
  scales: Float32Array,
  ranges: { at: number; count: number }[],
  count: number,
): number[] {
  let found: { at: number; score: number }[] = [];
  let threshold = Number.NEGATIVE_INFINITY;
  const prune = () => {
    found = found.sort((a, b) => b.score - a.score).slice(0, count);
  };
  for (const range of ranges) {
    for (let at = range.at; at < range.at + range.count; at += 1) {
      const score = (products[at] ?? 0) * (scales[at] ?? 0);
      if (score <= threshold) continue;
      found.push({ at, score });
      if (found.length < 4 * count) continue;
      prune();
      threshold = found.at(-1)?.score ?? threshold;
    }
  }
  prune();
  return found.map(({ at }) => at);
}
