import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { ApiError, errorBody, errors, openAiErrorBody } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { RequestState } from './context.ts';
import { statusesOf } from './rule.ts';

/** Of the file system and of SQLite: there is no room left to write. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/**
 * Turns what was thrown into bytes, the one place that does. An error of ours says what it says; any other is a 500
 * whose cause goes to the log under the request's id. `onUndeclared` hears of a status that the route did not declare.
 */
export function errorHandler(
  log: Log,
  onUndeclared: (route: string, status: number) => void,
): Middleware<RequestState> {
  return async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = asApiError(thrown);
      // Nobody reads the answer to a client that has left; that its work was cut short is no failure of ours.
      if (error.status >= 500 && !hasLeft(context.res))
        log.error('request_failed', { id: context.state.requestId, error: thrown });
      // A stream that has begun has told its reader itself (http/sse.ts).
      if (context.headerSent) return;
      context.status = error.status;
      if (error.status === 401) context.set('www-authenticate', 'Bearer');
      if (error.retryAfter !== undefined) context.set('retry-after', String(error.retryAfter));
      context.body = context.state.rule?.openAiShaped ? openAiErrorBody(error) : errorBody(error);
    }
    const { rule } = context.state;
    if (rule && context.method !== 'OPTIONS' && !statusesOf(rule).includes(context.status)) {
      onUndeclared(rule.name, context.status);
    }
  };
}

/** What was thrown as what may be told: an error that is not ours is a 500 that says nothing. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' && NO_ROOM.has(code) ? errors.storageFull() : errors.internal();
}

/** Has the client gone before it had its answer? */
function hasLeft(response: ServerResponse): boolean {
  return response.closed && !response.writableFinished;
}
