import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { normalizeEmail } from '../platform/text/email-address.ts';
import { openExistingStore } from './existing-store.ts';
import { recordCommand } from './record-command.ts';

/**
 * Deactivates an account, or lets it be used again. Resolves with false if there is no such account. Throws for the only operator,
 * if there is no database, or if a running server holds the embedded one.
 */
export async function deactivateUser(env: Env, log: Log, email: string, deactivate: boolean): Promise<boolean> {
  const store = await openExistingStore(env, log);
  try {
    const user = await store.users.byEmail(normalizeEmail(email));
    if (!user) return false;
    const changed = await store.users.setDeactivated(user.id, deactivate ? store.now() : null);
    if (changed === 'last-operator') {
      throw new Error('no one else could operate the server. Make another account an operator first.');
    }
    const action = deactivate ? 'command.deactivate-user' : 'command.reactivate-user';
    if (changed) await recordCommand(store, { userId: user.id, action });
    return changed !== null;
  } finally {
    await store.close();
  }
}
