import { quantise, widthOf } from './quantise.ts';
import { type Dots, dotsIn } from './simd-dot-product.ts';

/** Quantised vectors of neighbouring ids, of one generation, as they are stored. */
export interface Run {
  /** Id of the first. */
  first: number;
  generation: number;
  codes: Uint8Array;
  scales: Uint8Array;
}

/** Where on the shelf a run stands, counted in vectors. */
interface Place {
  first: number;
  generation: number;
  at: number;
  count: number;
}

/** The quantised vectors of one project in memory, where a hundred thousand are compared in a few milliseconds. */
export interface Shelf {
  /** What it takes of memory, in bytes. */
  bytes(): number;
  generations(): Set<number>;
  /** Takes all away that is not of these generations. */
  keep(generations: Set<number>): void;
  add(run: Run): void;
  /** The ids of the `count` nearest, in no order. */
  nearest(embedding: Float32Array, count: number): number[];
}

const PAGE = 65_536;

/** What a shelf for so many vectors takes: their codes, a product and a scale each. */
export const shelfBytes = (vectors: number, dimensions: number): number => vectors * (widthOf(dimensions) + 8);

/** An empty shelf with room for `expected` vectors; it grows where more come. */
export function createShelf(dimensions: number, expected: number): Shelf {
  const width = widthOf(dimensions);
  // In the memory: the query, then the codes, then a product for each.
  const codesAt = 2 * width;
  const memory = new WebAssembly.Memory({ initial: 1 });
  const dots: Dots = dotsIn(memory, width);
  let capacity = 0;
  let scales = new Float32Array(0);
  let places: Place[] = [];
  let held = 0;

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

  function idAt(vector: number): number {
    let [low, high] = [0, places.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((places[middle]?.at ?? 0) <= vector) low = middle;
      else high = middle - 1;
    }
    const { first = 0, at = 0 } = places[low] ?? {};
    return first + vector - at;
  }

  reserve(expected);
  return {
    bytes: () => memory.buffer.byteLength + scales.byteLength,
    generations: () => new Set(places.map(({ generation }) => generation)),

    keep(generations) {
      const all = codes();
      let at = 0;
      places = places.filter(({ generation }) => generations.has(generation));
      for (const place of places) {
        all.copyWithin(at * width, place.at * width, (place.at + place.count) * width);
        scales.copyWithin(at, place.at, place.at + place.count);
        place.at = at;
        at += place.count;
      }
      held = at;
    },

    add({ first, generation, codes: added, scales: addedScales }) {
      const count = addedScales.byteLength / 4;
      if (held + count > capacity) reserve(Math.ceil((held + count) * 1.1));
      codes().set(new Int8Array(added.buffer, added.byteOffset, added.byteLength), held * width);
      new Uint8Array(scales.buffer, held * 4).set(addedScales);
      places.push({ first, generation, at: held, count });
      held += count;
    },

    nearest(embedding, count) {
      if (held === 0) return [];
      const query = quantise([embedding], dimensions);
      new Int16Array(memory.buffer, 0, width).set(query.codes);
      const productsAt = codesAt + held * width;
      dots(codesAt, productsAt, 0, productsAt);
      return largest(new Int32Array(memory.buffer, productsAt, held), scales, count).map(idAt);
    },
  };
}

/** The places of the `count` largest of products times scales. */
function largest(products: Int32Array, scales: Float32Array, count: number): number[] {
  let found: { at: number; score: number }[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const cut = () => {
    found = found.sort((a, b) => b.score - a.score).slice(0, count);
  };
  for (let at = 0; at < products.length; at += 1) {
    const score = (products[at] ?? 0) * (scales[at] ?? 0);
    if (score <= least) continue;
    found.push({ at, score });
    if (found.length < 4 * count) continue;
    cut();
    least = found.at(-1)?.score ?? least;
  }
  cut();
  return found.map(({ at }) => at);
}
