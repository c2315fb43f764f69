import type { Command } from './command.ts';
import { resetPassword } from './reset-password.ts';

/** `footnote users reset-password EMAIL`: says the new password once, to whoever sits at the machine. */
export async function users({ words, env, log, say }: Command): Promise<boolean> {
  const [action, email, ...more] = words;
  if (action !== 'reset-password' || email === undefined || more.length > 0) return false;
  const password = await resetPassword(env, log, email);
  if (password === null) throw new Error(`there is no account with the e-mail address ${email}.`);
  say(`The new password of ${email} is: ${password}\nEverybody who was logged in with this account is logged out.`);
  return true;
}
