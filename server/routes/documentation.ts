import { createHash } from 'node:crypto';
import { type Answer, guard, type RouteRule } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';

/** The API described: as a document for programs, as a page for people. Both are made at the first request for one. */
export interface Documentation {
  json: string;
  html: string;
  /** The page's content security policy. */
  policy: string;
}

const open = { accepts: ['none'], limit: null, answers: [200, 304] } as const satisfies Partial<RouteRule>;

export function documentationRoutes({ documentation }: { documentation: () => Promise<Documentation> }): Routes {
  const routes = createRoutes();

  routes.get(
    '/v1/openapi.json',
    guard({ ...open, name: 'documentation.openapi' }, async () => {
      const { json } = await documentation();
      return revalidated(json, 'application/json; charset=utf-8');
    }),
  );

  routes.get(
    '/docs',
    guard({ ...open, name: 'documentation.page' }, async () => {
      const { html, policy } = await documentation();
      return revalidated(html, 'text/html; charset=utf-8', { 'content-security-policy': policy });
    }),
  );

  return routes;
}

function revalidated(body: string, type: string, headers: Record<string, string> = {}): Answer {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return { status: 200, body, type, headers: { ...headers, 'cache-control': 'no-cache', etag } };
}
