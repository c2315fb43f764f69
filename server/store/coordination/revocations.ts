import type { Db } from '../db.ts';
import { insert } from '../rows.ts';
import { revocations } from '../types/accounts.ts';
import type { Revocations } from '../types.ts';

/** Tokens revoked by a logout before they expired. */
export function createRevocations(db: Db): Revocations {
  return {
    async revoke(jti, expiresAt) {
      await insert(db, revocations, { jti, expiresAt }, { conflict: 'on conflict (jti) do nothing' });
    },
    async isRevoked(jti) {
      const rows = await db.read('select 1 as found from revocations where jti = ?', [jti]);
      return rows.length > 0;
    },
    async sweep(now) {
      const { changes } = await db.write('delete from revocations where expires_at < ?', [now]);
      return changes;
    },
  };
}
