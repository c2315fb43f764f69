import { ApiError, errors } from '../../../platform/errors.ts';

/** What Postgres calls it (appendix A of its manual), or Node, or nothing. */
export function codeOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : '';
  return typeof code === 'string' ? code : '';
}

const messageOf = (cause: unknown) => (cause instanceof Error ? cause.message : '');

/** Two transactions were in each other's way, and this one was rolled back so that the other could go on. */
export const isConflict = (cause: unknown): boolean => ['40001', '40P01'].includes(codeOf(cause));

const LOST =
  /^(?:08...|57P0[1-5]|25P03|25006|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
const LOST_WORDS = /^(?:Connection terminated|Client has encountered a connection error|Client was closed)/;

/**
 * The connection is gone, or leads to a server that does not serve: it is stopping, starting, or (25006) another one has
 * taken its place and may be found by reconnecting.
 */
export const isLost = (cause: unknown): boolean => LOST.test(codeOf(cause)) || LOST_WORDS.test(messageOf(cause));

/** All connections of the pool were lent for too long, or the server has given away all that it has. */
export const isExhausted = (cause: unknown): boolean =>
  codeOf(cause) === '53300' || messageOf(cause) === 'timeout exceeded when trying to connect';

/** Another start has changed a table whose statement this connection remembers: a new connection knows the new one. */
export const isOutdated = (cause: unknown): boolean =>
  codeOf(cause) === '0A000' && messageOf(cause).startsWith('cached plan must not change');

/** A pooler in between gave the name of a statement to another connection than the one that it was given to. */
export const isMisnamed = (cause: unknown): boolean => ['26000', '42P05'].includes(codeOf(cause));

/** The words for whoever asked: the cause stays with it for the log. */
export function failureOf(cause: unknown): unknown {
  if (cause instanceof ApiError) return cause;
  if (isConflict(cause) || isExhausted(cause)) return errors.busy(1);
  if (codeOf(cause) === '53100') return errors.storageFull();
  if (isLost(cause)) return Object.assign(errors.databaseUnavailable(), { cause });
  return cause;
}
