import { describe, expect, it } from 'vitest';
import { createComparison, DIMENSIONS, encodeText, meanVector } from '../../../../server/engines/reader/word-codes.ts';
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
    const comparison = createComparison(question)(encodeText(passage).codes);
    expect(comparison.words).toBeCloseTo(expected, 5);
    expect(comparison.weakest).toBeCloseTo(Math.min(...nearest), 5);
  });

  it('finds the same words nearer than others', () => {
    const question = words(4);
    const compare = createComparison(question);
    const [same, other] = [compare(encodeText(question).codes), compare(encodeText(words(40)).codes)];
    expect(same.words).toBeGreaterThan(0.7);
    expect(same.whole).toBeGreaterThan(0.7);
    expect(other.words).toBeLessThan(0.3);
    expect(other.whole).toBeLessThan(0.3);
  });

  it('is 0 where either has no words', () => {
    const nothing = { words: 0, weakest: 0, whole: 0 };
    expect(createComparison(words(0))(encodeText(words(2)).codes)).toEqual(nothing);
    expect(createComparison(words(2))(new Uint8Array())).toEqual(nothing);
  });

  it('takes 48 bytes a word, and as many for their mean', () => {
    const { codes, mean } = encodeText(words(7));
    expect(codes).toHaveLength(7 * 48);
    expect(mean).toHaveLength(48);
  });

  it('has the mean of words as a vector of length 1', () => {
    expect(Math.hypot(...meanVector(words(5)))).toBeCloseTo(1, 5);
    expect(Math.hypot(...meanVector(words(0)))).toBe(0);
  });
});
