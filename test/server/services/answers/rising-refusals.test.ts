import { describe, expect, it } from 'vitest';
import { refusalAlert } from '../../../../server/services/answers/rising-refusals.ts';
import { NO_COUNTS } from '../../../../server/services/answers/usage-report.ts';

const day = (answered: number, refused: number, unsure = 0) => ({ ...NO_COUNTS, answered, refused, unsure });

describe('the alert when refusals rise', () => {
  it.each([
    ['twice as many are refused', [day(60, 40)], [day(320, 80)], true],
    ['twice as many are unsure', [day(60, 0, 40)], [day(320, 80)], true],
    ['as many as before', [day(80, 20)], [day(320, 80)], false],
    ['fewer than before', [day(95, 5)], [day(320, 80)], false],
    ['a rise by a few points', [day(91, 9)], [day(980, 20)], false],
    ['a rise that is small beside what was refused before', [day(40, 60)], [day(200, 200)], false],
    ['too few answers to tell', [day(5, 10)], [day(320, 80)], false],
    ['a rise that chance explains', [day(14, 6)], [day(17, 3)], false],
    ['nothing before to compare with', [day(10, 40)], [], false],
    ['no answers at all', [], [], false],
  ])('%s', (_, recent, before, rising) => {
    expect(refusalAlert(recent, before).rising).toBe(rising);
  });

  it('says the shares that it compares', () => {
    expect(refusalAlert([day(60, 30, 10)], [day(90, 10), day(90, 10)])).toEqual({
      ...{ rising: true, answers: 100, share: 0.4, unsureShare: 0.1, shareBefore: 0.1 },
    });
  });
});
