import type { Db, Tx } from '../../db.ts';
import type { Identities, Identity } from '../../types.ts';

/** In the caller's transaction. False: it is linked already, or the account is gone. */
export async function linkIdentity(
  tx: Tx,
  { issuer, subject }: Identity,
  userId: string,
  at: number,
): Promise<boolean> {
  const { changes } = await tx.write(
    `insert into identities (issuer, subject, user_id, created_at) select ?, ?, id, ? from users where id = ?
     on conflict (issuer, subject) do nothing`,
    [issuer, subject, at, userId],
  );
  return changes === 1;
}

/** The accounts of an OpenID Connect provider that sign in to accounts. Those of a deleted account go with it. */
export function createIdentities(db: Db): Identities {
  return {
    async userOf({ issuer, subject }) {
      const [row] = await db.read<{ user_id: string }>(
        'select user_id from identities where issuer = ? and subject = ?',
        [issuer, subject],
      );
      return row?.user_id ?? null;
    },

    link: (identity, userId, at) => linkIdentity(db, identity, userId, at),

    async unlink(userId) {
      const { changes } = await db.write('delete from identities where user_id = ?', [userId]);
      return changes > 0;
    },

    async has(userId) {
      const rows = await db.read('select 1 as found from identities where user_id = ? limit 1', [userId]);
      return rows.length > 0;
    },
  };
}
