/** The time of the database, without a query for each reading. */
export interface SharedClock {
  /** Epoch milliseconds. */
  now(): number;
  stop(): void;
}

/** In that time, computer clocks drift by a few milliseconds. */
const COMPARE_EVERY_MS = 30_000;
/** The result of a slower query is too imprecise. */
const SLOW_MS = 500;

/**
 * Follows the clock that `ask` reads (epoch milliseconds), so that leases, limits and tokens mean the same on machines
 * whose clocks differ. Between comparisons it uses a monotonic clock, so that setting this machine's clock has no
 * effect. Accurate to half the duration of `ask`. If the database is unreachable, the last comparison holds.
 */
export async function startSharedClock(
  ask: () => Promise<number>,
  elapsed: () => number = () => performance.now(),
): Promise<SharedClock> {
  let offset: number | null = null;

  async function compare(): Promise<void> {
    const began = elapsed();
    const answered = await ask();
    const took = elapsed() - began;
    if (offset === null || took < SLOW_MS) offset = answered - (began + took / 2);
  }

  await compare();
  const timer = setInterval(() => compare().catch(() => undefined), COMPARE_EVERY_MS).unref();
  return {
    now: () => Math.round((offset ?? 0) + elapsed()),
    stop: () => clearInterval(timer),
  };
}
