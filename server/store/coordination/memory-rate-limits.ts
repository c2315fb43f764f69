import { LRUCache } from 'lru-cache';
import type { Limits } from '../types.ts';
import { addFailure, FAILURES_KEPT_MS, type Failures, remainingBlock, removeFailure } from './login-backoff.ts';
import { countHit, removeHit, type SlidingWindowLog } from './sliding-window-log.ts';

/** Idle subjects are removed after this many hits, so that addresses seen once do not fill the memory. */
const HITS_BETWEEN_SWEEPS = 10_000;
const MAX_FAILING_SUBJECTS = 20_000;

/**
 * A sliding window log per subject, in memory: exact for one process, and the SQLite store allows only one. A restart
 * clears it.
 */
export function createMemoryRateLimits(): Limits {
  const logs = new Map<string, SlidingWindowLog>();
  const failing = new LRUCache<string, Failures & { until: number }>({ max: MAX_FAILING_SUBJECTS });
  let hits = 0;

  function forgetLogs(now: number): number {
    const before = logs.size;
    for (const [subject, { windowMs, times }] of logs) {
      if ((times.at(-1) ?? 0) <= now - windowMs) logs.delete(subject);
    }
    return before - logs.size;
  }

  const failuresOf = (subject: string, now: number) => {
    const known = failing.get(subject);
    return known && known.until > now ? known : null;
  };

  return {
    async hit(subject, limit, windowMs, now, cost = 1) {
      hits += 1;
      if (hits % HITS_BETWEEN_SWEEPS === 0) forgetLogs(now);
      const log = logs.get(subject) ?? { windowMs, times: [], first: 0 };
      logs.set(subject, log);
      return countHit(log, { limit, windowMs, cost: Math.min(cost, limit) }, now);
    },

    async takeBack(subject, _windowMs, at) {
      const log = logs.get(subject);
      if (log) removeHit(log, at);
    },

    async attempt(attempting, now) {
      for (const { subject } of attempting) {
        const wait = remainingBlock(failuresOf(subject, now), now);
        if (wait > 0) return wait;
      }
      for (const { subject, free } of attempting) {
        const failures = addFailure(failuresOf(subject, now), free, now);
        failing.set(subject, { ...failures, until: now + FAILURES_KEPT_MS });
      }
      return 0;
    },

    async forgive(subject, failures, now) {
      const left = failures === 'all' ? null : removeFailure(failuresOf(subject, now));
      if (left) failing.set(subject, { ...left, until: now + FAILURES_KEPT_MS });
      else failing.delete(subject);
    },

    async sweep(now) {
      return forgetLogs(now);
    },
  };
}
