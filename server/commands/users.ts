import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { normalizeEmail } from '../platform/text/email-address.ts';
import type { Command } from './command.ts';
import { openExistingStore } from './existing-store.ts';
import { recordCommand } from './record-command.ts';
import { resetPassword } from './reset-password.ts';

const SECOND_FACTOR_OFF = '--second-factor-off';

/** What the operator is told about the second factor of the account. */
const SECOND_FACTOR = {
  none: '',
  on: `\nIts second factor stays on: signing in also needs a code of the authenticator app, or a recovery code. If both are lost, run this again with ${SECOND_FACTOR_OFF}.`,
  'turned off': '\nIts second factor is off: signing in needs the password alone.',
};

/** `footnote users list`, and `footnote users reset-password | make-operator | deactivate | reactivate | unlink EMAIL`. */
export async function users({ words, env, log, say }: Command): Promise<boolean> {
  if (words[0] === 'list' && words.length === 1) {
    for await (const line of listUsers(env, log)) say(line);
    return true;
  }
  const secondFactorOff = words[0] === 'reset-password' && words.includes(SECOND_FACTOR_OFF);
  const [action, email, ...more] = secondFactorOff ? words.filter((word) => word !== SECOND_FACTOR_OFF) : words;
  if (email === undefined || more.length > 0) return false;
  const unknownAccount = () => new Error(`there is no account with the e-mail address ${email}.`);
  if (action === 'reset-password') {
    const reset = await resetPassword(env, log, email, { secondFactorOff });
    if (reset === null) throw unknownAccount();
    const ended = 'All sessions of the account have ended.';
    say(`The new password of ${email} is: ${reset.password}\n${ended}${SECOND_FACTOR[reset.secondFactor]}`);
    return true;
  }
  if (action === 'deactivate' || action === 'reactivate') {
    if (!(await deactivateUser(env, log, email, action === 'deactivate'))) throw unknownAccount();
    say(
      action === 'deactivate'
        ? `${email} is deactivated: its sessions have ended, and it cannot sign in. Its projects go on.`
        : `${email} can sign in again.`,
    );
    return true;
  }
  if (action === 'unlink') {
    const unlinked = await unlinkProvider(env, log, email);
    if (unlinked === null) throw unknownAccount();
    say(
      unlinked
        ? `The sign-in of the provider is no longer linked to ${email}, and its sessions have ended. Without a password, the account is that of the next person who signs in there with this address.`
        : `${email} is not linked to a sign-in of a provider.`,
    );
    return true;
  }
  if (action !== 'make-operator') return false;
  if (!(await makeOperator(env, log, email))) throw unknownAccount();
  say(`${email} is now an operator of this server, in addition to the previous ones.`);
  return true;
}

const AT_ONCE = 200;

/** One line for each account, newest first: its address, its name, and what sets it apart. */
export async function* listUsers(env: Env, log: Log): AsyncGenerator<string> {
  const store = await openExistingStore(env, log);
  try {
    for (let offset = 0; ; offset += AT_ONCE) {
      const { rows } = await store.users.list({}, { limit: AT_ONCE, offset });
      for (const { email, name, operator, deactivatedAt, projects, linked } of rows) {
        const owns = `${projects} ${projects === 1 ? 'project' : 'projects'}`;
        const marks = [
          owns,
          operator && 'operator',
          deactivatedAt !== null && 'deactivated',
          linked && 'linked with the provider',
        ].filter(Boolean);
        yield `${email}  ${name}  (${marks.join(', ')})`;
      }
      if (rows.length < AT_ONCE) return;
    }
  } finally {
    await store.close();
  }
}

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

/**
 * Unlinks an account from the person of the provider who signs in to it, and ends its sessions. Resolves with false if it is not
 * linked, with null if there is no such account. Throws if there is no database, or if a running server holds the embedded one.
 */
async function unlinkProvider(env: Env, log: Log, email: string): Promise<boolean | null> {
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
