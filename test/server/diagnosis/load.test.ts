import { describe, expect, it } from 'vitest';
import { carriedPerSecond, checkLoad, type ServerLoad } from '../../../server/diagnosis/load.ts';

const load = (questions: number, busy: number): ServerLoad => ({
  ...{ lastHour: 0, lastDay: 0 },
  busiest: { questions, busy },
});
const UNASKED: ServerLoad = { lastHour: 0, lastDay: 0, busiest: null };

describe('what a process carries', () => {
  it('follows from its busiest minute', () => {
    expect(carriedPerSecond(load(120, 0.1))).toBeCloseTo(12);
    expect(carriedPerSecond(load(600, 0.9))).toBeCloseTo(20 / 3);
  });

  it.each([
    ['nothing was measured yet', UNASKED],
    ['there were too few questions', load(29, 0.5)],
    ['nothing was busy', load(100, 0)],
  ])('is not guessed where %s', (_, unknown) => {
    expect(carriedPerSecond(unknown)).toBeNull();
    expect(checkLoad(unknown, false)).toMatchObject({ verdict: 'ok', advice: null });
  });

  it('is well until the busiest part is busy for most of the time', () => {
    expect(checkLoad(load(120, 0.59), false)).toMatchObject({ check: 'load', verdict: 'ok', advice: null });
    expect(checkLoad(load(120, 0.1), false).found).toContain('120 questions');
    expect(checkLoad(load(120, 0.1), false).found).toContain('10 %');
    expect(checkLoad(load(120, 0.1), false).found).toContain('12 questions a second');
  });

  it('leads to Postgres with the embedded store, and to a further replica with Postgres', () => {
    const busy = load(600, 0.6);
    expect(checkLoad(busy, false)).toMatchObject({ verdict: 'warning', advice: expect.stringContaining('Postgres') });
    expect(checkLoad(busy, true)).toMatchObject({
      verdict: 'warning',
      advice: expect.stringContaining('another replica'),
    });
  });
});
