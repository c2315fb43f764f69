import type { AccessToken, Confirmed, LoggedOut } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../http/routes.ts';
import { presentDeleted } from '../presenters/list.ts';
import { shape } from '../presenters/shapes/shape.ts';
import { timestamp } from '../presenters/timestamp.ts';
import { presentUser } from '../presenters/user.ts';
import type { Accounts } from '../services/accounts.ts';
import { ACCESS_TOKEN_SECONDS } from '../services/sessions.ts';
import { email, newEmail } from './email.ts';
import { invitationToken } from './invitations.ts';
import { anyPassword, newPassword } from './new-password.ts';
import { oneLine } from './one-line.ts';
import { secondFactorCode } from './second-factor.ts';

const name = oneLine(100).min(1);
const register = shape(
  'RegisterRequest',
  'A new account.',
  z.strictObject({
    email: newEmail,
    password: newPassword,
    name,
    setup_token: z.string().max(100).exactOptional(),
    invitation: invitationToken.exactOptional(),
  }),
);
const login = shape(
  'LoginRequest',
  'The e-mail address and the password of an account.',
  z.strictObject({ email, password: anyPassword, code: secondFactorCode.exactOptional() }),
);
const confirm = shape(
  'ConfirmRequest',
  'The password of the account, once more.',
  z.strictObject({ password: anyPassword, code: secondFactorCode.exactOptional() }),
);
const remove = shape(
  'DeleteUserRequest',
  'The password, to confirm the deletion of the account. An account without one sends none, and needs a fresh sign-in.',
  z.strictObject({ current_password: anyPassword.exactOptional() }),
);
const update = shape(
  'UpdateUserRequest',
  'The fields to change; absent fields stay as they are. A new password needs the current one and revokes every other user token.',
  z
    .strictObject({
      name: name.exactOptional(),
      password: newPassword.exactOptional(),
      current_password: anyPassword.exactOptional(),
    })
    .refine(({ password, current_password }) => password === undefined || current_password !== undefined, {
      path: ['current_password'],
      error: 'is required for a new password',
    }),
);

/** Accounts: register, log in, log out, and one's own account. */
export function authRoutes({ accounts }: { accounts: Accounts }): Routes {
  const routes = createRoutes('/v1/auth');
  addLogin(routes, accounts);
  addOwnAccount(routes, accounts);
  return routes;
}

function addLogin(routes: RoutesBelow<'/v1/auth'>, accounts: Accounts): void {
  routes.post(
    '/register',
    guard(
      {
        name: 'auth.register',
        accepts: ['none'],
        limit: 'general',
        body: register,
        bodySize: 'small',
        answers: [201, 403],
      },
      async ({ body, address, header }) => {
        const device = { address, userAgent: header('user-agent') };
        return { status: 201, body: presentUser(await accounts.register(body, device)) };
      },
    ),
  );

  routes.post(
    '/login',
    guard(
      {
        name: 'auth.login',
        accepts: ['none'],
        limit: 'general',
        body: login,
        bodySize: 'small',
        answers: [200, 401, 403],
      },
      async ({ body, address, header }) => {
        const access_token = await accounts.login({ ...body, address, userAgent: header('user-agent') });
        const token: AccessToken = { access_token, token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS };
        return { status: 200, body: token };
      },
    ),
  );

  routes.post(
    '/confirm',
    guard(
      {
        name: 'auth.confirm',
        audited: true,
        accepts: ['user'],
        limit: 'general',
        body: confirm,
        bodySize: 'small',
        answers: [200],
      },
      async ({ credential, body }) => {
        const until = await accounts.confirm(credential, body);
        return { status: 200, body: { confirmed_until: timestamp(until) } satisfies Confirmed };
      },
    ),
  );

  routes.post(
    '/logout',
    guard(
      {
        name: 'auth.logout',
        audited: true,
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
}

function addOwnAccount(routes: RoutesBelow<'/v1/auth'>, accounts: Accounts): void {
  routes.get(
    '/me',
    guard({ name: 'auth.me', accepts: ['user'], limit: 'general', answers: [200] }, async ({ credential }) => {
      return { status: 200, body: presentUser(await accounts.retrieve(credential)) };
    }),
  );

  routes.patch(
    '/me',
    guard(
      {
        name: 'auth.update-me',
        audited: true,
        accepts: ['user'],
        limit: 'general',
        body: update,
        bodySize: 'small',
        answers: [200],
      },
      async ({ credential, body }) => {
        return { status: 200, body: presentUser(await accounts.update(credential, body)) };
      },
    ),
  );

  routes.delete(
    '/me',
    guard(
      {
        name: 'auth.delete-me',
        audited: true,
        accepts: ['user'],
        limit: 'general',
        body: remove,
        bodySize: 'small',
        answers: [200],
      },
      async ({ credential, body }) => {
        await accounts.delete(credential, body.current_password ?? '');
        return { status: 200, body: presentDeleted(credential.userId) };
      },
    ),
  );
}
