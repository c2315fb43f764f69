import { randomUUID } from 'node:crypto';
import type { Store } from '../../store/types.ts';

/** Longer than any batch of work takes. */
const LEASE_MS = 60_000;

/** The right to do a kind of work, which one of several servers has at a time. */
export type WorkLease = ReturnType<typeof createWorkLease>;

/** A single process needs no lease: the lease of an earlier process that was killed would never be released. */
export function createWorkLease(work: string, { leases, shared, now }: Pick<Store, 'leases' | 'shared' | 'now'>) {
  const owner = randomUUID();
  return {
    /** Takes or renews it; false while another server has it. */
    take: async (): Promise<boolean> => !shared || leases.take(work, owner, now(), LEASE_MS),
    release: async (): Promise<void> => {
      if (shared) await leases.give(work, owner);
    },
  };
}
