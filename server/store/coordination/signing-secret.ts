import { randomBytes } from 'node:crypto';
import type { Db } from '../db.ts';

/** 48 random bytes in base64url. */
export const generateSigningSecret = () => randomBytes(48).toString('base64url');

/**
 * The secret that signs tokens, in the database. Processes that ask for the first time at once all get the same secret.
 */
export async function loadStoredSigningSecret(db: Db): Promise<string> {
  await db.write("insert into secrets (name, secret) values ('signing', ?) on conflict (name) do nothing", [
    generateSigningSecret(),
  ]);
  const [row] = await db.read<{ secret: string }>("select secret from secrets where name = 'signing'");
  if (!row) throw new Error('The signing secret was deleted from the database while it was read.');
  return row.secret;
}
