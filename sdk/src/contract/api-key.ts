import type { Timestamp } from './common.ts';

/** @extension */
export interface CreateApiKeyRequest {
  name?: string;
}

/** The one answer that ever carries the key itself. @extension */
export interface CreatedApiKey {
  id: string;
  name: string;
  key: string;
  prefix: string;
  created_at: Timestamp;
}

/** @extension */
export interface ApiKey {
  id: string;
  name: string;
  prefix: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}
