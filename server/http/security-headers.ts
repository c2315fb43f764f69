import type { Middleware } from 'koa';
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
  return async (context, next) => {
    context.set('cache-control', 'no-store');
    await protect(context, next);
  };
}
