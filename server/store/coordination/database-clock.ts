/** The time of the database, without asking it each time. */
export interface SharedClock {
  /** Epoch milliseconds. */
  now(): number;
  stop(): void;
}

/** Computer clocks drift by a few milliseconds in that time. */
const COMPARE_EVERY_MS = 30_000;
/** A slower answer is too imprecise. */
const SLOW_MS = 500;

/**
 * Goes by the clock that `ask` tells (epoch milliseconds), so that leases, limits and tokens mean the same on machines whose
 * own clocks differ. In between it counts on by a clock that nobody sets, and so does not notice when this machine's is.
 * Exact to half of what asking takes. Where the database cannot be asked, the last comparison holds.
 */
export async function startSharedClock(
  ask: () => Promise<number>,
  elapsed: () => number = () => performance.now(),
): Promise<SharedClock> {
  let offset: number | null = null;

  async function compare(): Promise<void> {
    const began = elapsed();
    const told = await ask();
    const took = elapsed() - began;
    if (offset === null || took < SLOW_MS) offset = told - (began + took / 2);
  }

  await compare();
  const timer = setInterval(() => compare().catch(() => undefined), COMPARE_EVERY_MS).unref();
  return {
    now: () => Math.round((offset ?? 0) + elapsed()),
    stop: () => clearInterval(timer),
  };
}
