import type { ServerResponse } from 'node:http';
import type { Middleware } from 'koa';
import { ApiError, errorBody, errors, openAiErrorBody } from '../platform/errors.ts';
import { isDiskFull } from '../platform/files/disk-space.ts';
import type { Log } from '../platform/log.ts';
import type { RequestState } from './context.ts';
import { statusesOf } from './rule.ts';

/**
 * The only place that turns errors into responses. An `ApiError` is sent as it is. Any other error is sent as a 500 without
 * details and logged with the request's id. `onUndeclared` is called for a status that the route did not declare.
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
      // After the client has left, an aborted request is not a failure.
      if (error.status >= 500 && !hasLeft(context.res))
        log.error('request_failed', { id: context.state.requestId, error: thrown });
      // A stream that has begun sends its own error (http/sse.ts).
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

/** Converts anything thrown to an error that may be sent. Unknown errors become a 500 without details. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return isDiskFull(thrown) ? errors.storageFull() : errors.internal();
}

/** Reports whether the client left before it had received its answer. */
function hasLeft(response: ServerResponse): boolean {
  return response.closed && !response.writableFinished;
}
