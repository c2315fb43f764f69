import { dotProduct } from '../../platform/vectors/dot-product.ts';
import { createSignProduct, signCodes } from '../../platform/vectors/sign-codes.ts';
import type { ReadText, WordComparison } from '../types.ts';

/** The numbers of a word's vector. */
export const DIMENSIONS = 384;
/** A word's code are the signs of its vector. In the trials, all 32 bits ordered passages no better. */
const CODE_BYTES = DIMENSIONS / 8;

/** What is stored of a text; `vectors` are those of its words. */
export const encodeText = (vectors: Float32Array): ReadText => withMean(signCodes(vectors));

/** The codes of a text's words, with the signs of their mean. */
export const withMean = (codes: Uint8Array): ReadText => ({ codes, mean: signCodes(meanOfCodes(codes)) });

/** The mean of vectors of words, of length 1; zeros where there are none. */
export function meanVector(vectors: Float32Array): Float32Array {
  const sums = new Float32Array(DIMENSIONS);
  for (let at = 0; at < vectors.length; at += 1) {
    const place = at % DIMENSIONS;
    sums[place] = (sums[place] ?? 0) + (vectors[at] ?? 0);
  }
  return normalized(sums);
}

/** The mean of words, by the signs that are stored of them. */
function meanOfCodes(codes: Uint8Array): Float32Array {
  const positive = new Float32Array(DIMENSIONS);
  for (let at = 0; at < codes.length; at += 1) {
    const first = (at % CODE_BYTES) * 8;
    const byte = codes[at] ?? 0;
    for (let bit = 0; bit < 8; bit += 1) positive[first + bit] = (positive[first + bit] ?? 0) + ((byte >> bit) & 1);
  }
  const words = codes.length / CODE_BYTES;
  return normalized(positive.map((count) => 2 * count - words));
}

/** Each of the vectors with length 1; one of zeros stays. */
export function normalized(vectors: Float32Array): Float32Array {
  const units = new Float32Array(vectors.length);
  for (let from = 0; from < vectors.length; from += DIMENSIONS) {
    const vector = vectors.subarray(from, from + DIMENSIONS);
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
    vector.forEach((value, at) => {
      units[from + at] = value / length;
    });
  }
  return units;
}

/** Returns a function that compares a question with passages. `vectors` are those of the question's words, each of length 1. */
export function createComparison(vectors: Float32Array): (codes: Uint8Array) => WordComparison {
  const words: ((codes: Uint8Array, from: number) => number)[] = [];
  for (let at = 0; at < vectors.length; at += DIMENSIONS)
    words.push(createSignProduct(vectors.subarray(at, at + DIMENSIONS)));
  const mean = meanVector(vectors);
  return (codes) => {
    if (words.length === 0 || codes.length === 0) return { words: 0, weakest: 0, whole: 0 };
    const met = words.map((word) => nearest(word, codes));
    const sum = met.reduce((total, cosine) => total + cosine, 0);
    return { words: sum / words.length, weakest: Math.min(...met), whole: dotProduct(mean, meanOfCodes(codes)) };
  };
}

function nearest(word: (codes: Uint8Array, from: number) => number, codes: Uint8Array): number {
  let best = -1;
  for (let from = 0; from < codes.length; from += CODE_BYTES) best = Math.max(best, word(codes, from));
  return best;
}
