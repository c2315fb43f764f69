import { hashOf } from '../../platform/text/hash-text.ts';
import { gramsOf } from './units.ts';

/**
 * File format, little endian: `MAGIC`; three 32-bit counts (dimensions, words, grams); the 32-bit hashes of the words
 * in ascending order; a 32-bit float per row, its scale; the rows, four bits per dimension, the lower half of a byte
 * first, each stored as value + 8. The rows of the words come first, then the rows that all grams share by hash.
 */
export const MAGIC = 'footvec1';
export const HEADER_BYTES = MAGIC.length + 3 * 4;
/** Four bits hold −8 to 7; this is the stored form of 0. */
export const ZERO = 8;

/** The weight of each of `count` grams, such that a unit of grams weighs about as much as a word. */
export const gramWeight = (count: number): number => 1 / Math.sqrt(count);

export type VectorTable = ReturnType<typeof openVectorTable>;

/**
 * Looks vectors up in the file's bytes without copying them. Throws an Error if their number does not match the header.
 */
export function openVectorTable(bytes: Buffer) {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new Error('This is not a vector table.');
  const count = (at: number) => bytes.readUInt32LE(MAGIC.length + 4 * at);
  const [dimensions, words, grams] = [count(0), count(1), count(2)];
  const rowBytes = dimensions / 2;
  const scalesAt = HEADER_BYTES + 4 * words;
  const rowsAt = scalesAt + 4 * (words + grams);
  if (bytes.length !== rowsAt + (words + grams) * rowBytes) throw new Error('The vector table is truncated.');

  /** The row of the word with this hash, or −1. */
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
    /** Does the table list this unit? */
    has: (unit: string): boolean => wordAt(hashOf(unit)) >= 0,
    /**
     * The vector of a word; for a unit that the table does not list, the combined vector of its grams. Its length is its
     * weight.
     */
    vectorOf(unit: string): Float32Array {
      const vector = new Float32Array(dimensions);
      const word = wordAt(hashOf(unit));
      const pieces = word >= 0 ? [] : gramsOf(unit);
      if (word >= 0) addRow(word, 1, vector);
      for (const gram of pieces) addRow(words + (hashOf(gram) % grams), gramWeight(pieces.length), vector);
      return vector;
    },
  };
}
