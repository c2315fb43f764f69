import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { openExistingStore } from './existing-store.ts';

/**
 * Lets an account look after the whole server, beside those that do already. False: there is no such account. Throws a
 * sentence where there is no database, or a server that runs holds the embedded one.
 */
export async function makeOperator(env: Env, log: Log, email: string): Promise<boolean> {
  const store = await openExistingStore(env, log);
  try {
    const user = await store.users.byEmail(email.trim().toLowerCase());
    if (!user) return false;
    return (await store.users.update(user.id, { operator: true })) !== null;
  } finally {
    await store.close();
  }
}
