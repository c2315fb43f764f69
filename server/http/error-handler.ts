import type { ErrorBody } from '@footnote/sdk/contract';
import type { Middleware } from 'koa';
import { ApiError, errors } from '../errors.ts';
import type { Log } from '../log.ts';
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
      const error = known(thrown);
      // Nobody reads the answer to a client that has left; that its work was cut short is no failure of ours.
      if (error.status >= 500 && !context.res.closed)
        log.error('request-failed', { id: context.state.requestId, error: thrown });
      const body: ErrorBody = { detail: error.message, code: error.code };
      if (error.fields) body.errors = error.fields;
      context.status = error.status;
      if (error.status === 401) context.set('www-authenticate', 'Bearer');
      if (error.retryAfter !== undefined) context.set('retry-after', String(error.retryAfter));
      context.body = body;
    }
    const { rule } = context.state;
    if (rule && context.method !== 'OPTIONS' && !statusesOf(rule).includes(context.status)) {
      onUndeclared(rule.name, context.status);
    }
  };
}

function known(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const { code } = (thrown ?? {}) as { code?: unknown };
  return typeof code === 'string' && NO_ROOM.has(code) ? errors.storageFull() : errors.internal();
}
