import type { Command } from './command.ts';
import { makeOperator } from './make-operator.ts';
import { resetPassword } from './reset-password.ts';

/** `footnote users reset-password | make-operator EMAIL`; a new password is printed once. */
export async function users({ words, env, log, say }: Command): Promise<boolean> {
  const [action, email, ...more] = words;
  if (email === undefined || more.length > 0) return false;
  const unknownAccount = () => new Error(`there is no account with the e-mail address ${email}.`);
  if (action === 'reset-password') {
    const password = await resetPassword(env, log, email);
    if (password === null) throw unknownAccount();
    say(`The new password of ${email} is: ${password}\nAll sessions of the account have ended.`);
    return true;
  }
  if (action !== 'make-operator') return false;
  if (!(await makeOperator(env, log, email))) throw unknownAccount();
  say(`${email} is now an operator of this server, in addition to the previous ones.`);
  return true;
}
