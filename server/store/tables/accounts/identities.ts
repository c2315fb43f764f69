import type { Db, Reads, Tx } from '../../db.ts';
import { exists, find, ifThere, insert, remove } from '../../rows.ts';
import { identities } from '../../types/members.ts';
import type { Identities, Identity, Linking } from '../../types.ts';

async function userOf(tx: Reads, { issuer, subject }: Identity): Promise<string | null> {
  return (await find(tx, identities, 'issuer = ? and subject = ?', [issuer, subject]))?.userId ?? null;
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
      await remove(db, identities, 'user_id = ?', [userId]);
    },

    has: (userId) => exists(db, identities, 'user_id = ? limit 1', [userId]),

    subjectOf: async (userId, issuer) =>
      (await find(db, identities, 'user_id = ? and issuer = ?', [userId, issuer]))?.subject ?? null,
  };
}
