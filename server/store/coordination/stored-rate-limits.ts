import { LRUCache } from 'lru-cache';
import { isDiskFull } from '../../platform/files/disk-space.ts';
import type { Db } from '../db.ts';
import type { Limits } from '../types.ts';
import { createAtomicStates } from './atomic-states.ts';
import { addFailure, FAILURES_KEPT_MS, type Failures, remainingBlock, removeFailure } from './login-backoff.ts';
import { createMemoryRateLimits } from './memory-rate-limits.ts';
import { countHit, removeHit } from './sliding-window-log.ts';

/** Subjects for which this process remembers a refusal. */
const MAX_REFUSED_SUBJECTS = 20_000;

interface Refused {
  limit: number;
  windowMs: number;
  /** When the refusal was found. */
  at: number;
  until: number;
}

/**
 * The same limits in the database, one row per subject: exact across all processes, and they survive a restart. A
 * subject that is refused at the cost of 1 stays refused until a counted request leaves the window. This process remembers
 * that, so that a flood of refused requests costs the database nothing. While the disk of the database is full, each process
 * counts requests in memory: no request is refused because it cannot be counted.
 */
export function createStoredRateLimits(db: Db): Limits {
  const states = createAtomicStates(db);
  const refused = new LRUCache<string, Refused>({ max: MAX_REFUSED_SUBJECTS });
  const inMemory = createMemoryRateLimits();

  return {
    async hit(subject, limit, windowMs, now, given = 1) {
      const cost = Math.min(given, limit);
      const known = refused.get(subject);
      const isSame = cost === 1 && known?.limit === limit && known.windowMs === windowMs;
      // After the clock was set back, the refusal says nothing about this request.
      if (isSame && known.at <= now && now < known.until)
        return { allowed: false, limit, remaining: 0, resetMs: known.until - now };
      const counted = states.change(subject, now, (state) => {
        const log = { windowMs, times: decodeTimes(state), first: 0 };
        const result = countHit(log, { limit, windowMs, cost }, now);
        return { state: encodeTimes(log.times.slice(log.first)), until: now + windowMs, result };
      });
      const found = await counted.catch((error: unknown) => {
        if (isDiskFull(error)) return inMemory.hit(subject, limit, windowMs, now, cost);
        throw error;
      });
      if (found.allowed) refused.delete(subject);
      else if (cost === 1) refused.set(subject, { limit, windowMs, at: now, until: now + found.resetMs });
      return found;
    },

    async takeBack(subject, windowMs, at, now) {
      refused.delete(subject);
      await states.change(subject, now, (state) => {
        const log = { windowMs, times: decodeTimes(state), first: 0 };
        removeHit(log, at);
        return {
          state: encodeTimes(log.times) || null,
          until: (log.times.at(-1) ?? now) + windowMs,
          result: undefined,
        };
      });
    },

    async attempt(attempting, now) {
      // Check all subjects before counting any: an attempt that one subject blocks must not count for another.
      for (const { subject } of attempting) {
        const wait = remainingBlock(failuresOf(await states.read(failing(subject), now)), now);
        if (wait > 0) return wait;
      }
      for (const { subject, free } of attempting) {
        const wait = await states.change(failing(subject), now, (state) => {
          const failures = failuresOf(state);
          const result = remainingBlock(failures, now);
          if (result > 0) return { state, until: 0, result };
          return { state: JSON.stringify(addFailure(failures, free, now)), until: now + FAILURES_KEPT_MS, result };
        });
        if (wait > 0) return wait;
      }
      return 0;
    },

    async forgive(subject, failures, now) {
      await states.change(failing(subject), now, (state) => {
        const left = failures === 'all' ? null : removeFailure(failuresOf(state));
        return { state: left && JSON.stringify(left), until: now + FAILURES_KEPT_MS, result: undefined };
      });
    },

    sweep: states.sweep,
  };
}

const failing = (subject: string) => `failing ${subject}`;

const failuresOf = (state: string | null) => (state === null ? null : (JSON.parse(state) as Failures));

/** The first time, then the differences: a quarter of the size of the full times. */
function encodeTimes(times: number[]): string {
  return times.map((time, at) => time - (times[at - 1] ?? 0)).join(',');
}

function decodeTimes(state: string | null): number[] {
  if (!state) return [];
  let time = 0;
  return state.split(',').map((distance) => {
    time += Number(distance);
    return time;
  });
}
