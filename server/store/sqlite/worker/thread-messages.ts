import { ApiError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';

/** What a thread of the store is started with. */
export interface ThreadStart {
  /** The writing thread prepares the file; the searching thread starts later. */
  role: 'write' | 'search';
  dataDir: string;
  embedder: { id: string; dimensions: number } | null;
}

/** A call of one method of one table group; `stop` ends the thread once what was called before has been written. */
export type ToThread = { call: number; group: string; method: string; given: unknown[] } | 'stop';

export type FromThread =
  | { ready: true }
  | { failed: PackedError }
  | { call: number; result: unknown }
  | { call: number; error: PackedError }
  | { log: keyof Log; event: string; fields: Record<string, unknown> };

/** An error sent between threads: structured cloning keeps message and stack, but not the class `ApiError` with its fields. */
export type PackedError =
  | { error: unknown }
  | { api: Pick<ApiError, 'status' | 'code' | 'message' | 'fields' | 'retryAfter'> };

export function packError(error: unknown): PackedError {
  if (!(error instanceof ApiError)) return { error };
  const { status, code, message, fields, retryAfter } = error;
  return { api: { status, code, message, fields, retryAfter } };
}

export function unpackError(packed: PackedError): unknown {
  if ('error' in packed) return packed.error;
  const { status, code, message, fields, retryAfter } = packed.api;
  return new ApiError(status, code, message, {
    ...(fields && { fields }),
    ...(retryAfter !== undefined && { retryAfter }),
  });
}
