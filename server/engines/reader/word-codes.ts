/** The numbers of a word's vector. */
export const DIMENSIONS = 384;
/** A word's code has a bit for each of them: whether it is positive. In the trials, all 32 bits ordered passages no better. */
const CODE_BYTES = DIMENSIONS / 8;
const BYTE_VALUES = 256;

/** The codes of words, one after the other; `vectors` has their vectors likewise. */
export function encodeWords(vectors: Float32Array): Uint8Array {
  const codes = new Uint8Array(vectors.length / 8);
  for (let at = 0; at < vectors.length; at += 1) {
    if ((vectors[at] ?? 0) > 0) codes[at >> 3] = (codes[at >> 3] ?? 0) | (1 << (at & 7));
  }
  return codes;
}

/**
 * Returns a function that compares a question with passages word by word: the mean, over the words of the question, of how near
 * the nearest word of the passage is (late interaction). `vectors` are those of the question's words, each of length 1.
 */
export function createComparison(vectors: Float32Array): (codes: Uint8Array) => number {
  const tables: Float32Array[] = [];
  for (let at = 0; at < vectors.length; at += DIMENSIONS)
    tables.push(sumsByByte(vectors.subarray(at, at + DIMENSIONS)));
  return (codes) => {
    if (tables.length === 0 || codes.length === 0) return 0;
    return tables.reduce((sum, table) => sum + nearest(table, codes), 0) / tables.length;
  };
}

/**
 * For each byte of a code and each of its values, what its eight signs add to the dot product: a comparison of two words is then
 * 48 additions. A code stands for a vector of length 1.
 */
function sumsByByte(vector: Float32Array): Float32Array {
  const sums = new Float32Array(CODE_BYTES * BYTE_VALUES);
  const length = Math.sqrt(DIMENSIONS);
  for (let byte = 0; byte < CODE_BYTES; byte += 1) {
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

function nearest(table: Float32Array, codes: Uint8Array): number {
  let best = -1;
  for (let word = 0; word < codes.length; word += CODE_BYTES) {
    let sum = 0;
    for (let byte = 0; byte < CODE_BYTES; byte += 1) sum += table[byte * BYTE_VALUES + (codes[word + byte] ?? 0)] ?? 0;
    if (sum > best) best = sum;
  }
  return best;
}
