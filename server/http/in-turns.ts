import type { Middleware } from 'koa';
import { oneATurn } from '../one-a-turn.ts';
import type { RequestState } from './context.ts';

/**
 * Questions that come at once are begun one after the other. Begun together, a hundred of them would keep everybody waiting
 * for as long as all hundred take, even who asks for the server's health.
 */
export function inTurns(): Middleware<RequestState> {
  const inTurn = oneATurn();
  return async (context, next) => {
    if (context.state.rule?.limit === 'chat') await new Promise<void>(inTurn);
    return next();
  };
}
