import koaCors from '@koa/cors';
import type { Middleware } from 'koa';
import { originOf, type RequestContext, type RequestState } from './context.ts';

export interface CorsOptions {
  /** Reports whether a page of this origin may read answers about the project; null for a path that names no project. */
  allows: (origin: string, projectId: string | null) => Promise<boolean>;
}

/**
 * Lets pages on a project's allowed origins call the widget's routes and read their errors. Other routes get no CORS headers.
 * Cookies are never allowed, and `x-api-key` never passes a preflight, because keys do not belong in browsers.
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
      // A refused preflight is a 204 without CORS headers.
      if (context.method === 'OPTIONS' && context.state.rule) context.status = 204;
      else await next();
    };
    return context.state.rule?.crossOrigin ? share(context, unshared) : unshared();
  };
}
