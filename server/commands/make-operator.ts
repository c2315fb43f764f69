import type { Env } from '../config/env.ts';
import { normalizeEmail } from '../platform/email-address.ts';
import type { Log } from '../platform/log.ts';
import { openExistingStore } from './existing-store.ts';

/**
 * Makes an account an operator of the server, in addition to the existing ones. Resolves with false if there is no such
 * account. Throws if there is no database, or if a running server holds the embedded one.
 */
export async function makeOperator(env: Env, log: Log, email: string): Promise<boolean> {
  const store = await openExistingStore(env, log);
  try {
    const user = await store.users.byEmail(normalizeEmail(email));
    if (!user) return false;
    return (await store.users.update(user.id, { operator: true })) !== null;
  } finally {
    await store.close();
  }
}
