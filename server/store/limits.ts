import type { Limits } from './types.ts';

/** Idle subjects are forgotten every so many hits, so that passing addresses do not fill the memory. */
const HITS_BETWEEN_SWEEPS = 10_000;

interface Log {
  windowMs: number;
  /** Epoch milliseconds of the counted requests, oldest first. */
  times: number[];
}

/**
 * The sliding log of each subject, in memory: exact for one process, and the embedded store admits only one. A restart
 * forgets it.
 */
export function createMemoryLimits(): Limits {
  const logs = new Map<string, Log>();
  let hits = 0;

  function sweep(now: number): void {
    for (const [subject, { windowMs, times }] of logs) {
      if ((times.at(-1) ?? 0) <= now - windowMs) logs.delete(subject);
    }
  }

  return {
    async hit(subject, limit, windowMs, now) {
      hits += 1;
      if (hits % HITS_BETWEEN_SWEEPS === 0) sweep(now);
      // Should the clock have been set back, requests "from the future" count as made just now: they block nobody for
      // longer than a window.
      const times = (logs.get(subject)?.times ?? [])
        .map((time) => Math.min(time, now))
        .filter((time) => time > now - windowMs);
      const allowed = times.length < limit;
      if (allowed) times.push(now);
      logs.set(subject, { windowMs, times });
      // Refused: one is free again when so many have left that fewer than `limit` remain.
      const leaving = allowed ? times[0] : times[times.length - limit];
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - times.length),
        resetMs: (leaving ?? now) + windowMs - now,
      };
    },
  };
}
