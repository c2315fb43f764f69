import { describe, expect, it } from 'vitest';
import { carriedBy, need, peakOf } from './how-far.ts';
import { MEASURED } from './measured.ts';
import { BUSY } from './model.ts';
import { type Setting, simulate } from './simulate.ts';

const LONG = 5_000;
const setting = (given: Partial<Setting>): Setting => ({
  ...{ perSecond: 50, seconds: LONG, processes: 1, databaseProcessors: 1 },
  cost: { mainThread: 10, otherThreads: 0, database: 0 },
  ...given,
});

describe('a simulation of questions', () => {
  it('agrees with the formula of a single queue: the share 1 - q waits longer than -ln(1 - q) / (1 / S - rate)', () => {
    const { p50, p95, busy } = simulate(setting({}));
    const within = (share: number) => -Math.log(1 - share) / (1 / 10 - 50 / 1000);
    expect(p50 / within(0.5)).toBeCloseTo(1, 1);
    expect(p95 / within(0.95)).toBeCloseTo(1, 1);
    expect(busy).toBeCloseTo(0.5, 1);
  });

  it('is the same for the same seed', () => {
    const short = setting({ seconds: 100 });
    expect(simulate(short, 7)).toEqual(simulate(short, 7));
    expect(simulate(short, 7)).not.toEqual(simulate(short, 8));
  });

  it('has two processes answer twice as many questions in the same time', () => {
    const [one, two] = [simulate(setting({})), simulate(setting({ perSecond: 100, processes: 2 }))];
    expect(two.busy / one.busy).toBeCloseTo(1, 1);
    expect(two.p95 / one.p95).toBeCloseTo(1, 1);
  });

  it('waits less for two processors of the database than for one of twice the work', () => {
    const cost = { mainThread: 1, otherThreads: 0, database: 16 };
    const [one, two] = [1, 2].map((databaseProcessors) => simulate(setting({ cost, databaseProcessors })));
    expect(one?.p95).toBeGreaterThan(2 * (two?.p95 ?? Number.NaN));
  });
});

describe('how far one server goes', () => {
  it('counts the questions of the busiest hour', () => {
    // 1,080,000 visitors a month are 36,000 a day with 108,000 questions, 10,800 of them in the busiest hour.
    expect(peakOf(1_080_000)).toBeCloseTo(3);
  });

  it.each(Object.entries(MEASURED))('keeps %s at most as busy as it should be', (_, measured) => {
    const carried = carriedBy(measured);
    const found = need(measured, { chunks: 1_000, questionsPerSecond: carried });
    expect(found?.simulated.busy).toBeLessThan(BUSY * 1.1);
  });

  it('adds replicas where there is a database to share, and says of one process that it does not do', () => {
    const load = { chunks: 1_000, questionsPerSecond: 1_000 };
    expect(need(MEASURED.sqlite, load)).toBeNull();
    expect(need(MEASURED.postgres, load)?.processes).toBeGreaterThan(10);
  });
});
