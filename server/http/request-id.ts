import type { Middleware } from 'koa';
import { newId } from '../platform/ids.ts';
import type { RequestState } from './context.ts';

/** Gives every request an id, which the response carries in `x-request-id`: a quoted id can be found in the log. */
export function requestId(): Middleware<RequestState> {
  return (context, next) => {
    context.state.requestId = newId('req');
    context.set('x-request-id', context.state.requestId);
    return next();
  };
}
