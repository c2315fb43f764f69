import type { Answer, RouteRule } from '../../http/guard.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { errors } from '../../platform/errors.ts';
import { builtFile, CACHING } from './built-file.ts';

const open = {
  accepts: ['none'],
  limit: null,
  page: true,
  answers: { 200: { mediaType: '*/*', description: 'A page of the console, or a file of one.' }, 304: null },
  fails: [404],
} as const satisfies Partial<RouteRule>;

/** The addresses of the pages, as in server/console/routes.ts. */
const PAGES = [
  '/',
  '/login',
  '/login/provider',
  '/welcome',
  '/invitation',
  '/reset-password',
  '/projects',
  '/projects/*path',
  '/settings',
  '/settings/*path',
];

/**
 * What the console may load and do: its own files and its own API. The two trusted-types policies are those of Lit, once in
 * the console and once in the widget that the playground shows.
 */
const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'font-src': "'self'",
  'frame-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "lit-html 'allow-duplicates'",
};

/** Only the preview may be framed, and only by the console. */
const FRAMED_POLICY = { ...POLICY, 'frame-ancestors': "'self'", 'frame-src': "'none'" };

const policyOf = (policy: Record<string, string>) =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

const NOT_BUILT = 'The console has not been built. Run "npm run build", or start the server with "npm start".\n';

/**
 * The owner's console. `consoleBuild` has `index.html` at the address of every page, and its files below `/console/`.
 * A request for a page that does not accept HTML gets the usual 404.
 */
export function consoleRoutes({ consoleBuild }: { consoleBuild: { directory: string } }): Routes {
  const routes = createRoutes();
  const { directory } = consoleBuild;

  for (const path of PAGES) {
    routes.get(path, { ...open, name: 'console.page' }, async ({ header }) => {
      if (!/text\/html/i.test(header('accept'))) throw errors.notFound();
      const page = await serve(directory, 'index.html', header('accept-encoding'));
      return page ?? { status: 200, type: 'text/plain; charset=utf-8', body: NOT_BUILT };
    });
  }

  // Before the files, whose placeholder matches it, too.
  routes.get('/console/preview', { ...open, name: 'console.preview' }, async ({ header }) => {
    const page = await serve(directory, 'preview.html', header('accept-encoding'), FRAMED);
    if (!page) throw errors.notFound();
    return page;
  });

  routes.get('/console/*path', { ...open, name: 'console.file', asset: true }, async ({ param, header }) => {
    const path = param('path');
    const encodings = header('accept-encoding');
    const file = path.endsWith('.html')
      ? null
      : await builtFile({ directory, path, caching: CACHING.immutable, encodings });
    if (!file) throw errors.notFound();
    return file;
  });

  return routes;
}

const ALONE = { 'content-security-policy': policyOf(POLICY), 'cross-origin-opener-policy': 'same-origin' };
const FRAMED = { 'content-security-policy': policyOf(FRAMED_POLICY), 'x-frame-options': 'SAMEORIGIN' };

function serve(
  directory: string,
  path: string,
  encodings: string,
  headers: Record<string, string> = ALONE,
): Promise<Answer<200> | null> {
  return builtFile({ directory, path, caching: CACHING.revalidate, headers, encodings });
}
