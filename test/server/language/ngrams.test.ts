import { describe, expect, it } from 'vitest';
import { areOverlappingNgrams, ngrams } from '../../../server/language/ngrams.ts';

describe('n-grams', () => {
  it.each(['首都是什么', 'กรุงเทพมหานคร', '𠀀𠀁𠀂𠀃'])('overlap if they are consecutive in %s', (run) => {
    const found = ngrams(run);
    expect(found.length).toBeGreaterThan(2);
    for (const [at, gram] of found.entries()) {
      const next = found[at + 1];
      if (next) expect(areOverlappingNgrams(gram, next), `${gram} ${next}`).toBe(true);
    }
  });

  it.each([
    ['首都', '什么'],
    ['都', '是'],
    ['首都', 'b'],
    ['ab', 'bc'],
    ['', '首都'],
  ])('do not overlap if they are from different words: %j and %j', (left, right) => {
    expect(areOverlappingNgrams(left, right)).toBe(false);
  });
});
