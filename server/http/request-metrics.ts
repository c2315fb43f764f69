import type { Middleware } from 'koa';
import type { RequestState } from './context.ts';

/** Reports the route, status and duration of every request once it is answered or its client has left. */
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
