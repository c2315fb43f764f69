/**
 * A vector stored as its signs: a bit for each dimension, whether it is positive. A code stands for a vector of length 1. Vectors
 * have a multiple of eight dimensions.
 */

const BYTE_VALUES = 256;

/** The codes of vectors of any number, one after the other. */
export function signCodes(vectors: Float32Array): Uint8Array {
  const codes = new Uint8Array(vectors.length / 8);
  for (let at = 0; at < vectors.length; at += 1) {
    if ((vectors[at] ?? 0) > 0) codes[at >> 3] = (codes[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return codes;
}

/**
 * Returns a function that gives the dot product of the vector with the code that begins at a byte: for each byte and each of its
 * values it looks up what its eight signs add, so that 384 dimensions are 48 additions.
 */
export function createSignProduct(vector: Float32Array): (codes: Uint8Array, from: number) => number {
  const bytes = vector.length / 8;
  const sums = sumsByByte(vector);
  return (codes, from) => {
    let sum = 0;
    for (let byte = 0; byte < bytes; byte += 1) sum += sums[byte * BYTE_VALUES + (codes[from + byte] ?? 0)] ?? 0;
    return sum;
  };
}

function sumsByByte(vector: Float32Array): Float32Array {
  const bytes = vector.length / 8;
  const sums = new Float32Array(bytes * BYTE_VALUES);
  const length = Math.sqrt(vector.length);
  for (let byte = 0; byte < bytes; byte += 1) {
    const from = byte * BYTE_VALUES;
    for (let bit = 0; bit < 8; bit += 1) sums[from] = (sums[from] ?? 0) - (vector[byte * 8 + bit] ?? 0) / length;
    for (let value = 1; value < BYTE_VALUES; value += 1) {
      const bit = 31 - Math.clz32(value);
      const without = sums[from + (value ^ (1 << bit))] ?? 0;
      sums[from + value] = without + (2 * (vector[byte * 8 + bit] ?? 0)) / length;
    }
  }
  return sums;
}
