import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { errors } from '../platform/errors.ts';
import { builtFile, CACHING } from './built-file.ts';

/** The packages of the SDK and the widget, in the version of this server: `npm install https://…/packages/footnote-sdk.tgz`. */
export function packageFileRoutes({ directory }: { directory: string }): Routes {
  const routes = createRoutes();

  routes.get(
    '/packages/:file',
    guard({ accepts: ['none'], limit: null, answers: [200, 304, 404], name: 'packages.file' }, async ({ param }) => {
      const path = param('file');
      const file = await builtFile({ directory, path, caching: CACHING.revalidate, encodings: '' });
      if (!file || !path.endsWith('.tgz')) throw errors.notFound();
      return file;
    }),
  );

  return routes;
}
