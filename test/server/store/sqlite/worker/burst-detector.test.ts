import { describe, expect, it } from 'vitest';
import { createCrowd } from '../../../../../server/store/sqlite/worker/burst-detector.ts';

describe('a crowd', () => {
  /** Told at each of these moments, in milliseconds, of one thing that is asked. */
  const toldAt = (moments: number[]) => {
    let time = 0;
    const crowded = createCrowd(3, () => time);
    return moments.map((moment) => {
      time = moment;
      return crowded();
    });
  };

  it('is there when as many as are given ask within a second', () => {
    expect(toldAt([0, 500, 999])).toEqual([false, false, true]);
  });

  it('is not there while they ask one after the other, for however long', () => {
    expect(toldAt([0, 500, 1000, 1500, 2000])).toEqual([false, false, false, false, false]);
  });

  it('has been there for good', () => {
    expect(toldAt([0, 1, 2, 60_000])).toEqual([false, false, true, true]);
  });
});
