import { ApiError } from '../../../platform/errors.ts';
import { errors } from '../../errors.ts';

/** The error code of Postgres (appendix A of its manual) or of Node; empty if there is none. */
export function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  return typeof code === 'string' ? code : '';
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : '');

/** Two transactions conflicted, and this one was rolled back. */
export const isConflict = (cause: unknown): boolean => ['40001', '40P01'].includes(codeOf(cause));

const LOST =
  /^(?:08...|57P0[1-5]|25P03|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
const LOST_WORDS = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * The connection is lost, or the server is starting, stopping or (25006) no longer the primary, which reconnecting may find.
 */
export const isLost = (cause: unknown): boolean => LOST.test(codeOf(cause)) || LOST_WORDS.test(messageOf(cause));

/** All connections of the pool were in use for too long, or the server has no free connection. */
const isExhausted = (cause: unknown): boolean =>
  codeOf(cause) === '53300' || messageOf(cause) === 'timeout exceeded when trying to connect';

/** A migration changed a table that a prepared statement of this connection uses; a new connection works. */
export const isOutdated = (cause: unknown): boolean =>
  codeOf(cause) === '0A000' && messageOf(cause).startsWith('cached plan must not change');

/** A connection pooler sent a named statement to a connection that does not know it. */
export const isMisnamed = (cause: unknown): boolean => ['26000', '42P05'].includes(codeOf(cause));

/** The error for the client; the cause is kept for the log. */
export function failureOf(cause: unknown): unknown {
  if (cause instanceof ApiError) return cause;
  if (isConflict(cause) || isExhausted(cause)) return errors.busy(1);
  if (codeOf(cause) === '53100') return errors.storageFull();
  if (isLost(cause)) return Object.assign(errors.databaseUnavailable(), { cause });
  return cause;
}
