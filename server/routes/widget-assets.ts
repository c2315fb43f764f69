import { type Answer, guard, type RouteRule } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { errors } from '../platform/errors.ts';
import { type BuiltFile, builtFile, CACHING } from './built-file.ts';

const open = { accepts: ['none'], limit: null, answers: [200, 304, 404] } as const satisfies Partial<RouteRule>;

const FOR_EVERY_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/**
 * The built widget, for pages of any origin. `directory` is its build: `widget.js`, and the files that it loads from
 * `/widget/{version}/`. Everything is 404 until the widget is built.
 */
export function widgetAssetRoutes({ directory, version }: { directory: string; version: string }): Routes {
  const routes = createRoutes();

  routes.get(
    '/widget.js',
    guard({ ...open, name: 'widget-assets.current' }, ({ header }) =>
      serve({ directory, path: 'widget.js', caching: CACHING.fiveMinutes, encodings: header('accept-encoding') }),
    ),
  );

  routes.get(
    '/widget/:version/*path',
    guard({ ...open, name: 'widget-assets.versioned' }, ({ param, header }) => {
      if (param('version') !== version) throw errors.notFound();
      return serve({
        directory,
        path: param('path'),
        caching: CACHING.immutable,
        encodings: header('accept-encoding'),
      });
    }),
  );

  return routes;
}

async function serve(file: BuiltFile): Promise<Answer> {
  const answer = await builtFile({ ...file, headers: FOR_EVERY_ORIGIN });
  if (!answer || file.path.endsWith('.html')) throw errors.notFound();
  return answer;
}
