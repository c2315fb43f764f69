import { describe, expect, it } from 'vitest';
import { seeded } from '../../helpers/input/seeded.ts';
import { type Choice, choiceProbabilities, fitChoices } from './choice.ts';

describe('fitting choices', () => {
  const random = seeded(3);
  const choices = Array.from({ length: 3000 }, (): Choice => {
    const candidates = Array.from({ length: 4 }, () => [random(), random(), random()]);
    const probabilities = choiceProbabilities(candidates, [4, -2, 0]);
    let drawn = random();
    const chosen = probabilities.findIndex((one) => {
      drawn -= one;
      return drawn < 0;
    });
    return { candidates, right: candidates.map((_, at) => at === chosen), weight: 1 };
  });

  it('recovers the feature weights from which the choices were drawn', () => {
    const [first = 0, second = 0, third = 0] = fitChoices(choices, 1e-6);
    expect(Math.abs(first - 4)).toBeLessThan(0.4);
    expect(Math.abs(second + 2)).toBeLessThan(0.4);
    expect(Math.abs(third)).toBeLessThan(0.4);
  });

  it('gives probabilities that add up to one, even for sums whose exponential overflows', () => {
    expect(choiceProbabilities([[900], [0]], [1])).toEqual([1, 0]);
    expect(choiceProbabilities([[0], [0]], [1])).toEqual([0.5, 0.5]);
  });
});
