import type { Middleware } from 'koa';
import type { RequestState } from './context.ts';

/**
 * Questions that come at once are begun one after the other, each in a turn of the event loop of its own. Begun together,
 * a hundred of them would keep everybody waiting for as long as all hundred take, even who asks for the server's health.
 */
export function inTurns(): Middleware<RequestState> {
  const waiting: (() => void)[] = [];
  const admit = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(admit);
  };
  return async (context, next) => {
    if (context.state.rule?.limit === 'chat') {
      await new Promise<void>((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(admit);
      });
    }
    return next();
  };
}
