/** The recent failed logins of a subject. */
export interface Failures {
  count: number;
  blockedUntil: number;
}

export const FAILURES_KEPT_MS = 60 * 60_000;
const MAX_DELAY_MS = 15 * 60_000;

/** Milliseconds until the block ends; 0 without a block. */
export const remainingBlock = (failures: Failures | null, now: number) =>
  Math.max(0, (failures?.blockedUntil ?? 0) - now);

/** Adds a failure. The first `free` failures do not block; each further one doubles the block. */
export function addFailure(failures: Failures | null, free: number, now: number): Failures {
  const count = (failures?.count ?? 0) + 1;
  const delay = count < free ? 0 : Math.min(MAX_DELAY_MS, 1000 * 2 ** Math.min(count - free, 20));
  return { count, blockedUntil: delay === 0 ? 0 : now + delay };
}

/** Takes one failure back, as it was none; null if none is left. */
export function removeFailure(failures: Failures | null): Failures | null {
  const count = (failures?.count ?? 1) - 1;
  return count > 0 ? { count, blockedUntil: 0 } : null;
}
