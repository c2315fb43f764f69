import type { PasswordResetDone, PasswordResetRequested } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { PasswordReset } from '../services/password-reset.ts';
import { email } from './email.ts';
import { newPassword } from './new-password.ts';

const request = shape('PasswordResetRequest', 'Whose password is forgotten.', z.strictObject({ email }));

const complete = shape(
  'NewPasswordRequest',
  'A new password for a forgotten one.',
  z.strictObject({ token: z.string().min(1).max(2000), password: newPassword }),
);

const open = { accepts: ['none'], limit: 'general', bodySize: 'small' } as const;

/** A forgotten password is reset with a link that is sent by mail. */
export function passwordResetRoutes({ passwordReset }: { passwordReset: PasswordReset }): Routes {
  const routes = createRoutes('/v1/auth/password-reset');

  routes.post(
    '/',
    guard(
      { ...open, name: 'auth.request-password-reset', body: request, answers: [202] },
      async ({ body, address }) => {
        await passwordReset.request(body.email, address);
        return { status: 202, body: { requested: true } satisfies PasswordResetRequested };
      },
    ),
  );

  routes.post(
    '/complete',
    guard(
      { ...open, name: 'auth.reset-password', body: complete, answers: [200] },
      async ({ body, address, header }) => {
        await passwordReset.complete(body.token, body.password, { address, userAgent: header('user-agent') });
        return { status: 200, body: { reset: true } satisfies PasswordResetDone };
      },
    ),
  );

  return routes;
}
