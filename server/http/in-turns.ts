import type { Middleware } from 'koa';
import { inPortions } from '../platform/fair-scheduler.ts';
import type { RequestState } from './context.ts';

/**
 * Starts questions that arrive at once in portions. Started together, a hundred of them would block every other request,
 * even health checks, until all of them have started.
 */
export function inTurns(): Middleware<RequestState> {
  const inTurn = inPortions();
  return async (context, next) => {
    if (context.state.rule?.limit === 'chat') await new Promise<void>(inTurn);
    return next();
  };
}
