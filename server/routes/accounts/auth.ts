import type { AccessToken, Confirmed, LoggedOut } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes, type RoutesBelow } from '../../http/routes.ts';
import { accessToken, confirmed, loggedOut, presentUser, user } from '../../presenters/accounts.ts';
import { deleted, presentDeleted } from '../../presenters/common.ts';
import { field, named, optional, shape, timestamp } from '../../presenters/shape.ts';
import type { Accounts } from '../../services/accounts/accounts.ts';
import { ACCESS_TOKEN_SECONDS } from '../../services/accounts/sessions.ts';
import { email, newEmail, oneLine } from '../text-fields.ts';
import { invitationToken } from './invitations.ts';
import { secondFactorCode } from './second-factor.ts';

/** A password as it was typed: the longest text that can become a valid one by normalization. */
const anyPassword = z.string().min(1).max(1024);

const characters = (text: string) => [...text.normalize('NFKC')].length;

/** One that an account may get. */
export const newPassword = anyPassword
  .refine((text) => characters(text) >= 8, 'must be at least 8 characters long')
  .refine((text) => characters(text) <= 128, 'must be at most 128 characters long');

const name = oneLine(100).min(1);
const register = shape('RegisterRequest', 'A new account.', {
  email: field(newEmail, 'The account’s e-mail address.', 'ada@example.com'),
  password: field(newPassword, '8 to 128 characters of any kind.', 'correct horse battery'),
  name: field(name, 'The person’s name.', 'Ada Lovelace'),
  setup_token: optional(
    z.string().max(100),
    'For the first account: the part after `setup=` of the link that the server prints when it starts, and with the command `setup-link`. Ignored for other accounts.',
    'zXk3vQ9wR7Tn2LpBc8Hs5JdFy4GmUa6E',
  ),
  invitation: optional(
    invitationToken,
    'The token of an invitation: the account becomes a member of its project. Fails with `invitation_void`, and with `invitation_for_other` if it is for another e-mail address.',
    'tSx0pQ7vK2mWcR9dLj4hYb8nFg5aZe1uXi6oTk3qPrM',
  ),
});
const login = shape('LoginRequest', 'The e-mail address and the password of an account.', {
  email: field(email, 'The account’s e-mail address.', 'ada@example.com'),
  password: field(anyPassword, 'The account’s password.', 'correct horse battery'),
  code: optional(
    secondFactorCode,
    'If the account has a second factor: a code of its authenticator app, or a recovery code.',
    '492039',
  ),
});
const confirm = shape('ConfirmRequest', 'The password of the account, once more.', {
  password: field(anyPassword, 'The account’s password.', 'correct horse battery'),
  code: optional(
    secondFactorCode,
    'If the account has a second factor: a code of its authenticator app, or a recovery code.',
    '492039',
  ),
});
const remove = shape(
  'DeleteUserRequest',
  'The password, to confirm the deletion of the account. An account without one sends none, and needs a fresh sign-in.',
  {
    current_password: optional(anyPassword, 'The account’s password.', 'correct horse battery'),
  },
);
const update = named(
  'UpdateUserRequest',
  'The fields to change; absent fields stay as they are. A new password needs the current one and revokes every other user token.',
  z
    .strictObject({
      name: optional(name, '1 to 100 characters.', 'Ada King'),
      password: optional(newPassword, 'The new password: 8 to 128 characters of any kind.', 'battery staple horse'),
      current_password: optional(
        anyPassword,
        'The current password. Required to set a new one.',
        'correct horse battery',
      ),
    })
    .refine(({ password, current_password }) => password === undefined || current_password !== undefined, {
      path: ['current_password'],
      error: 'is required for a new password',
    }),
);

const ours = { tag: 'Accounts', limit: 'general' } as const;

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
    {
      ...ours,
      name: 'auth.register',
      accepts: ['none'],
      summary: 'Create an account',
      description:
        'Needs no credential. The first account of a server is its operator’s and needs `setup_token`. If registration is closed, only this account can be created, and those of people with an `invitation`, which the new account accepts.',
      sdk: {
        method: 'auth.register',
        says: 'Creates an account. If the e-mail address is taken, throws a `BadRequestError` with the code `email_taken`.',
        example: "await guest.auth.register({ email: 'me@example.com', password, name: 'Me' });",
        once: true,
      },
      body: register,
      bodySize: 'small',
      answers: { 201: user },
      fails: [403],
    },
    async ({ body, address, header }) => {
      const device = { address, userAgent: header('user-agent') };
      return { status: 201, body: presentUser(await accounts.register(body, device)) };
    },
  );

  routes.post(
    '/login',
    {
      ...ours,
      name: 'auth.login',
      accepts: ['none'],
      summary: 'Log in',
      description:
        'Returns a user token. Needs no credential. After repeated failures, the server answers 429 with the code `login_throttled`. An address from which the account has logged in before is delayed only by its own failures at this account. If the account has a second factor, the right password without `code` gets 401 `second_factor_required`, and with a wrong one 401 `invalid_code`.',
      sdk: {
        method: 'auth.login',
        says: 'Logs in and returns a user token for `withOptions({ accessToken })`. An account with a second factor also needs `code`: without it, throws an `AuthenticationError` with the code `second_factor_required`.',
        example: [
          "const { access_token } = await guest.auth.login({ email: 'me@example.com', password });",
          'const owner = guest.withOptions({ accessToken: access_token });',
        ],
      },
      body: login,
      bodySize: 'small',
      answers: { 200: accessToken },
      fails: [401, 403],
    },
    async ({ body, address, header }) => {
      const access_token = await accounts.login({ ...body, address, userAgent: header('user-agent') });
      const token: AccessToken = { access_token, token_type: 'bearer', expires_in: ACCESS_TOKEN_SECONDS };
      return { status: 200, body: token };
    },
  );

  routes.post(
    '/confirm',
    {
      ...ours,
      name: 'auth.confirm',
      audited: true,
      accepts: ['user'],
      summary: 'Confirm your password',
      description:
        'For ten minutes after a login or a confirmation, the session may do what would do lasting harm in the wrong hands: delete a project, create or rotate an API key with the scope `manage`, and set up or turn off the second factor. Later, these fail with 403 `confirmation_required`. After repeated failures, the server answers 429 with the code `login_throttled`.',
      sdk: {
        method: 'auth.confirm',
        says: 'Gives the password once more. For ten minutes, the session may then delete projects, create and rotate keys that may manage, and change the second factor; without it, these throw a `PermissionDeniedError` with the code `confirmation_required` from ten minutes after the login on.',
        example: 'await owner.auth.confirm({ password });',
        once: true,
      },
      body: confirm,
      bodySize: 'small',
      answers: { 200: confirmed },
    },
    async ({ credential, body }) => {
      const until = await accounts.confirm(credential, body);
      return { status: 200, body: { confirmed_until: timestamp(until) } satisfies Confirmed };
    },
  );

  routes.post(
    '/logout',
    {
      ...ours,
      name: 'auth.logout',
      audited: true,
      accepts: ['user'],
      summary: 'Log out',
      description: 'Revokes the user token of the request and ends its session.',
      sdk: { method: 'auth.logout', says: "Revokes the client's own user token and ends its session.", once: true },
      body: z.strictObject({}).optional(),
      bodySize: 'small',
      answers: { 200: loggedOut },
    },
    async ({ credential }) => {
      await accounts.logout(credential);
      return { status: 200, body: { revoked: true } satisfies LoggedOut };
    },
  );
}

function addOwnAccount(routes: RoutesBelow<'/v1/auth'>, accounts: Accounts): void {
  routes.get(
    '/me',
    {
      ...ours,
      name: 'auth.me',
      accepts: ['user'],
      summary: 'Retrieve your account',
      sdk: {
        method: 'auth.me',
        says: "Retrieves the client's own account.",
        example: 'const { email } = await owner.auth.me();',
      },
      answers: { 200: user },
    },
    async ({ credential }) => ({ status: 200, body: presentUser(await accounts.retrieve(credential)) }),
  );

  routes.patch(
    '/me',
    {
      ...ours,
      name: 'auth.update-me',
      audited: true,
      accepts: ['user'],
      summary: 'Update your account',
      description:
        'Absent fields stay as they are. A new password needs the current one and revokes every other user token of the account.',
      sdk: {
        method: 'auth.updateMe',
        says: 'Changes the name or the password. A new password needs the current one and revokes every other token.',
        example: "await owner.auth.updateMe({ name: 'Another name' });",
        once: true,
      },
      body: update,
      bodySize: 'small',
      answers: { 200: user },
    },
    async ({ credential, body }) => ({ status: 200, body: presentUser(await accounts.update(credential, body)) }),
  );

  routes.delete(
    '/me',
    {
      ...ours,
      name: 'auth.delete-me',
      audited: true,
      accepts: ['user'],
      summary: 'Delete your account',
      description: 'Permanently deletes the account, its projects and everything in them.',
      sdk: {
        method: 'auth.deleteMe',
        says: 'Permanently deletes the account and everything in it.',
        example: 'await owner.auth.deleteMe({ current_password: password });',
        once: true,
      },
      body: remove,
      bodySize: 'small',
      answers: { 200: deleted },
    },
    async ({ credential, body }) => {
      await accounts.delete(credential, body.current_password ?? '');
      return { status: 200, body: presentDeleted(credential.userId) };
    },
  );
}
