import type { LimitState } from '../types.ts';

export interface SlidingWindowLog {
  windowMs: number;
  /** Epoch milliseconds of the counted requests, oldest first. */
  times: number[];
  /** The index in `times` where the window begins; earlier entries have expired. */
  first: number;
}

/**
 * Drops entries up to `until`. They leave the array only once they are more than half of it, so that the cost of a hit
 * does not depend on the log's size.
 */
function dropExpired(log: SlidingWindowLog, until: number): void {
  const { times } = log;
  while (log.first < times.length && (times[log.first] ?? 0) <= until) log.first += 1;
  if (log.first * 2 <= times.length) return;
  times.splice(0, log.first);
  log.first = 0;
}

/** Counts a request, as many times as it costs, if the limit allows it. */
export function countHit(
  log: SlidingWindowLog,
  { limit, windowMs, cost }: { limit: number; windowMs: number; cost: number },
  now: number,
): LimitState {
  const { times } = log;
  log.windowMs = windowMs;
  // If the clock was set back, requests "from the future" count as made now, so that they block no longer than a
  // window.
  for (let at = times.length - 1; (times[at] ?? 0) > now; at -= 1) times[at] = now;
  dropExpired(log, now - windowMs);
  const allowed = times.length - log.first + cost <= limit;
  if (allowed) for (let counted = 0; counted < cost; counted += 1) times.push(now);
  // When refused, the same request is allowed once the window has room for its cost.
  const nextToExpire = times[allowed ? log.first : times.length + cost - limit - 1];
  return {
    allowed,
    limit,
    remaining: Math.max(0, limit - (times.length - log.first)),
    resetMs: (nextToExpire ?? now) + windowMs - now,
  };
}

/** Removes a request counted at that time, if the window still holds it. */
export function removeHit({ times, first }: SlidingWindowLog, at: number): void {
  const place = times.lastIndexOf(at);
  if (place >= first) times.splice(place, 1);
}
