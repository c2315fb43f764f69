import type { Db, Tx } from '../../db.ts';
import { ifThere, insert } from '../../rows.ts';
import { identities } from '../../types/members.ts';
import type { Identities, Identity, Linking } from '../../types.ts';

async function userOf(tx: Pick<Tx, 'read'>, { issuer, subject }: Identity): Promise<string | null> {
  const [row] = await tx.read<{ user_id: string }>('select user_id from identities where issuer = ? and subject = ?', [
    issuer,
    subject,
  ]);
  return row?.user_id ?? null;
}

/** In the caller's transaction. */
export async function linkIdentity(tx: Tx, identity: Identity, userId: string, at: number): Promise<Linking> {
  const row = { ...identity, userId, createdAt: at };
  const { changes } = await insert(tx, identities, row, {
    ...ifThere('users', userId),
    conflict: 'on conflict do nothing',
  });
  if (changes === 1) return 'linked';
  const linkedTo = await userOf(tx, identity);
  if (linkedTo === null) return 'other';
  return linkedTo === userId ? 'already' : 'taken';
}

/** The accounts of an OpenID Connect provider that sign in to accounts. Those of a deleted account go with it. */
export function createIdentities(db: Db): Identities {
  return {
    userOf: (identity) => userOf(db, identity),
    link: (identity, userId, at) => db.tx((tx) => linkIdentity(tx, identity, userId, at)),

    async unlink(userId) {
      await db.write('delete from identities where user_id = ?', [userId]);
    },

    async has(userId) {
      const rows = await db.read('select 1 as found from identities where user_id = ? limit 1', [userId]);
      return rows.length > 0;
    },

    async subjectOf(userId, issuer) {
      const [row] = await db.read<{ subject: string }>(
        'select subject from identities where user_id = ? and issuer = ?',
        [userId, issuer],
      );
      return row?.subject ?? null;
    },
  };
}
