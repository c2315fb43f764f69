import type { JobRow, Store } from '../store/types.ts';

/** Milliseconds for which a claimed job belongs to its worker. */
export const LEASE = 30_000;
const HEARTBEAT_INTERVAL = 5_000;
/**
 * Milliseconds between two checks whether the job still exists, so that work on a deleted source stops soon. A check costs
 * microseconds; a heartbeat costs a write that waits for the disk.
 */
const HELD_CHECK_INTERVAL = 250;

/**
 * Renews the lease of a job until the returned function is called. Calls `onLost` when the job is gone or belongs to another
 * worker, `onError` when the store cannot tell.
 */
export function keepLease(
  { jobs, now }: Pick<Store, 'jobs' | 'now'>,
  job: JobRow,
  { onLost, onError }: { onLost: () => void; onError: (error: unknown) => void },
): () => void {
  const check = (held: boolean) => {
    if (!held) onLost();
  };
  const heartbeat = setInterval(() => jobs.heartbeat(job, now(), LEASE).then(check, onError), HEARTBEAT_INTERVAL);
  const heldCheck = setInterval(() => jobs.held(job).then(check, onError), HELD_CHECK_INTERVAL);
  return () => {
    clearInterval(heartbeat);
    clearInterval(heldCheck);
  };
}
