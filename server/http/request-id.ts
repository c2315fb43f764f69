import type { Middleware } from 'koa';
import { newId } from '../platform/ids.ts';
import type { RequestState } from './context.ts';

/** Names every request, and its answer in `x-request-id`: what a person quotes is found in the log. */
export function requestId(): Middleware<RequestState> {
  return (context, next) => {
    context.state.requestId = newId('req');
    context.set('x-request-id', context.state.requestId);
    return next();
  };
}
