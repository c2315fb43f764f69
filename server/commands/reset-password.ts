import type { Env } from '../config/env.ts';
import { randomBase62 } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import { normalizeEmail } from '../platform/text/email-address.ts';
import { createPasswords } from '../services/accounts/passwords.ts';
import { openExistingStore } from './existing-store.ts';
import { recordCommand } from './record-command.ts';

/** 119 bits. */
const PASSWORD_LENGTH = 20;

/**
 * Gives an account a new random password, revokes all of its tokens, and returns the password, of which only a hash is stored,
 * and what has become of the second factor. Resolves with null if there is no such account. Throws if there is no database, or if a running server holds the embedded
 * one.
 */
export async function resetPassword(
  env: Env,
  log: Log,
  email: string,
  { secondFactorOff = false }: { secondFactorOff?: boolean } = {},
): Promise<{ password: string; secondFactor: 'none' | 'on' | 'turned off' } | null> {
  const store = await openExistingStore(env, log);
  try {
    const user = await store.users.byEmail(normalizeEmail(email));
    if (!user) return null;
    const password = randomBase62(PASSWORD_LENGTH);
    const hash = await createPasswords().hash(password);
    await store.users.update(user.id, { password: { hash, kept: null } });
    await recordCommand(store, { userId: user.id, action: 'command.reset-password' });
    if (secondFactorOff) {
      return { password, secondFactor: (await store.secondFactors.remove(user.id)) ? 'turned off' : 'none' };
    }
    const factor = await store.secondFactors.byUser(user.id);
    return { password, secondFactor: factor?.enabledAt == null ? 'none' : 'on' };
  } finally {
    await store.close();
  }
}
