import { describe, expect, it } from 'vitest';
import { createComparison, DIMENSIONS, encodeWords } from '../../../../server/engines/reader/word-codes.ts';
import { seeded } from '../../../helpers/input/seeded.ts';

const random = seeded(1);

/** Vectors of so many words, each of length 1. */
function words(count: number): Float32Array {
  const vectors = Float32Array.from({ length: count * DIMENSIONS }, () => random() - 0.5);
  for (let from = 0; from < vectors.length; from += DIMENSIONS) {
    const vector = vectors.subarray(from, from + DIMENSIONS);
    const length = Math.hypot(...vector);
    for (let at = 0; at < DIMENSIONS; at += 1) vector[at] = (vector[at] ?? 0) / length;
  }
  return vectors;
}

/** The cosine of a word with the signs of another. */
function cosine(question: Float32Array, passage: Float32Array): number {
  const sum = question.reduce((total, value, at) => total + value * ((passage[at] ?? 0) > 0 ? 1 : -1), 0);
  return sum / Math.sqrt(DIMENSIONS);
}

const wordAt = (vectors: Float32Array, at: number) => vectors.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS);

describe('the comparison of a question with a passage', () => {
  it('is the mean, over the words of the question, of the nearest word of the passage', () => {
    const [question, passage] = [words(3), words(5)];
    const nearest = [0, 1, 2].map((one) =>
      Math.max(...[0, 1, 2, 3, 4].map((other) => cosine(wordAt(question, one), wordAt(passage, other)))),
    );
    const expected = nearest.reduce((sum, value) => sum + value, 0) / nearest.length;
    expect(createComparison(question)(encodeWords(passage))).toBeCloseTo(expected, 5);
  });

  it('finds the same words nearer than others', () => {
    const question = words(4);
    const compare = createComparison(question);
    expect(compare(encodeWords(question))).toBeGreaterThan(0.7);
    expect(compare(encodeWords(words(40)))).toBeLessThan(0.3);
  });

  it('is 0 where either has no words', () => {
    expect(createComparison(words(0))(encodeWords(words(2)))).toBe(0);
    expect(createComparison(words(2))(new Uint8Array())).toBe(0);
  });

  it('takes 48 bytes a word', () => {
    expect(encodeWords(words(7))).toHaveLength(7 * 48);
  });
});
