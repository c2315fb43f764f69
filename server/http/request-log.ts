import type { Middleware } from 'koa';
import type { Log } from '../platform/log.ts';
import type { RequestState } from './context.ts';

/** Logs one line per request, without bodies, queries or credentials. Assets that were found are logged at `debug`. */
export function requestLog(log: Log): Middleware<RequestState> {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const isAsset = context.state.rule?.asset && context.status < 400;
    log[isAsset ? 'debug' : 'info']('request', {
      id: context.state.requestId,
      method: context.method,
      // Redact before truncating: a truncated token would not be recognised.
      path: context.path.replace(/eyJ[^/]*/g, '[token]').slice(0, 200),
      route: context.state.rule?.name,
      status: context.status,
      ms: Math.round(performance.now() - startedAt),
      credential: context.state.credential?.kind,
    });
  };
}
