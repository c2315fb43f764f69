import type { Db } from '../db.ts';
import { exists, insert, remove } from '../rows.ts';
import { revocations } from '../types/accounts.ts';
import type { Revocations } from '../types.ts';

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
