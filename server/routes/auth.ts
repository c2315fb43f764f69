import type { AccessToken, LoggedOut } from '@footnote/sdk/contract';
import Router from '@koa/router';
import { z } from 'zod';
import type { RequestState } from '../http/context.ts';
import { guard } from '../http/guard.ts';
import { presentDeleted } from '../presenters/list.ts';
import { presentUser } from '../presenters/user.ts';
import { ACCESS_TOKEN_SECONDS, type Accounts } from '../services/accounts.ts';

/** As wide as any password may be before it is normalised; a longer text is no password. */
const anyPassword = z.string().min(1).max(1024);
const characters = (text: string) => [...text.normalize('NFKC')].length;
const newPassword = anyPassword
  .refine((text) => characters(text) >= 8, 'must be at least 8 characters long')
  .refine((text) => characters(text) <= 128, 'must be at most 128 characters long');
const email = z.string().trim().toLowerCase().max(254);
const newEmail = email.pipe(z.email({ pattern: z.regexes.unicodeEmail, error: 'is not an e-mail address' }));

const name = z.string().trim().min(1).max(100);
const update = z
  .strictObject({
    name: name.exactOptional(),
    password: newPassword.exactOptional(),
    current_password: anyPassword.exactOptional(),
  })
  .refine(({ password, current_password }) => password === undefined || current_password !== undefined, {
    path: ['current_password'],
    error: 'is required for a new password',
  });

/** Accounts: register, login, logout, and one's own record. */
export function authRoutes({ accounts }: { accounts: Accounts }): Router<RequestState> {
  const router = new Router<RequestState>({ prefix: '/v1/auth' });

  router.post(
    '/register',
    guard(
      {
        name: 'auth.register',
        accepts: ['none'],
        limit: 'general',
        body: z.strictObject({ email: newEmail, password: newPassword, name }),
        bodySize: 'small',
        answers: [201, 403],
      },
      async ({ body }) => ({ status: 201, body: presentUser(await accounts.register(body)) }),
    ),
  );

  router.post(
    '/login',
    guard(
      {
        name: 'auth.login',
        accepts: ['none'],
        limit: 'general',
        body: z.strictObject({ email, password: anyPassword }),
        bodySize: 'small',
        answers: [200, 401],
      },
      async ({ body, address }) => {
        const access_token = await accounts.login({ ...body, address });
        const token: AccessToken = { access_token, token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS };
        return { status: 200, body: token };
      },
    ),
  );

  router.post(
    '/logout',
    guard(
      {
        name: 'auth.logout',
        accepts: ['user'],
        limit: 'general',
        body: z.strictObject({}).optional(),
        bodySize: 'small',
        answers: [200],
      },
      async ({ credential }) => {
        await accounts.logout(credential);
        return { status: 200, body: { revoked: true } satisfies LoggedOut };
      },
    ),
  );

  router.get(
    '/me',
    guard({ name: 'auth.me', accepts: ['user'], limit: 'general', answers: [200] }, async ({ credential }) => {
      return { status: 200, body: presentUser(await accounts.retrieve(credential)) };
    }),
  );

  router.patch(
    '/me',
    guard(
      { name: 'auth.update-me', accepts: ['user'], limit: 'general', body: update, bodySize: 'small', answers: [200] },
      async ({ credential, body }) => {
        return { status: 200, body: presentUser(await accounts.update(credential, body)) };
      },
    ),
  );

  router.delete(
    '/me',
    guard(
      {
        name: 'auth.delete-me',
        accepts: ['user'],
        limit: 'general',
        body: z.strictObject({ current_password: anyPassword }),
        bodySize: 'small',
        answers: [200],
      },
      async ({ credential, body }) => {
        await accounts.delete(credential, body.current_password);
        return { status: 200, body: presentDeleted(credential.userId) };
      },
    ),
  );

  return router;
}
