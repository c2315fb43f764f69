import { describe, expect, it } from 'vitest';
import { pool } from '../../../../server/engines/transformers/pooling.ts';

/** Two texts of three tokens, two numbers each; the first ends a token early, the second begins one late. */
const STATES = { data: [3, 0, 0, 4, 9, 9, /**/ 9, 9, 0, 8, 6, 0], shape: [2, 3, 2] as [number, number, number] };
const MASK = [1n, 1n, 0n, /**/ 0n, 1n, 1n];
const rounded = (vectors: Float32Array) => Array.from(vectors, (value) => Math.round(value * 1000) / 1000);

describe('the vectors of tokens become one of the text', () => {
  it('as their mean, of length 1, without what only fills the text up', () => {
    expect(rounded(pool(STATES, MASK, 'mean'))).toEqual([0.6, 0.8, 0.6, 0.8]);
  });

  it('as the first, or the last, wherever the text begins and ends', () => {
    expect(rounded(pool(STATES, MASK, 'cls'))).toEqual([1, 0, 0, 1]);
    expect(rounded(pool(STATES, MASK, 'last'))).toEqual([0, 1, 1, 0]);
  });

  it.each([
    ['a number is none', [Number.NaN, 1]],
    ['a number is without end', [Number.POSITIVE_INFINITY, 1]],
    ['all are zero', [0, 0]],
  ])('or nothing, where %s', (_, data) => {
    expect(() => pool({ data, shape: [1, 1, 2] }, [1], 'mean')).toThrow('without a direction');
  });
});
