import type { Command } from './command.ts';
import { makeOperator } from './make-operator.ts';
import { resetPassword } from './reset-password.ts';

const SECOND_FACTOR_OFF = '--second-factor-off';

/** What the operator is told about the second factor of the account. */
const SECOND_FACTOR = {
  none: '',
  on: `\nIts second factor stays on: signing in also needs a code of the authenticator app, or a recovery code. If both are lost, run this again with ${SECOND_FACTOR_OFF}.`,
  'turned off': '\nIts second factor is off: signing in needs the password alone.',
};

/** `footnote users reset-password | make-operator EMAIL`; a new password is printed once. */
export async function users({ words, env, log, say }: Command): Promise<boolean> {
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
  if (action !== 'make-operator') return false;
  if (!(await makeOperator(env, log, email))) throw unknownAccount();
  say(`${email} is now an operator of this server, in addition to the previous ones.`);
  return true;
}
