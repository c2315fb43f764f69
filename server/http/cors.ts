import koaCors from '@koa/cors';
import type { Middleware } from 'koa';
import { originOf, type RequestContext, type RequestState } from './context.ts';

export interface CorsOptions {
  /** May a page of this origin read answers about this project, or about any project where none is named? */
  allows: (origin: string, projectId: string | null) => Promise<boolean>;
}

/**
 * Lets the pages that a project lists read the widget's routes, errors included; every other route has no CORS headers at
 * all. Never with credentials (cookies), and `x-api-key` never passes a preflight: keys do not belong in browsers.
 */
export function cors({ allows }: CorsOptions): Middleware<RequestState> {
  const share = koaCors({
    origin: async (context) => {
      const request = context as RequestContext;
      const origin = originOf(request);
      if (!origin) return '';
      const projectId = /^\/v1\/projects\/([^/]+)\//.exec(request.path)?.[1] ?? null;
      return (await allows(origin, projectId)) ? origin : '';
    },
    allowMethods: ['GET', 'HEAD', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type', 'idempotency-key'],
    exposeHeaders: ['retry-after', 'ratelimit', 'ratelimit-policy', 'x-request-id'],
    maxAge: 600,
  });
  return (context, next) => {
    const unshared = async () => {
      // A preflight that was not let through: 204 without the headers, which is a no.
      if (context.method === 'OPTIONS' && context.state.rule) context.status = 204;
      else await next();
    };
    return context.state.rule?.crossOrigin ? share(context, unshared) : unshared();
  };
}
