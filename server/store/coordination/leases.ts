import type { Db } from '../db.ts';
import type { Leases } from '../types.ts';

/** Named leases for work that only one process at a time may do. */
export function createLeases(db: Db): Leases {
  return {
    async take(name, owner, now, leaseMs) {
      const { rows } = await db.write<{ name: string }>(
        `insert into leases (name, owner, lease_until) values (?, ?, ?)
         on conflict (name) do update set owner = excluded.owner, lease_until = excluded.lease_until
           where leases.owner = excluded.owner or leases.lease_until <= ?
         returning name`,
        [name, owner, now + leaseMs, now],
      );
      return rows.length > 0;
    },

    async give(name, owner) {
      await db.write('delete from leases where name = ? and owner = ?', [name, owner]);
    },
  };
}
