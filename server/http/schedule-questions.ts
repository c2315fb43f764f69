import type { Middleware } from 'koa';
import { createFairScheduler } from '../platform/fair-scheduler.ts';
import type { RequestState } from './context.ts';

/**
 * Starts questions that arrive at once in portions. Started together, a hundred of them would keep every other request waiting
 * for as long as all hundred take, even one for the server's health: its p99 is twice as long without this.
 */
export function scheduleQuestions(): Middleware<RequestState> {
  const schedule = createFairScheduler();
  return async (context, next) => {
    if (context.state.rule?.limit === 'chat') await new Promise<void>(schedule);
    return next();
  };
}
