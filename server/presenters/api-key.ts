import type { ApiKey, CreatedApiKey } from '@footnote/sdk/contract';
import type { ApiKeyRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

/** A key in a list: only its prefix. */
export function presentApiKey(row: ApiKeyRow): ApiKey {
  return { ...presentFields(row), last_used_at: row.lastUsedAt === null ? null : timestamp(row.lastUsedAt) };
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
  expires_at: expiresAt === null ? null : timestamp(expiresAt),
  allowed_addresses: addresses,
  former_until: formerUntil === null ? null : timestamp(formerUntil),
  created_at: timestamp(createdAt),
});
