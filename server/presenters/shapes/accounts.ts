import { z } from 'zod';
import { count, decided, decidedShape, field, id, shape, text, time } from './shape.ts';

/** A JSON Web Token as the examples show it: its shape, and nothing that anybody could use. */
const TOKEN = 'eyJhbGciOi….eyJpc3MiOi….SflKxwRJ…';

export const user = shape(
  'User',
  'An account.',
  z.strictObject({
    id: id('usr', 'The account’s id.'),
    email: text('Trimmed and in lower case.', 'ada@example.com'),
    name: text('The person’s name.', 'Ada Lovelace'),
    operator: decided(
      field(z.boolean(), 'May they look after the whole server? The first account of an installation may.', true),
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

export const loggedOut = decidedShape(
  'LoggedOut',
  'The token is refused from now on.',
  z.strictObject({ revoked: z.literal(true) }),
);

const keyFields = {
  id: id('key', 'The key’s id, which is not the key.'),
  name: text('What the key is for.', 'Website backend'),
};
const keyPrefix = text('How the key begins, to recognise it by.', 'chat_4YHh');

export const createdApiKey = decidedShape(
  'CreatedApiKey',
  'A new API key. This is the only answer that ever holds the key itself.',
  z.strictObject({
    ...keyFields,
    key: text('The key. Keep it on a server: who has it can read and change the project’s sources.', 'chat_4YHhQ0V2…'),
    prefix: keyPrefix,
    created_at: time('When it was made.'),
  }),
);

export const apiKey = decidedShape(
  'ApiKey',
  'An API key as it is listed: never the key itself.',
  z.strictObject({
    ...keyFields,
    prefix: keyPrefix,
    created_at: time('When it was made.'),
    last_used_at: field(
      z.string().meta({ format: 'date-time' }).nullable(),
      'When it was last used, to within seconds; `null` for never.',
      '2026-01-31T12:00:00.000Z',
    ),
  }),
);

export const widgetToken = decidedShape(
  'WidgetToken',
  'A token for one visitor’s browser.',
  z.strictObject({
    token: text('Send it as `Authorization: Bearer …`.', TOKEN),
    token_type: z.literal('bearer'),
    expires_in: count('Seconds until it expires.', 3600),
    visitor_id: id('vis', 'Whose conversations the token opens.'),
  }),
);
