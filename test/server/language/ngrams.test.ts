import { describe, expect, it } from 'vitest';
import { areOverlapping, grams } from '../../../server/language/ngrams.ts';

describe('grams', () => {
  it.each(['首都是什么', 'กรุงเทพมหานคร', '𠀀𠀁𠀂𠀃'])('that follow one another in %s overlap', (run) => {
    const found = grams(run);
    expect(found.length).toBeGreaterThan(2);
    for (const [at, gram] of found.entries()) {
      const next = found[at + 1];
      if (next) expect(areOverlapping(gram, next), `${gram} ${next}`).toBe(true);
    }
  });

  it.each([
    ['首都', '什么'],
    ['都', '是'],
    ['首都', 'b'],
    ['ab', 'bc'],
    ['', '首都'],
  ])('of different words do not: %j and %j', (left, right) => {
    expect(areOverlapping(left, right)).toBe(false);
  });
});
