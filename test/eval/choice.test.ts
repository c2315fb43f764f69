import { describe, expect, it } from 'vitest';
import { seeded } from '../helpers/input/seeded.ts';
import { type Choice, fitChoices, likelihoods } from './choice.ts';

describe('fitting choices', () => {
  const random = seeded(3);
  const choices = Array.from({ length: 3000 }, (): Choice => {
    const candidates = Array.from({ length: 4 }, () => [random(), random(), random()]);
    const likely = likelihoods(candidates, [4, -2, 0]);
    let drawn = random();
    const chosen = likely.findIndex((one) => {
      drawn -= one;
      return drawn < 0;
    });
    return { candidates, right: candidates.map((_, at) => at === chosen), weight: 1 };
  });

  it('finds what the signs were worth when the choices were made', () => {
    const [first = 0, second = 0, third = 0] = fitChoices(choices, 1e-6);
    expect(Math.abs(first - 4)).toBeLessThan(0.4);
    expect(Math.abs(second + 2)).toBeLessThan(0.4);
    expect(Math.abs(third)).toBeLessThan(0.4);
  });

  it('gives likelihoods that add up to one, also for sums that no exponential holds', () => {
    expect(likelihoods([[900], [0]], [1])).toEqual([1, 0]);
    expect(likelihoods([[0], [0]], [1])).toEqual([0.5, 0.5]);
  });
});
