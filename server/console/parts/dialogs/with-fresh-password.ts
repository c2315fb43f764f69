import { PermissionDeniedError } from '@footnote/sdk';
import type { App } from '../../app.ts';
import { confirm } from './confirm.ts';

/**
 * Runs an action of the API. If the server wants the password once more, asks for it, and then runs the action again. Throws if
 * the user cancels.
 * @example
 * await withFreshPassword(this.app, () => this.app.client.projects.delete(id));
 */
export async function withFreshPassword<Value>({ client, session }: App, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (!PermissionDeniedError.isInstance(error) || error.code !== 'confirmation_required') throw error;
  }
  if (!(await session.user()).has_password)
    throw new Error(
      'You have been signed in for a while. Sign out, sign in again, and repeat this within ten minutes.',
    );
  const confirmed = await confirm({
    title: 'Confirm that it is you',
    text: 'You have been signed in for a while. Enter your password to go on. You are then not asked again for ten minutes.',
    action: 'Continue',
    password: true,
    act: (password, code) => client.auth.confirm({ password, ...(code !== undefined && { code }) }),
  });
  if (!confirmed) throw new Error('Nothing was changed: this needs your password.');
  return act();
}
