import type { Db } from '../db.ts';
import type { Revocations } from '../types.ts';

/** Tokens revoked by a logout before they expired. */
export function createRevocations(db: Db): Revocations {
  return {
    async revoke(jti, expiresAt) {
      await db.write('insert into revocations (jti, expires_at) values (?, ?) on conflict (jti) do nothing', [
        jti,
        expiresAt,
      ]);
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
