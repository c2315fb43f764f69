import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { normalizeEmail } from '../platform/text/email-address.ts';
import { openExistingStore } from './existing-store.ts';
import { recordCommand } from './record-command.ts';

/**
 * Makes an account an operator of the server, in addition to the existing ones. Resolves with false if there is no such
 * account. Throws if there is no database, or if a running server holds the embedded one.
 */
export async function makeOperator(env: Env, log: Log, email: string): Promise<boolean> {
  const store = await openExistingStore(env, log);
  try {
    const user = await store.users.byEmail(normalizeEmail(email));
    if (!user) return false;
    const made = await store.users.update(user.id, { operator: true });
    if (made) await recordCommand(store, { userId: user.id, action: 'command.make-operator' });
    return made !== null;
  } finally {
    await store.close();
  }
}
