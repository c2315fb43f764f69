import type { SecondFactor, Session, User, WidgetToken } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { SessionRow, UserRow } from '../store/types.ts';
import { count, field, flag, id, nullableTime, nullableTimestamp, shape, text, time, timestamp } from './shape.ts';

/** The JSON Web Token of the examples. It has the form of a token but is not valid. */
const TOKEN = 'eyJhbGciOi….eyJpc3MiOi….SflKxwRJ…';

export const user = shape('User', 'An account.', {
  id: id('usr', 'The account’s id.'),
  email: text('The account’s e-mail address, trimmed and in lower case.', 'ada@example.com'),
  name: text('The person’s name.', 'Ada Lovelace'),
  operator: flag('Whether the account may operate the server. True for the first account of an installation.', true),
  has_password: flag('Whether the account has a password. One that signs in only with the provider has none.', true),
});

export const accessToken = shape('AccessToken', 'A user token.', {
  access_token: text('Send it as `Authorization: Bearer …`.', TOKEN),
  token_type: z.literal('bearer'),
  expires_in: count('Seconds until it expires.', 86_400),
});

export const loggedOut = shape('LoggedOut', 'The token is no longer valid.', { revoked: z.literal(true) });

export const confirmed = shape('Confirmed', 'The password is right.', {
  confirmed_until: time('Until then, the session need not give it again.'),
});

export const secondFactorState = shape('SecondFactor', 'Whether logging in needs a code besides the password.', {
  enabled: flag('Whether it is on.', true),
  enabled_at: nullableTime('Since when; `null` while it is off.'),
  recovery_codes_left: count('The number of recovery codes that have not been used.', 10),
});

export const secondFactorSetup = shape(
  'SecondFactorSetup',
  'The secret for an authenticator app. Only this response contains it.',
  {
    secret: text('The secret, to be typed.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    uri: text(
      'The same as an address, to be shown as a QR code.',
      'otpauth://totp/Footnote%20(chat.example.com):ada%40example.com?secret=JBSWY3DP…',
    ),
  },
);

export const recoveryCodes = shape(
  'RecoveryCodes',
  'Each stands in for a code of the authenticator app once. Only this response contains them.',
  {
    recovery_codes: field(z.array(z.string()), 'Ten codes.', ['x7k2-9mpq-4tva-0c3d']),
  },
);

export const session = shape('Session', 'A login whose token is valid.', {
  id: id('ses', 'The session’s id.'),
  current: flag('Whether it is the session of this request.', true),
  client: field(
    z.string().nullable(),
    'The browser and the system, or the program, that logged in; `null` if it named none.',
    'Firefox on Linux',
  ),
  same_address: flag(
    'Whether it began at the network address that this request comes from. The server does not keep the address itself.',
    true,
  ),
  created_at: time('The time of the login.'),
  last_used_at: time('The time of the last use, to within five minutes.'),
  expires_at: time('The time from which its token is not valid.'),
});

export const sessionsEnded = shape('SessionsEnded', 'All sessions but that of the request have ended.', {
  ended: z.literal(true),
  count: count('The number of sessions that ended.', 2),
});

export const providerSignInBegun = shape('ProviderSignIn', 'A sign-in with the provider that has begun.', {
  url: text('The provider’s page, to which the browser goes.', 'https://id.example.com/auth?client_id=footnote&…'),
  flow: text('What the browser keeps until it comes back, for ten minutes. Encrypted.', 'q1Zk…'),
});

export const providerLink = shape('ProviderLink', 'Whether somebody of the provider signs in to the account.', {
  linked: flag('Whether the account is linked.', true),
});

export const passwordResetRequested = shape(
  'PasswordResetRequested',
  'If there is such an account, a link is on its way.',
  { requested: z.literal(true) },
);

export const passwordResetDone = shape('PasswordResetDone', 'The password is changed, and every session has ended.', {
  reset: z.literal(true),
});

export const widgetToken = shape('WidgetToken', 'A token for one visitor’s browser.', {
  token: text('Send it as `Authorization: Bearer …`.', TOKEN),
  token_type: z.literal('bearer'),
  expires_in: count('Seconds until it expires.', 3600),
  visitor_id: id('vis', 'The visitor whose conversations the token gives access to.'),
});

/** Leaves out the password hash. */
export function presentUser({ id, email, name, operator, passwordHash }: UserRow): User {
  return { id, email, name, operator, has_password: passwordHash !== '' };
}

/** `current`: it is the session of the request; `sameAddress`: it began at the address of the request. */
export function presentSession(row: SessionRow, request: { current: boolean; sameAddress: boolean }): Session {
  return {
    id: row.id,
    current: request.current,
    client: row.client,
    same_address: request.sameAddress,
    created_at: timestamp(row.createdAt),
    last_used_at: timestamp(row.lastUsedAt),
    expires_at: timestamp(row.expiresAt),
  };
}

/** Whether the second factor is on; never its secret. `enabledAt`: epoch milliseconds, null while it is off. */
export function presentSecondFactor(options: { enabledAt: number | null; recoveryCodesLeft: number }): SecondFactor {
  const { enabledAt, recoveryCodesLeft } = options;
  return {
    enabled: enabledAt !== null,
    enabled_at: nullableTimestamp(enabledAt),
    recovery_codes_left: recoveryCodesLeft,
  };
}

/** All times are in seconds. */
export function presentWidgetToken(minted: { token: string; expiresIn: number; visitorId: string }): WidgetToken {
  return { token: minted.token, token_type: 'bearer', expires_in: minted.expiresIn, visitor_id: minted.visitorId };
}
