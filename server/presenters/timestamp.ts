import type { Timestamp } from '@footnote/sdk/contract';

/** Epoch milliseconds as RFC 3339, UTC. */
export function timestamp(at: number): Timestamp {
  return new Date(at).toISOString();
}
