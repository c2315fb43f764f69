import type { Middleware } from 'koa';
import type { RequestState } from './context.ts';

/** Tells of every request once its answer is out, or its client has left: its route, its status, how long it took. */
export function requestMetrics(
  observe: (route: string | null, status: number, seconds: number) => void,
): Middleware<RequestState> {
  return (context, next) => {
    const startedAt = performance.now();
    context.res.once('close', () => {
      observe(context.state.rule?.name ?? null, context.status, (performance.now() - startedAt) / 1000);
    });
    return next();
  };
}
