import type { Db, Tx } from '../../db.ts';
import type { Identities, Identity } from '../../types.ts';

/**
 * In the caller's transaction. False: the identity is linked already, the account has another one of the issuer, or is gone. The row
 * of the account is written first, so that of two links at once the second sees the first.
 */
export async function linkIdentity(
  tx: Tx,
  { issuer, subject }: Identity,
  userId: string,
  at: number,
): Promise<boolean> {
  await tx.write('update users set token_epoch = token_epoch where id = ?', [userId]);
  const { changes } = await tx.write(
    `insert into identities (issuer, subject, user_id, created_at) select ?, ?, id, ? from users where id = ?
       and not exists (select 1 from identities where issuer = ? and user_id = ?)
     on conflict (issuer, subject) do nothing`,
    [issuer, subject, at, userId, issuer, userId],
  );
  return changes === 1;
}

/** The accounts of an OpenID Connect provider that sign in to accounts. Those of a deleted account go with it. */
export function createIdentities(db: Db): Identities {
  return {
    async userOf({ issuer, subject }) {
      // Earlier versions linked a second person of an issuer who had the address of the account: only the first is its own.
      const [row] = await db.read<{ user_id: string; is_first: number }>(
        `select user_id, case when exists (
           select 1 from identities earlier where earlier.issuer = identities.issuer
             and earlier.user_id = identities.user_id and (earlier.created_at < identities.created_at
               or (earlier.created_at = identities.created_at and earlier.subject < identities.subject))
         ) then 0 else 1 end as is_first from identities where issuer = ? and subject = ?`,
        [issuer, subject],
      );
      if (!row) return null;
      return Number(row.is_first) === 1 ? row.user_id : 'another';
    },

    link: (identity, userId, at) => db.tx((tx) => linkIdentity(tx, identity, userId, at)),

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
