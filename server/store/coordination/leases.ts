import type { Db } from '../db.ts';
import { insert, remove, replacing } from '../rows.ts';
import { leases } from '../types/leases.ts';
import type { Leases } from '../types.ts';

/** Named leases for work that only one process at a time may do. */
export function createLeases(db: Db): Leases {
  return {
    async take(name, owner, now, leaseMs) {
      const lease = { name, owner, leaseUntil: now + leaseMs };
      const { rows } = await insert(db, leases, lease, {
        conflict: `${replacing(leases)} where leases.owner = excluded.owner or leases.lease_until <= ? returning name`,
        parameters: [now],
      });
      return rows.length > 0;
    },

    async give(name, owner) {
      await remove(db, leases, 'name = ? and owner = ?', [name, owner]);
    },
  };
}
