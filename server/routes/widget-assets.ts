import { createHash } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import Router from '@koa/router';
import { errors } from '../errors.ts';
import type { RequestState } from '../http/context.ts';
import { type Answer, guard, type RouteRule } from '../http/guard.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};
const FIVE_MINUTES = 'public, max-age=300';
const FOR_EVER = 'public, max-age=31536000, immutable';

const open = { accepts: ['none'], limit: null, answers: [200, 304, 404] } as const satisfies Partial<RouteRule>;

/**
 * The built widget, for pages of any origin. `directory` is its build: `widget.js`, and whatever that loads from
 * `/widget/{version}/`. Before it is built, everything here is 404.
 */
export function widgetAssetRoutes({
  directory,
  version,
}: {
  directory: string;
  version: string;
}): Router<RequestState> {
  const router = new Router<RequestState>();

  router.get(
    '/widget.js',
    guard({ ...open, name: 'widget-assets.current' }, () => serve(directory, 'widget.js', FIVE_MINUTES)),
  );

  router.get(
    '/widget/:version/*path',
    guard({ ...open, name: 'widget-assets.versioned' }, ({ param }) => {
      if (param('version') !== version) throw errors.notFound();
      return serve(directory, param('path'), FOR_EVER);
    }),
  );

  return router;
}

async function serve(directory: string, path: string, caching: string): Promise<Answer> {
  const type = TYPES[extname(path)];
  // Compared once links are followed: nothing outside of the build is ours to serve.
  const [root, file] = await Promise.all([found(directory), found(join(directory, path))]);
  if (!type || !root || !file?.startsWith(root + sep)) throw errors.notFound();
  const body = await readFile(file).catch(() => null);
  if (!body) throw errors.notFound();
  return {
    status: 200,
    body,
    type,
    headers: {
      'cache-control': caching,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
    },
  };
}

/** Null for what is not there, or is no path at all. */
function found(path: string): Promise<string | null> {
  return realpath(path).catch(() => null);
}
