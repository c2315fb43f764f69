import { createHash } from 'node:crypto';
import type { Answer, RouteRule } from '../../http/guard.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { errors } from '../../platform/errors.ts';
import { ICON_LINK } from '../../presenters/icon.ts';
import { builtFile, CACHING } from './built-file.ts';

const open = { accepts: ['none'], limit: null } as const satisfies Partial<RouteRule>;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Hides Redoc's external logo, and its menu that opens the page in third-party chatbots. */
const STYLE = `
body { margin: 0; }
.unscripted { font: 1rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1.25rem; }
a[href="https://redocly.com/redoc/"] p::after { content: " Redoc"; }
[data-component-name="SplitButton/SplitButton"] { display: none !important; }
`;

/**
 * Only this server's own files. Redoc adds empty style elements and fills them by script, so the hash of the empty text allows
 * them. Its highlighted samples use style attributes.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src ${hashOf(STYLE)} ${hashOf('')}`,
  "style-src-attr 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'font-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Footnote API</title>
${ICON_LINK}
<style>${STYLE}</style>
</head>
<body>
<noscript><p class="unscripted">The API reference needs JavaScript. The same is in the <a href="/v1/openapi.json">OpenAPI document</a>.</p></noscript>
<redoc spec-url="/v1/openapi.json" disable-telemetry="true"></redoc>
<script type="module" src="/docs/redoc.js"></script>
</body>
</html>
`;

const NOT_BUILT = `<!doctype html>
<title>Footnote API</title>
${ICON_LINK}
<p>The API reference has not been built. Run <code>npm run build</code>, or read the <a href="/v1/openapi.json">OpenAPI document</a>.</p>
`;

/**
 * The documentation of the API: the OpenAPI document and the reference. `referenceBuild` is the build of the reference
 * (.build/api-reference.ts); `openApi` creates the document and is called once.
 */
export function documentationRoutes(options: {
  openApi: () => Promise<string>;
  referenceBuild: { directory: string };
}): Routes {
  const { openApi, referenceBuild } = options;
  const routes = createRoutes();
  const { directory } = referenceBuild;
  let json: Promise<string> | null = null;

  routes.get(
    '/v1/openapi.json',
    {
      ...open,
      tag: 'Server',
      name: 'documentation.openapi',
      summary: 'Retrieve this document as OpenAPI',
      sdk: 'page',
      answers: {
        200: { mediaType: 'application/json', description: 'The API as an OpenAPI 3.1 document.' },
        304: null,
      },
    },
    async () => {
      json ??= openApi();
      return withEtag(await json, 'application/json; charset=utf-8');
    },
  );

  routes.get(
    '/docs',
    {
      ...open,
      tag: 'Server',
      name: 'documentation.page',
      summary: 'Read this document in a browser',
      sdk: 'page',
      answers: { 200: { mediaType: 'text/html', description: 'A page without scripts.' }, 304: null },
    },
    async () => {
      const isBuilt = await builtFile({ directory, path: 'redoc.js', caching: CACHING.revalidate, encodings: 'br' });
      return withEtag(isBuilt ? PAGE : NOT_BUILT, 'text/html; charset=utf-8', { 'content-security-policy': POLICY });
    },
  );

  routes.get(
    '/docs/redoc.js',
    {
      ...open,
      name: 'documentation.script',
      page: true,
      asset: true,
      answers: { 200: { mediaType: 'text/javascript', description: 'The script of the page.' }, 304: null },
      fails: [404],
    },
    async ({ header }) => {
      const encodings = header('accept-encoding');
      const file = await builtFile({ directory, path: 'redoc.js', caching: CACHING.revalidate, encodings });
      if (!file) throw errors.notFound();
      return file;
    },
  );

  return routes;
}

function withEtag(body: string, type: string, headers: Record<string, string> = {}): Answer<200> {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return { status: 200, body, type, headers: { ...headers, 'cache-control': 'no-cache', etag } };
}
