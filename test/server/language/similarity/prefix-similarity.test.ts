import { describe, expect, it } from 'vitest';
import {
  createPrefixIndex,
  findByPrefix,
  prefixSimilarity,
} from '../../../../server/language/similarity/prefix-similarity.ts';

describe('prefixSimilarity', () => {
  it.each([
    ['wikingersiedl', 'wiking', 6 / 13],
    ['regen', 'regenwald', 1],
    ['finanziert', 'finanziell', 8 / 10],
  ])('of %s with %s is the share of their common prefix', (term, other, share) => {
    expect(prefixSimilarity(term, other)).toBeCloseTo(share, 5);
  });

  it('is zero for words that share less than four letters', () => {
    expect(prefixSimilarity('telephone', 'television')).toBeGreaterThan(0);
    expect(prefixSimilarity('contract', 'concrete')).toBe(0);
    expect(prefixSimilarity('planet', 'plan')).toBeCloseTo(4 / 6, 5);
    expect(prefixSimilarity('port', 'airport')).toBe(0);
  });

  it('has an index by the first letters, without numbers, short words and n-grams of unspaced scripts', () => {
    const heads = createPrefixIndex(['finanziert', 'finanzen', 'und', '2018', 'mp3player', 'สนามบิน']);
    expect(findByPrefix(heads, 'finanziell')).toEqual(['finanziert', 'finanzen']);
    for (const term of ['undine', '2018er', 'mp3play', 'สนามบิ']) expect(findByPrefix(heads, term)).toEqual([]);
  });
});
