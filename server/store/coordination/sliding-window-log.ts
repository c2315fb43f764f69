import type { LimitState } from '../types.ts';

export interface Log {
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

/** Counts a request in the log, where it may still be made. */
export function countHit(log: Log, limit: number, windowMs: number, now: number): LimitState {
  const { times } = log;
  log.windowMs = windowMs;
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
}
