import type { Limits } from './types.ts';

/** Idle subjects are forgotten every so many hits, so that passing addresses do not fill the memory. */
const HITS_BETWEEN_SWEEPS = 10_000;

interface Log {
  windowMs: number;
  /** Epoch milliseconds of the counted requests, oldest first. */
  times: number[];
  /** Where in `times` the window begins: those before have left it. */
  first: number;
}

/** Those that have left are only taken out of the list once they are the most of it: a hit costs the same however many are counted. */
function leave(log: Log, until: number): void {
  const { times } = log;
  while (log.first < times.length && (times[log.first] ?? 0) <= until) log.first += 1;
  if (log.first * 2 <= times.length) return;
  times.splice(0, log.first);
  log.first = 0;
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
      const log = logs.get(subject) ?? { windowMs, times: [], first: 0 };
      log.windowMs = windowMs;
      logs.set(subject, log);
      const { times } = log;
      // Should the clock have been set back, requests "from the future" count as made just now: they block nobody for
      // longer than a window.
      for (let at = times.length - 1; (times[at] ?? 0) > now; at -= 1) times[at] = now;
      leave(log, now - windowMs);
      const allowed = times.length - log.first < limit;
      if (allowed) times.push(now);
      // Refused: one is free again when so many have left that fewer than `limit` remain.
      const leaving = times[allowed ? log.first : times.length - limit];
      return {
        allowed,
        limit,
        remaining: Math.max(0, limit - (times.length - log.first)),
        resetMs: (leaving ?? now) + windowMs - now,
      };
    },
  };
}
