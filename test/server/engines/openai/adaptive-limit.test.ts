import { describe, expect, it } from 'vitest';
import {
  type AdaptiveLimit,
  afterFirstWord,
  afterRejection,
  createAdaptiveLimit,
} from '../../../../server/engines/openai/adaptive-limit.ts';

/** The limit after answers one after the other, whose first words take these times. */
function answered(limit: AdaptiveLimit, times: number[], from = 0): AdaptiveLimit {
  let [next, now] = [limit, from];
  for (const time of times) {
    next = afterFirstWord(next, { startedAt: now, now: now + time, inFlight: next.current });
    now += time;
  }
  return next;
}

const often = (count: number, time: number): number[] => Array.from({ length: count }, () => time);
const rejected = (limit: AdaptiveLimit, at: number) =>
  afterRejection(limit, { startedAt: at, now: at, inFlight: limit.current });

describe('the adaptive limit of a model server', () => {
  it('begins with the most', () => {
    expect(createAdaptiveLimit(32).current).toBe(32);
  });

  it('is halved by a rejection, and stays at least one', () => {
    let limit = createAdaptiveLimit(12);
    const seen = [1, 2, 3, 4, 5].map((at) => {
      limit = rejected(limit, at);
      return limit.current;
    });
    expect(seen).toEqual([6, 3, 1, 1, 1]);
  });

  it('is halved once by all that were sent before it was', () => {
    let limit = createAdaptiveLimit(32);
    for (let at = 0; at < 20; at++) limit = afterRejection(limit, { startedAt: at, now: 100 + at, inFlight: 32 });
    expect(limit.current).toBe(16);
    expect(afterRejection(limit, { startedAt: 101, now: 300, inFlight: 16 }).current).toBe(8);
  });

  it('is half of what was under way, if that was less', () => {
    const limit = createAdaptiveLimit(32);
    expect(afterRejection(limit, { startedAt: 0, now: 1, inFlight: 6 }).current).toBe(3);
  });

  it('stays if a single request is rejected', () => {
    expect(afterRejection(createAdaptiveLimit(32), { startedAt: 0, now: 1, inFlight: 1 }).current).toBe(32);
  });

  it('is raised by one for as many good answers as it is, at most eight, up to the most', () => {
    const low = rejected(rejected(createAdaptiveLimit(12), 0), 0);
    expect(low.current).toBe(3);
    expect(answered(low, often(2, 500)).current).toBe(3);
    expect(answered(low, often(3, 500)).current).toBe(4);
    expect(answered(low, often(3 + 4, 500)).current).toBe(5);
    const high = rejected(createAdaptiveLimit(64), 0);
    expect(answered(high, often(7, 500)).current).toBe(32);
    expect(answered(high, often(8, 500)).current).toBe(33);
    expect(answered(low, often(1_000, 500)).current).toBe(12);
  });

  it('is halved if the first word of as many answers clearly takes longer than usual', () => {
    const usual = answered(createAdaptiveLimit(8), often(20, 800));
    expect(answered(usual, often(3, 9_000)).current).toBe(8);
    expect(answered(usual, often(8, 1_500)).current).toBe(8);
    expect(answered(usual, often(5, 3_000)).current).toBe(4);
  });

  it('does not take milliseconds for a rise', () => {
    const fast = answered(createAdaptiveLimit(8), often(20, 100));
    expect(answered(fast, often(50, 900)).current).toBe(8);
  });

  it('does not blame a single request for being slow', () => {
    let limit = answered(createAdaptiveLimit(8), often(20, 800));
    for (let at = 0; at < 20; at++) {
      limit = afterFirstWord(limit, { startedAt: 1e6 * at, now: 1e6 * at + 9_000, inFlight: 1 });
    }
    expect(limit.current).toBe(8);
  });

  it('is what it was if fewer requests do not make the first word come earlier', () => {
    const slower = answered(answered(createAdaptiveLimit(8), often(20, 800)), often(5, 4_000));
    expect(slower.current).toBe(4);
    const known = answered(slower, often(5, 4_000), 1e6);
    expect(known.current).toBe(8);
    expect(answered(known, often(500, 4_000), 2e6).current).toBe(8);
  });

  it('is halved again if fewer requests did help, but not enough', () => {
    const slower = answered(answered(createAdaptiveLimit(16), often(40, 800)), often(9, 8_000));
    expect(slower.current).toBe(8);
    expect(answered(slower, often(8, 4_000), 1e6).current).toBe(4);
  });

  it.each([1, 4, 10, 24])('settles where a server that takes %d at once rejects few', (capacity) => {
    let limit = createAdaptiveLimit(32);
    let [rejections, sent] = [0, 0];
    for (let round = 0; round < 600; round++) {
      const startedAt = round * 1_000;
      const { current } = limit;
      for (let at = 0; at < current; at++) {
        const times = { startedAt, now: startedAt + 400, inFlight: current };
        limit = at < capacity ? afterFirstWord(limit, times) : afterRejection(limit, times);
        if (round >= 100) [rejections, sent] = [rejections + (at < capacity ? 0 : 1), sent + 1];
      }
      if (round >= 100) expect(limit.current).toBeGreaterThanOrEqual(Math.floor(capacity / 2));
      if (round >= 100) expect(limit.current).toBeLessThanOrEqual(capacity + 1 + capacity / 8);
    }
    expect(rejections / sent).toBeLessThan(0.4);
  });

  it('stays low for a server that has all wait behind two', () => {
    let limit = createAdaptiveLimit(32);
    const seen: number[] = [];
    for (let round = 0; round < 300; round++) {
      const startedAt = round * 100_000;
      const { current } = limit;
      for (let at = 0; at < current; at++) {
        limit = afterFirstWord(limit, {
          startedAt,
          now: startedAt + 600 + 4_000 * Math.floor(at / 2),
          inFlight: current,
        });
      }
      if (round >= 20) seen.push(limit.current);
    }
    const mean = seen.reduce((sum, one) => sum + one, 0) / seen.length;
    expect(Math.max(...seen)).toBeLessThan(12);
    expect(mean).toBeLessThan(8);
  });
});
