import type { ApiKey, CreatedApiKey } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { ApiKeyRow } from '../store/types.ts';
import { keyScope } from './enums.ts';
import { field, id, nullableTime, nullableTimestamp, shape, text, time, timestamp } from './shape.ts';

const keyFields = {
  id: id('key', 'The key’s id. It is not the key itself.'),
  name: text('A name that says what the key is for.', 'Website backend'),
};

const keyRights = {
  scopes: field(z.array(keyScope), 'What the key may do.', ['ask']),
  expires_at: nullableTime(
    'From then on, the key is not valid; `null` if it does not expire.',
    '2027-01-31T12:00:00.000Z',
  ),
  allowed_addresses: field(
    z.array(z.string()),
    'Ranges of IP addresses from which the key may be used; empty for everywhere.',
    ['192.0.2.0/24'],
  ),
  former_until: nullableTime(
    'Until then, the key is also valid as it was before its last rotation; `null` if it has not been rotated.',
    '2026-02-01T12:00:00.000Z',
  ),
};

const keyPrefix = text('The first characters of the key, to recognise it by.', 'chat_4YHh');

export const createdApiKey = shape(
  'CreatedApiKey',
  'A new or rotated API key. Only this response contains the key itself.',
  {
    ...keyFields,
    key: text(
      'The key. Keep it on a server: with it, anyone can do in the project what its scopes allow.',
      'chat_4YHhQ0V2…',
    ),
    prefix: keyPrefix,
    ...keyRights,
    created_at: time('The time of creation.'),
  },
);

export const apiKey = shape('ApiKey', 'An API key, without the key itself.', {
  ...keyFields,
  prefix: keyPrefix,
  ...keyRights,
  created_at: time('The time of creation.'),
  last_used_at: nullableTime('The time of the last use, to within seconds; `null` if it has not been used.'),
});

/** A key in a list: only its prefix. */
export function presentApiKey(row: ApiKeyRow): ApiKey {
  return { ...presentFields(row), last_used_at: nullableTimestamp(row.lastUsedAt) };
}

/** The only response that contains the key itself. */
export function presentCreatedApiKey(row: ApiKeyRow, key: string): CreatedApiKey {
  return { ...presentFields(row), key };
}

const presentFields = ({ id, name, prefix, scopes, expiresAt, addresses, formerUntil, createdAt }: ApiKeyRow) => ({
  id,
  name,
  prefix,
  scopes,
  expires_at: nullableTimestamp(expiresAt),
  allowed_addresses: addresses,
  former_until: nullableTimestamp(formerUntil),
  created_at: timestamp(createdAt),
});
