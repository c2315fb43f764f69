import type { PasswordResetDone, PasswordResetRequested } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { passwordResetDone, passwordResetRequested } from '../../presenters/accounts.ts';
import { field, shape } from '../../presenters/shape.ts';
import type { PasswordReset } from '../../services/accounts/password-reset.ts';
import { email } from '../text-fields.ts';
import { newPassword } from './auth.ts';

const request = shape('PasswordResetRequest', 'Whose password is forgotten.', {
  email: field(email, 'The account’s e-mail address.', 'ada@example.com'),
});

const complete = shape('NewPasswordRequest', 'A new password for a forgotten one.', {
  token: field(z.string().min(1).max(2000), 'The token of the link.', 'x7k29mpq4tva0c3d'),
  password: field(newPassword, 'The new password, 8 to 128 characters.', 'correct horse battery'),
});

const open = { tag: 'Accounts', accepts: ['none'], limit: 'general', bodySize: 'small' } as const;

/** A forgotten password is reset with a link that is sent by mail. */
export function passwordResetRoutes({ passwordReset }: { passwordReset: PasswordReset }): Routes {
  const routes = createRoutes('/v1/auth/password-reset');

  routes.post(
    '/',
    {
      ...open,
      name: 'auth.request-password-reset',
      summary: 'Ask for a new password',
      description:
        'Sends a link by mail, valid for half an hour. The answer is the same if there is no such account. Fails with `mail_off` if the server sends no mail. Three requests an hour for an address.',
      sdk: {
        method: 'auth.requestPasswordReset',
        says: 'Asks for a link for a new password, which is sent by mail. Resolves also if there is no such account.',
        example: "await guest.auth.requestPasswordReset({ email: 'me@example.com' });",
        once: true,
      },
      body: request,
      answers: { 202: passwordResetRequested },
    },
    async ({ body, address }) => {
      await passwordReset.request(body.email, address);
      return { status: 202, body: { requested: true } satisfies PasswordResetRequested };
    },
  );

  routes.post(
    '/complete',
    {
      ...open,
      name: 'auth.reset-password',
      summary: 'Set a new password',
      description:
        'With the token of the link. Ends every session; the second factor stays. Fails with `reset_link_invalid` for a token that is wrong, has expired or was used.',
      sdk: {
        method: 'auth.resetPassword',
        says: 'Sets a new password with the token of such a link. Throws a `BadRequestError` with the code `reset_link_invalid` if it is of no use any more.',
        example: [
          'const reset = await guest.auth.resetPassword({ token: resetToken, password }).catch(() => null);',
          "if (!reset) console.log('The link is of no use any more.');",
        ],
        once: true,
      },
      body: complete,
      answers: { 200: passwordResetDone },
    },
    async ({ body, address, header }) => {
      await passwordReset.complete(body.token, body.password, { address, userAgent: header('user-agent') });
      return { status: 200, body: { reset: true } satisfies PasswordResetDone };
    },
  );

  return routes;
}
