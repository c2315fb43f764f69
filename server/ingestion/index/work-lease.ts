import { randomUUID } from 'node:crypto';
import type { Store } from '../../store/types.ts';

/** The right to do a kind of work, which one of several servers has at a time. */
export interface WorkLease {
  /** Takes or renews it; false while another server has it. */
  take(): Promise<boolean>;
  release(): Promise<void>;
}

/** Longer than any batch of work takes. */
const LEASE_MS = 60_000;

/** A single process needs no lease: the lease of an earlier process that was killed would never be released. */
export function createWorkLease(
  work: string,
  { leases, shared, now }: Pick<Store, 'leases' | 'shared' | 'now'>,
): WorkLease {
  const owner = randomUUID();
  return {
    take: async () => !shared || leases.take(work, owner, now(), LEASE_MS),
    release: async () => {
      if (shared) await leases.give(work, owner);
    },
  };
}
