import type { ApiKey, CreatedApiKey } from '@footnote/sdk/contract';
import type { ApiKeyRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

/** A key in a list: only its prefix. */
export function presentApiKey({ id, name, prefix, createdAt, lastUsedAt }: ApiKeyRow): ApiKey {
  const last_used_at = lastUsedAt === null ? null : timestamp(lastUsedAt);
  return { id, name, prefix, created_at: timestamp(createdAt), last_used_at };
}

/** The only response that contains the key itself. */
export function presentCreatedApiKey({ id, name, prefix, createdAt }: ApiKeyRow, key: string): CreatedApiKey {
  return { id, name, key, prefix, created_at: timestamp(createdAt) };
}
