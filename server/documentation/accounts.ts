import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import {
  accessToken,
  apiKey,
  confirmed,
  createdApiKey,
  loggedOut,
  passwordResetDone,
  passwordResetRequested,
  providerLink,
  providerSignIn,
  recoveryCodes,
  secondFactor,
  secondFactorSetup,
  session,
  sessionsEnded,
  user,
} from '../presenters/shapes/accounts.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import { paging } from './paging.ts';

const CODE = [
  'If the account has a second factor: a code of its authenticator app, or a recovery code.',
  '492039',
] as const;
const email = ['The account’s e-mail address.', 'ada@example.com'] as const;

/** Accounts and API keys. */
export const accountOperations: Record<string, OperationDocs> = {
  'auth.register': {
    tag: 'Accounts',
    summary: 'Create an account',
    description:
      'Needs no credential. The first account of a server is its operator’s and needs `setup_token`. If registration is closed, only this account can be created, and those of people with an `invitation`, which the new account accepts.',
    input: {
      email,
      password: ['8 to 128 characters of any kind.', 'correct horse battery'],
      name: ['The person’s name.', 'Ada Lovelace'],
      setup_token: [
        'For the first account: the part after `setup=` of the link that the server prints when it starts, and with the command `setup-link`. Ignored for other accounts.',
        'zXk3vQ9wR7Tn2LpBc8Hs5JdFy4GmUa6E',
      ],
      invitation: [
        'The token of an invitation: the account becomes a member of its project. Fails with `invitation_void`, and with `invitation_for_other` if it is for another e-mail address.',
        'tSx0pQ7vK2mWcR9dLj4hYb8nFg5aZe1uXi6oTk3qPrM',
      ],
    },
    answers: { 201: user },
  },
  'auth.login': {
    tag: 'Accounts',
    summary: 'Log in',
    description:
      'Returns a user token. Needs no credential. After repeated failures, the server answers 429 with the code `login_throttled`. An address from which the account has logged in before is delayed only by its own failures at this account. If the account has a second factor, the right password without `code` gets 401 `second_factor_required`, and with a wrong one 401 `invalid_code`.',
    input: {
      email,
      password: ['The account’s password.', 'correct horse battery'],
      code: CODE,
    },
    answers: { 200: accessToken },
  },
  'auth.logout': {
    tag: 'Accounts',
    summary: 'Log out',
    description: 'Revokes the user token of the request and ends its session.',
    input: {},
    answers: { 200: loggedOut },
  },
  'auth.confirm': {
    tag: 'Accounts',
    summary: 'Confirm your password',
    description:
      'For ten minutes after a login or a confirmation, the session may do what would do lasting harm in the wrong hands: delete a project, create or rotate an API key with the scope `manage`, and set up or turn off the second factor. Later, these fail with 403 `confirmation_required`. After repeated failures, the server answers 429 with the code `login_throttled`.',
    input: { password: ['The account’s password.', 'correct horse battery'], code: CODE },
    answers: { 200: confirmed },
  },
  'auth.request-password-reset': {
    tag: 'Accounts',
    summary: 'Ask for a new password',
    description:
      'Sends a link by mail, valid for half an hour. The answer is the same if there is no such account. Fails with `mail_off` if the server sends no mail. Three requests an hour for an address.',
    input: { email: ['The account’s e-mail address.', 'ada@example.com'] },
    answers: { 202: passwordResetRequested },
  },
  'auth.reset-password': {
    tag: 'Accounts',
    summary: 'Set a new password',
    description:
      'With the token of the link. Ends every session; the second factor stays. Fails with `reset_link_invalid` for a token that is wrong, has expired or was used.',
    input: {
      token: ['The token of the link.', 'x7k29mpq4tva0c3d'],
      password: ['The new password, 8 to 128 characters.', 'correct horse battery'],
    },
    answers: { 200: passwordResetDone },
  },
  'provider.begin': {
    tag: 'Accounts',
    summary: 'Begin to sign in with the provider',
    description:
      'Needs no credential, and 404 without a provider. The browser goes to `url`, signs in there, and comes back to `/login/provider` of the server. Only the browser that has `flow` can use the answer.',
    input: {},
    answers: { 200: providerSignIn },
  },
  'provider.sign-in': {
    tag: 'Accounts',
    summary: 'Sign in with the provider',
    description:
      'Returns a user token. Somebody new gets an account if the settings of the server allow it, or with an `invitation`. The e-mail address must be verified. If there is an account with a password for it, fails with `account_exists`: whoever owns it links the provider first. Needs no code of a second factor, which is the provider’s to ask for.',
    input: {
      flow: ['What `POST /v1/auth/provider/begin` has returned.', 'q1Zk…'],
      response: [
        'The query string with which the provider has sent the browser back.',
        'code=SplxlOBe&state=af0ifjsldkj',
      ],
      invitation: ['The token of an invitation, for somebody new.', 'tSx0pQ7vK2mWcR9dLj4hYb8nFg5aZe1uXi6oTk3qPrM'],
    },
    answers: { 200: accessToken },
  },
  'provider.retrieve': {
    tag: 'Accounts',
    summary: 'Check whether the provider is linked',
    answers: { 200: providerLink },
  },
  'provider.link': {
    tag: 'Accounts',
    summary: 'Link the provider',
    description:
      'From then on, the person who has just signed in there signs in to your account. Needs a fresh password (`POST /v1/auth/confirm`). Fails with `identity_taken` if it is another account already.',
    input: {
      flow: ['What `POST /v1/auth/provider/begin` has returned.', 'q1Zk…'],
      response: [
        'The query string with which the provider has sent the browser back.',
        'code=SplxlOBe&state=af0ifjsldkj',
      ],
    },
    answers: { 200: providerLink },
  },
  'provider.unlink': {
    tag: 'Accounts',
    summary: 'Unlink the provider',
    description:
      'Needs a fresh password (`POST /v1/auth/confirm`), and fails with `password_needed` if the account has none.',
    answers: { 200: providerLink },
  },
  'sessions.list': {
    tag: 'Accounts',
    summary: 'List your sessions',
    description:
      'The logins of the account whose tokens are valid, newest first. Tokens that were issued before there were sessions are not in the list.',
    input: paging,
    answers: { 200: listOf(session, 'SessionList') },
  },
  'sessions.delete': {
    tag: 'Accounts',
    summary: 'End a session',
    description: 'Its token is refused from the next request on, with the code `token_revoked`.',
    answers: { 200: deleted },
  },
  'sessions.delete-others': {
    tag: 'Accounts',
    summary: 'End all other sessions',
    description: 'Revokes every user token of the account but that of the request.',
    answers: { 200: sessionsEnded },
  },
  'second-factor.retrieve': {
    tag: 'Accounts',
    summary: 'Retrieve your second factor',
    answers: { 200: secondFactor },
  },
  'second-factor.set-up': {
    tag: 'Accounts',
    summary: 'Set up a second factor',
    description:
      'Makes a secret for an authenticator app (TOTP: SHA-1, 6 digits, 30 seconds). It counts once it is enabled with a code. Needs a fresh password (`POST /v1/auth/confirm`).',
    input: {},
    answers: { 200: secondFactorSetup },
  },
  'second-factor.enable': {
    tag: 'Accounts',
    summary: 'Enable the second factor',
    description: 'From now on, logging in needs a code. Returns ten recovery codes for when the app is lost.',
    input: { code: ['A code of the authenticator app.', '492039'] },
    answers: { 200: recoveryCodes },
  },
  'second-factor.renew-recovery-codes': {
    tag: 'Accounts',
    summary: 'Renew the recovery codes',
    description: 'Returns ten new codes; the former ones are void. Needs a fresh password (`POST /v1/auth/confirm`).',
    input: {},
    answers: { 200: recoveryCodes },
  },
  'second-factor.disable': {
    tag: 'Accounts',
    summary: 'Turn off the second factor',
    description: 'The secret and the recovery codes are deleted. Needs a fresh password (`POST /v1/auth/confirm`).',
    answers: { 200: secondFactor },
  },
  'auth.me': { tag: 'Accounts', summary: 'Retrieve your account', answers: { 200: user } },
  'auth.update-me': {
    tag: 'Accounts',
    summary: 'Update your account',
    description:
      'Absent fields stay as they are. A new password needs the current one and revokes every other user token of the account.',
    input: {
      name: ['1 to 100 characters.', 'Ada King'],
      password: ['The new password: 8 to 128 characters of any kind.', 'battery staple horse'],
      current_password: ['The current password. Required to set a new one.', 'correct horse battery'],
    },
    answers: { 200: user },
  },
  'auth.delete-me': {
    tag: 'Accounts',
    summary: 'Delete your account',
    description: 'Permanently deletes the account, its projects and everything in them.',
    input: { current_password: ['The account’s password.', 'correct horse battery'] },
    answers: { 200: deleted },
  },
  'api-keys.create': {
    tag: 'API keys',
    summary: 'Create an API key',
    description:
      'Only this response contains the key. Fails with `quota_reached` if the project has 100 keys. A key with the scope `manage` needs a fresh password (`POST /v1/auth/confirm`).',
    input: {
      name: ['A name that says what the key is for.', 'Website backend'],
      scopes: ['What the key may do. Default: everything that a key can do.', ['ask']],
      expires_at: ['From then on, the key is not valid. Default: it does not expire.', '2027-01-31T12:00:00.000Z'],
      allowed_addresses: [
        'IP addresses, or ranges of them, from which the key may be used; up to 20. Default: everywhere.',
        ['192.0.2.0/24'],
      ],
    },
    answers: { 201: createdApiKey },
  },
  'api-keys.list': {
    tag: 'API keys',
    summary: 'List the API keys of a project',
    input: paging,
    answers: { 200: listOf(apiKey, 'ApiKeyList') },
  },
  'api-keys.rotate': {
    tag: 'API keys',
    summary: 'Rotate an API key',
    description:
      'Replaces the key by a new one with the same id, name, scopes, expiry and addresses. Only this response contains it. The former one stays valid for a while; one of an earlier rotation does not. A key with the scope `manage` needs a fresh password (`POST /v1/auth/confirm`).',
    input: {
      overlap_seconds: [
        'How long the former key stays valid, up to 30 days; 0 ends it at once. Default: a day.',
        86_400,
      ],
    },
    answers: { 200: createdApiKey },
  },
  'api-keys.delete': {
    tag: 'API keys',
    summary: 'Revoke an API key',
    answers: { 200: deleted },
  },
};
