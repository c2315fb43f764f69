import type { Log } from '../../../platform/log.ts';
import type { Compaction } from './compaction.ts';

const CHECK_EVERY_MS = 10_000;
/** A compaction takes a second for 100 MB, so a write that has to wait for it waits a hundredth of the quiet time before. */
const QUIET_MS = 60_000;
const QUIET_MS_PER_MB = 1_000;
/** The least time between two compactions, as sources may be processed again and again. */
const REST_MS = 60 * 60_000;

export interface IdleCompactionParts {
  /** A counter that grows with each change of the database. */
  changes(): Promise<number>;
  /** Deletions since the last compaction. */
  pending(): Promise<number>;
  /** Bytes. */
  size(): number;
  compact(): Promise<Compaction>;
  log: Log;
}

/**
 * Compacts the database when nothing has been written for a minute, or a second for each megabyte where that is longer, and
 * something was deleted since the last compaction; at most once an hour. A failure is logged, and the next attempt follows an
 * hour later.
 */
export function compactWhenIdle({ changes, pending, size, compact, log }: IdleCompactionParts): { stop(): void } {
  let seen: number | null = null;
  let quietSince = 0;
  let restUntil = 0;
  let checking = false;

  async function check(): Promise<void> {
    const now = performance.now();
    const count = await changes();
    if (count !== seen) {
      seen = count;
      quietSince = now;
      return;
    }
    const quiet = Math.max(QUIET_MS, (size() / 1e6) * QUIET_MS_PER_MB);
    if (now - quietSince < quiet || now < restUntil || (await pending()) === 0) return;
    restUntil = now + REST_MS;
    log.info('database_compacted', { ...(await compact()) });
  }

  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check()
      .catch((error) => log.warn('compaction_failed', { error }))
      .finally(() => {
        checking = false;
      });
  }, CHECK_EVERY_MS);
  return { stop: () => clearInterval(timer) };
}
