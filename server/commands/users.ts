import type { Command } from './command.ts';
import { deactivateUser } from './deactivate-user.ts';
import { listUsers } from './list-users.ts';
import { makeOperator } from './make-operator.ts';
import { resetPassword } from './reset-password.ts';
import { unlinkProvider } from './unlink-provider.ts';

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
