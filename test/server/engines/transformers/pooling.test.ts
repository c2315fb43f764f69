import { describe, expect, it } from 'vitest';
import { pool } from '../../../../server/engines/transformers/pooling.ts';

/** Two texts of three tokens, two numbers each; the first has padding at its end, the second at its start. */
const STATES = { data: [3, 0, 0, 4, 9, 9, /**/ 9, 9, 0, 8, 6, 0], shape: [2, 3, 2] as [number, number, number] };
const MASK = [1n, 1n, 0n, /**/ 0n, 1n, 1n];
const rounded = (vectors: Float32Array) => Array.from(vectors, (value) => Math.round(value * 1000) / 1000);

describe('pooling of token vectors', () => {
  it('takes their mean, of length 1, without padding', () => {
    expect(rounded(pool(STATES, MASK, 'mean'))).toEqual([0.6, 0.8, 0.6, 0.8]);
  });

  it('takes the first or the last token, wherever the text begins and ends', () => {
    expect(rounded(pool(STATES, MASK, 'cls'))).toEqual([1, 0, 0, 1]);
    expect(rounded(pool(STATES, MASK, 'last'))).toEqual([0, 1, 1, 0]);
  });

  it.each([
    ['a number is NaN', [Number.NaN, 1]],
    ['a number is infinite', [Number.POSITIVE_INFINITY, 1]],
    ['all are zero', [0, 0]],
  ])('throws if %s', (_, data) => {
    expect(() => pool({ data, shape: [1, 1, 2] }, [1], 'mean')).toThrow('without a direction');
  });
});
