import { createRoutes, type Routes } from '../../http/routes.ts';
import { errors } from '../../platform/errors.ts';
import { builtFile, CACHING } from './built-file.ts';

/** The packages in the version of this server: `npm install https://…/packages/footnote-sdk.tgz`. */
export function packageFileRoutes({ packagesBuild }: { packagesBuild: { directory: string } }): Routes {
  const routes = createRoutes();
  const { directory } = packagesBuild;

  routes.get(
    '/packages/:file',
    {
      name: 'packages.file',
      accepts: ['none'],
      limit: null,
      tag: 'Widget',
      summary: 'Retrieve a package for npm or pip',
      description:
        'The SDKs and the widget in the version of this server: `npm install` takes the addresses of `footnote-sdk.tgz` and `footnote-widget.tgz`, `pip install` that of `footnote-python.tgz`. The widget’s package needs that of the SDK.',
      sdk: 'page',
      answers: { 200: { mediaType: 'application/gzip', description: 'The package.' }, 304: null },
      fails: [404],
    },
    async ({ param }) => {
      const path = param('file');
      const file = await builtFile({ directory, path, caching: CACHING.revalidate, encodings: '' });
      if (!file || !path.endsWith('.tgz')) throw errors.notFound();
      return file;
    },
  );

  return routes;
}
