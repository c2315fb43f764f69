import { gramsOf, hashOf } from './units.ts';

/**
 * The file, all little endian: `MAGIC`; three 32-bit counts (dimensions, words, grams); the hashes of the words in rising
 * order, 32 bits each; a 32-bit float for each row, its scale; the rows, four bits a dimension, the lower half of a byte
 * first, as the number that is 8 above the value. First the rows of the words, then those that all grams share by hash.
 */
export const MAGIC = 'footvec1';
export const HEADER_BYTES = MAGIC.length + 3 * 4;
/** What 4 bits hold is between −8 and 7; this is what a stored 0 stands at. */
export const ZERO = 8;

export interface VectorTable {
  dimensions: number;
  /** The vector of a word; of a unit that is no word of the table, that of its grams together. Its length is what it weighs. */
  vectorOf(unit: string): Float32Array;
}

/** Of `count` grams, each counts so much that a unit made of them counts as one word. */
export const gramWeight = (count: number): number => 1 / Math.sqrt(count);

/** Looks up in the bytes of the file, which are not copied. Throws an Error where their length is not what they say. */
export function openVectorTable(bytes: Buffer): VectorTable {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error('This is no table of vectors.');
  const count = (at: number) => bytes.readUInt32LE(MAGIC.length + 4 * at);
  const [dimensions, words, grams] = [count(0), count(1), count(2)];
  const rowBytes = dimensions / 2;
  const scalesAt = HEADER_BYTES + 4 * words;
  const rowsAt = scalesAt + 4 * (words + grams);
  if (bytes.length !== rowsAt + (words + grams) * rowBytes) throw new Error('The table of vectors is cut off.');

  /** −1 where there is none. */
  const wordAt = (hash: number): number => {
    let [low, high] = [0, words - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = bytes.readUInt32LE(HEADER_BYTES + 4 * middle);
      if (found === hash) return middle;
      if (found < hash) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };

  const addRow = (row: number, weight: number, to: Float32Array): void => {
    const scale = weight * bytes.readFloatLE(scalesAt + 4 * row);
    const from = rowsAt + row * rowBytes;
    for (let at = 0; at < rowBytes; at++) {
      const pair = bytes[from + at] ?? 0;
      to[2 * at] = (to[2 * at] ?? 0) + scale * ((pair & 15) - ZERO);
      to[2 * at + 1] = (to[2 * at + 1] ?? 0) + scale * ((pair >> 4) - ZERO);
    }
  };

  return {
    dimensions,
    vectorOf(unit) {
      const vector = new Float32Array(dimensions);
      const word = wordAt(hashOf(unit));
      const pieces = word >= 0 ? [] : gramsOf(unit);
      if (word >= 0) addRow(word, 1, vector);
      for (const gram of pieces) addRow(words + (hashOf(gram) % grams), gramWeight(pieces.length), vector);
      return vector;
    },
  };
}
