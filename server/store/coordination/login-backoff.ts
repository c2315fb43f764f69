/** How often somebody has failed of late. */
export interface Failures {
  count: number;
  blockedUntil: number;
}

export const FAILURES_KEPT_MS = 60 * 60_000;
const LONGEST_DELAY_MS = 15 * 60_000;

/** Milliseconds that they are still blocked for, 0 for none. */
export const waitOf = (failures: Failures | null, now: number) => Math.max(0, (failures?.blockedUntil ?? 0) - now);

/** One more failure; those beyond the `free` ones block for ever longer. */
export function failedAgain(failures: Failures | null, free: number, now: number): Failures {
  const count = (failures?.count ?? 0) + 1;
  const delay = count < free ? 0 : Math.min(LONGEST_DELAY_MS, 1000 * 2 ** Math.min(count - free, 20));
  return { count, blockedUntil: delay === 0 ? 0 : now + delay };
}

/** What is left of them where one was none; null: nothing. */
export function oneLess(failures: Failures | null): Failures | null {
  const count = (failures?.count ?? 1) - 1;
  return count > 0 ? { count, blockedUntil: 0 } : null;
}
