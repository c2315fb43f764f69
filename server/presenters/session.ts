import type { Session } from '@footnote/sdk/contract';
import type { SessionRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

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
