import type { Middleware } from 'koa';
import { createFairScheduler } from '../platform/scheduling/fair-scheduler.ts';
import type { RequestState } from './context.ts';

/**
 * Starts questions that arrive together in portions. If a hundred started at once, every other request would wait for all of
 * them. Without this, the p99 of the health check under such a load is twice as long.
 */
export function scheduleQuestions(): Middleware<RequestState> {
  const schedule = createFairScheduler();
  return async (context, next) => {
    if (context.state.rule?.limit === 'chat') await new Promise<void>(schedule);
    return next();
  };
}
