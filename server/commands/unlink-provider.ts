import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { normalizeEmail } from '../platform/text/email-address.ts';
import { openExistingStore } from './existing-store.ts';
import { recordCommand } from './record-command.ts';

/**
 * Unlinks an account from the person of the provider who signs in to it, and ends its sessions. Resolves with false if it is not
 * linked, with null if there is no such account. Throws if there is no database, or if a running server holds the embedded one.
 */
export async function unlinkProvider(env: Env, log: Log, email: string): Promise<boolean | null> {
  const store = await openExistingStore(env, log);
  try {
    const user = await store.users.byEmail(normalizeEmail(email));
    if (!user) return null;
    if (!(await store.identities.has(user.id))) return false;
    await store.users.unlinkIdentities(user.id, store.now());
    await recordCommand(store, { userId: user.id, action: 'command.unlink-provider' });
    return true;
  } finally {
    await store.close();
  }
}
