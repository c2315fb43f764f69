import { z } from 'zod';
import { keyScope } from './enums.ts';
import { count, field, id, shape, text, time } from './shape.ts';

/** The JSON Web Token of the examples. It has the form of a token but is not valid. */
const TOKEN = 'eyJhbGciOi….eyJpc3MiOi….SflKxwRJ…';

export const user = shape(
  'User',
  'An account.',
  z.strictObject({
    id: id('usr', 'The account’s id.'),
    email: text('The account’s e-mail address, trimmed and in lower case.', 'ada@example.com'),
    name: text('The person’s name.', 'Ada Lovelace'),
    operator: field(
      z.boolean(),
      'Whether the account may operate the server. True for the first account of an installation.',
      true,
    ),
    has_password: field(
      z.boolean(),
      'Whether the account has a password. One that signs in only with the provider has none.',
      true,
    ),
  }),
);

export const accessToken = shape(
  'AccessToken',
  'A user token.',
  z.strictObject({
    access_token: text('Send it as `Authorization: Bearer …`.', TOKEN),
    token_type: z.literal('bearer'),
    expires_in: count('Seconds until it expires.', 86_400),
  }),
);

export const loggedOut = shape(
  'LoggedOut',
  'The token is no longer valid.',
  z.strictObject({ revoked: z.literal(true) }),
);

export const confirmed = shape(
  'Confirmed',
  'The password is right.',
  z.strictObject({ confirmed_until: time('Until then, the session need not give it again.') }),
);

export const secondFactorState = shape(
  'SecondFactor',
  'Whether logging in needs a code besides the password.',
  z.strictObject({
    enabled: field(z.boolean(), 'Whether it is on.', true),
    enabled_at: field(
      z.string().meta({ format: 'date-time' }).nullable(),
      'Since when; `null` while it is off.',
      '2026-01-31T12:00:00.000Z',
    ),
    recovery_codes_left: count('The number of recovery codes that have not been used.', 10),
  }),
);

export const secondFactorSetup = shape(
  'SecondFactorSetup',
  'The secret for an authenticator app. Only this response contains it.',
  z.strictObject({
    secret: text('The secret, to be typed.', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
    uri: text(
      'The same as an address, to be shown as a QR code.',
      'otpauth://totp/Footnote%20(chat.example.com):ada%40example.com?secret=JBSWY3DP…',
    ),
  }),
);

export const recoveryCodes = shape(
  'RecoveryCodes',
  'Each stands in for a code of the authenticator app once. Only this response contains them.',
  z.strictObject({
    recovery_codes: field(z.array(z.string()), 'Ten codes.', ['x7k2-9mpq-4tva-0c3d']),
  }),
);

export const session = shape(
  'Session',
  'A login whose token is valid.',
  z.strictObject({
    id: id('ses', 'The session’s id.'),
    current: field(z.boolean(), 'Whether it is the session of this request.', true),
    client: field(
      z.string().nullable(),
      'The browser and the system, or the program, that logged in; `null` if it named none.',
      'Firefox on Linux',
    ),
    same_address: field(
      z.boolean(),
      'Whether it began at the network address that this request comes from. The server does not keep the address itself.',
      true,
    ),
    created_at: time('The time of the login.'),
    last_used_at: time('The time of the last use, to within five minutes.'),
    expires_at: time('The time from which its token is not valid.'),
  }),
);

export const sessionsEnded = shape(
  'SessionsEnded',
  'All sessions but that of the request have ended.',
  z.strictObject({ ended: z.literal(true), count: count('The number of sessions that ended.', 2) }),
);

export const auditEntry = shape(
  'AuditEntry',
  'Something that was done to an account or to what belongs to it. Entries are never changed, and kept for a year.',
  z.strictObject({
    id: id('aud', 'The entry’s id.'),
    created_at: time('When it was done.'),
    user_id: id('usr', 'The account whose log it is.'),
    user_email: field(
      z.string().nullable(),
      'Its present e-mail address; `null` if it has been deleted.',
      'ada@example.com',
    ),
    project_id: field(z.string().nullable(), 'The project; `null` for what concerns the account.', 'proj_4fK9…'),
    actor: field(
      z.strictObject({
        kind: z.enum(['user', 'key', 'command']),
        id: z.string().nullable(),
        name: z.string().nullable(),
        email: z.string().nullable(),
      }),
      'Who did it: an account, with the person’s present name and address, an API key, with its name, or a command on the server’s machine. What has been deleted has neither.',
      { kind: 'user', id: 'usr_4fK9…', name: 'Ada Lovelace', email: 'ada@example.com' },
    ),
    action: text('What was done, as the operation of the API is called.', 'projects.update'),
    outcome: field(
      z.enum(['done', 'denied']),
      '`denied`: it was tried with a wrong password or code, or without the right to do it. Of such attempts in a row from one address, the log keeps one an hour.',
      'done',
    ),
    target: field(
      z.strictObject({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
      'What it was done to. Projects, API keys and people have their present name, people their address too; what has been deleted has neither.',
      { id: 'proj_4fK9…', name: 'Handbook', email: null },
    ),
    fields: field(z.array(z.string()), 'The fields that were set. The log does not keep their values.', ['name']),
    client: field(
      z.string().nullable(),
      'The browser and the system, or the program; `null` if it named none.',
      'Firefox on Linux',
    ),
    same_address: field(
      z.boolean(),
      'Whether it was done at the network address that this request comes from. The server does not keep the address itself.',
      true,
    ),
  }),
);

export const providerSignInBegun = shape(
  'ProviderSignIn',
  'A sign-in with the provider that has begun.',
  z.strictObject({
    url: text('The provider’s page, to which the browser goes.', 'https://id.example.com/auth?client_id=footnote&…'),
    flow: text('What the browser keeps until it comes back, for ten minutes. Encrypted.', 'q1Zk…'),
  }),
);

export const providerLink = shape(
  'ProviderLink',
  'Whether somebody of the provider signs in to the account.',
  z.strictObject({ linked: field(z.boolean(), 'Whether the account is linked.', true) }),
);

const keyFields = {
  id: id('key', 'The key’s id. It is not the key itself.'),
  name: text('A name that says what the key is for.', 'Website backend'),
};
const keyRights = {
  scopes: field(z.array(keyScope), 'What the key may do.', ['ask']),
  expires_at: field(
    z.string().meta({ format: 'date-time' }).nullable(),
    'From then on, the key is not valid; `null` if it does not expire.',
    '2027-01-31T12:00:00.000Z',
  ),
  allowed_addresses: field(
    z.array(z.string()),
    'Ranges of IP addresses from which the key may be used; empty for everywhere.',
    ['192.0.2.0/24'],
  ),
  former_until: field(
    z.string().meta({ format: 'date-time' }).nullable(),
    'Until then, the key is also valid as it was before its last rotation; `null` if it has not been rotated.',
    '2026-02-01T12:00:00.000Z',
  ),
};
const keyPrefix = text('The first characters of the key, to recognise it by.', 'chat_4YHh');

export const createdApiKey = shape(
  'CreatedApiKey',
  'A new or rotated API key. Only this response contains the key itself.',
  z.strictObject({
    ...keyFields,
    key: text(
      'The key. Keep it on a server: with it, anyone can do in the project what its scopes allow.',
      'chat_4YHhQ0V2…',
    ),
    prefix: keyPrefix,
    ...keyRights,
    created_at: time('The time of creation.'),
  }),
);

export const apiKey = shape(
  'ApiKey',
  'An API key, without the key itself.',
  z.strictObject({
    ...keyFields,
    prefix: keyPrefix,
    ...keyRights,
    created_at: time('The time of creation.'),
    last_used_at: field(
      z.string().meta({ format: 'date-time' }).nullable(),
      'The time of the last use, to within seconds; `null` if it has not been used.',
      '2026-01-31T12:00:00.000Z',
    ),
  }),
);

export const widgetToken = shape(
  'WidgetToken',
  'A token for one visitor’s browser.',
  z.strictObject({
    token: text('Send it as `Authorization: Bearer …`.', TOKEN),
    token_type: z.literal('bearer'),
    expires_in: count('Seconds until it expires.', 3600),
    visitor_id: id('vis', 'The visitor whose conversations the token gives access to.'),
  }),
);

export const passwordResetRequested = shape(
  'PasswordResetRequested',
  'If there is such an account, a link is on its way.',
  z.strictObject({ requested: z.literal(true) }),
);

export const passwordResetDone = shape(
  'PasswordResetDone',
  'The password is changed, and every session has ended.',
  z.strictObject({ reset: z.literal(true) }),
);
