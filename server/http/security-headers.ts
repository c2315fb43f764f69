import type { Context, Middleware } from 'koa';
import helmet from 'koa-helmet';
import type { RequestState } from './context.ts';

/** Headers for an API that is never a page: nothing may load, frame or guess. What is a page sets its own policy. */
export function securityHeaders({ https }: { https: boolean }): Middleware<RequestState> {
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Answers must be readable to pages that CORS lets in; the widget's own files open themselves to all.
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: 'deny' },
    xXssProtection: false,
  });
  // The headers are the same for every request, so a dozen middlewares need not run for each to find that out.
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
