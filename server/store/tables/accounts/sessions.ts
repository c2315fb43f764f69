import type { Db, Tx } from '../../db.ts';
import { exists, find, insert, remove, update } from '../../rows.ts';
import { revocations, sessions } from '../../types/accounts.ts';
import type { Revocations, Sessions } from '../../types.ts';
import { pageOf } from '../paginate.ts';

/** A session has ended as soon as its account has another epoch, such as after a restore, even if its row is still there. */
const VALID = 'token_epoch = (select users.token_epoch from users where users.id = sessions.user_id)';

/** Sessions of accounts. A session that has ended is not found, even before its row is swept. */
export function createSessions(db: Db): Sessions {
  return {
    async create(session, most) {
      return db.tx(async (tx) => {
        const { changes } = await insert(tx, sessions, session, {
          select: 'from users where id = ? and token_epoch = ? and deactivated_at is null',
          parameters: [session.userId, session.tokenEpoch],
        });
        if (changes === 0) return false;
        await tx.write(
          `delete from sessions where user_id = ? and id not in (
             select id from sessions where user_id = ? order by last_used_at desc, created_at desc, id limit ?
           )`,
          [session.userId, session.userId, most],
        );
        return true;
      });
    },

    byId: (id) => find(db, sessions, `id = ? and ${VALID}`, [id]),

    listByUser: (userId, now, paging) =>
      pageOf(db, sessions, `user_id = ? and expires_at > ? and ${VALID}`, [userId, now], 'created_at desc, id', paging),

    async touch(id, lastUsedAt) {
      // No one was told of it, so it need not wait for the disk.
      await db.tx((tx) => update(tx, sessions, { lastUsedAt }, 'id = ?', [id]), { durable: false });
    },

    async confirm(id, confirmedAt) {
      await update(db, sessions, { confirmedAt }, 'id = ?', [id]);
    },

    end: async (userId, id) => (await remove(db, sessions, `id = ? and user_id = ? and ${VALID}`, [id, userId])) === 1,

    sweep: (now) => remove(db, sessions, 'expires_at <= ?', [now]),
  };
}

/**
 * Ends the sessions of an account whose epoch has just been raised, except one, which gets the new epoch. Returns how many
 * have ended that would still have been valid.
 */
export async function endOtherSessions(tx: Tx, userId: string, keptId: string | null, now: number): Promise<number> {
  const { rows } = await tx.write<{ expires_at: number }>(
    'delete from sessions where user_id = ? and id <> ? returning expires_at',
    [userId, keptId ?? ''],
  );
  await tx.write('update sessions set token_epoch = (select token_epoch from users where id = ?) where id = ?', [
    userId,
    keptId ?? '',
  ]);
  return rows.filter((row) => Number(row.expires_at) > now).length;
}

/** Tokens revoked by a logout before they expired. */
export function createRevocations(db: Db): Revocations {
  return {
    async revoke(jti, expiresAt) {
      await insert(db, revocations, { jti, expiresAt }, { conflict: 'on conflict (jti) do nothing' });
    },
    isRevoked: (jti) => exists(db, revocations, 'jti = ?', [jti]),
    sweep: (now) => remove(db, revocations, 'expires_at < ?', [now]),
  };
}
