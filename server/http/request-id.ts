import type { Middleware } from 'koa';
import { newId } from '../platform/ids.ts';
import type { RequestState } from './context.ts';

/** Gives every request an id, which is logged and sent in `x-request-id`. */
export function requestId(): Middleware<RequestState> {
  return (context, next) => {
    context.state.requestId = newId('req');
    context.set('x-request-id', context.state.requestId);
    return next();
  };
}
