import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { RequestState } from './context.ts';

/** Sets headers that forbid a browser to load, frame or sniff anything. Routes that serve pages set their own policy. */
export function securityHeaders({ https }: { https: boolean }): Middleware<RequestState> {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    // CORS decides which pages may read answers. The widget's files set a policy that opens them to all.
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  });
  // The headers are the same for every request, so helmet's dozen middlewares run only once.
  const headers = new Map([['cache-control', 'no-store']]);
  const collect = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: (name: string) => headers.delete(name.toLowerCase()),
  };
  const collected = protect({ req: {}, res: collect } as unknown as Context, async () => undefined);
  return async (context, next) => {
    await collected;
    for (const [name, value] of headers) context.res.setHeader(name, value);
    await next();
  };
}
