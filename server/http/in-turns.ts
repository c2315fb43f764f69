import type { Middleware } from 'koa';
import { inPortions } from '../platform/fair-scheduler.ts';
import type { RequestState } from './context.ts';

/**
 * Questions that come at once are begun in portions. Begun together, a hundred of them would keep everybody waiting
 * for as long as all hundred take, even who asks for the server's health.
 */
export function inTurns(): Middleware<RequestState> {
  const inTurn = inPortions();
  return async (context, next) => {
    if (context.state.rule?.limit === 'chat') await new Promise<void>(inTurn);
    return next();
  };
}
