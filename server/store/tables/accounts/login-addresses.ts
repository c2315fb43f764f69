import type { Db } from '../../db.ts';
import { ifThere, insert, remove, replacing } from '../../rows.ts';
import { loginAddresses } from '../../types/accounts.ts';
import type { LoginAddresses } from '../../types.ts';

/** The addresses that an account has logged in from, as hashes from the caller. */
export function createLoginAddresses(db: Db): LoginAddresses {
  return {
    async lastLogin(email, addressHash) {
      // One statement, whether the account exists or not, so that the time reveals nothing.
      const [row] = await db.read<{ at: number }>(
        `select last_login_at as at from login_addresses join users on users.id = login_addresses.user_id
         where users.email = ? and address_hash = ?`,
        [email, addressHash],
      );
      return row ? Number(row.at) : null;
    },

    async note(userId, addressHash, at, keep) {
      // No need to wait for the disk: what a power failure loses is written again at the next login.
      await db.tx(
        async (tx) => {
          const row = { userId, addressHash, lastLoginAt: at };
          await insert(tx, loginAddresses, row, {
            ...ifThere('users', userId),
            conflict: replacing(loginAddresses),
          });
          const beyond = `user_id = ? and address_hash not in (
            select address_hash from login_addresses where user_id = ? order by last_login_at desc, address_hash limit ?
          )`;
          await remove(tx, loginAddresses, beyond, [userId, userId, keep]);
        },
        { durable: false },
      );
    },

    sweep: (before) => remove(db, loginAddresses, 'last_login_at <= ?', [before]),
  };
}
