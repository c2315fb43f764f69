import type { Db, Tx } from '../../db.ts';
import { find, ifThere, insert, remove, update } from '../../rows.ts';
import { recoveryCodes, secondFactors } from '../../types/accounts.ts';
import type { SecondFactors } from '../../types.ts';

/** Second factors of accounts, and the hashes of their recovery codes. */
export function createSecondFactors(db: Db): SecondFactors {
  return {
    byUser: (userId) => find(db, secondFactors, 'user_id = ?', [userId]),

    async begin(userId, secret) {
      const row = { userId, secret, enabledAt: null };
      const { changes } = await insert(db, secondFactors, row, {
        ...ifThere('users', userId),
        conflict:
          'on conflict (user_id) do update set secret = excluded.secret where second_factors.enabled_at is null',
      });
      return changes === 1;
    },

    enable: ({ userId, secret }, { step, at, codeHashes }) =>
      db.tx(async (tx) => {
        const begun = 'user_id = ? and secret = ? and enabled_at is null';
        const enabled = { enabledAt: at, lastStep: step };
        if ((await update(tx, secondFactors, enabled, begun, [userId, secret])) === 0) return false;
        await insertCodes(tx, userId, codeHashes);
        return true;
      }),

    async useStep(userId, step) {
      const unused = 'user_id = ? and last_step < ? and enabled_at is not null';
      return (await update(db, secondFactors, { lastStep: step }, unused, [userId, step])) === 1;
    },

    useRecoveryCode: async (userId, codeHash) =>
      (await remove(db, recoveryCodes, 'user_id = ? and code_hash = ?', [userId, codeHash])) === 1,

    replaceRecoveryCodes: (userId, codeHashes) =>
      db.tx(async (tx) => {
        // A write, so that two at once do not leave the codes of both.
        const { changes } = await tx.write(
          'update second_factors set last_step = last_step where user_id = ? and enabled_at is not null',
          [userId],
        );
        if (changes === 0) return false;
        await remove(tx, recoveryCodes, 'user_id = ?', [userId]);
        await insertCodes(tx, userId, codeHashes);
        return true;
      }),

    async recoveryCodesLeft(userId) {
      const [row] = await db.read<{ total: number }>('select count(*) as total from recovery_codes where user_id = ?', [
        userId,
      ]);
      return Number(row?.total ?? 0);
    },

    remove: (userId) => db.tx((tx) => removeSecondFactor(tx, userId)),
  };
}

/** Returns false if none was on. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  await remove(tx, recoveryCodes, 'user_id = ?', [userId]);
  const { rows } = await tx.write<{ enabled_at: number | null }>(
    'delete from second_factors where user_id = ? returning enabled_at',
    [userId],
  );
  return rows.some((row) => row.enabled_at !== null);
}

async function insertCodes(tx: Tx, userId: string, codeHashes: string[]): Promise<void> {
  for (const codeHash of codeHashes) await insert(tx, recoveryCodes, { userId, codeHash });
}
