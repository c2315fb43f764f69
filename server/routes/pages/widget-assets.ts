import type { WidgetSettings } from '@footnote/sdk/contract';
import type { Answer, RouteRule } from '../../http/guard.ts';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { errors } from '../../platform/errors.ts';
import { presentWidgetLook } from '../../presenters/widget-look.ts';
import type { WidgetImageService } from '../../services/widget-images.ts';
import { type BuiltFile, builtFile, CACHING } from './built-file.ts';

const open = { tag: 'Widget', accepts: ['none'], limit: null, asset: true } as const satisfies Partial<RouteRule>;

const FOR_EVERY_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

interface WidgetAssetDeps {
  widgetBuild: { directory: string; version: string };
  /** The settings of a project; null if there is none with this id. */
  widgetSettings: (projectId: string) => Promise<WidgetSettings | null>;
  widgetImages: Pick<WidgetImageService, 'read'>;
}

/**
 * The built widget, for pages of any origin. `directory` is its build: `widget.js`, `site-search.js`, and the files that
 * these load from `/widget/{version}/`. Everything is 404 until the widget is built.
 */
export function widgetAssetRoutes({ widgetBuild, widgetSettings, widgetImages }: WidgetAssetDeps): Routes {
  const { directory, version } = widgetBuild;
  const routes = createRoutes();

  routes.get(
    '/widget.js',
    {
      ...open,
      name: 'widget-assets.current',
      summary: 'Retrieve the current script of the widget',
      sdk: 'page',
      answers: {
        200: { mediaType: 'text/javascript', description: 'The script that web pages include.' },
        304: null,
      },
      fails: [404],
    },
    ({ header }) =>
      serve({ directory, path: 'widget.js', caching: CACHING.fiveMinutes, encodings: header('accept-encoding') }),
  );

  routes.get(
    '/site-search.js',
    {
      ...open,
      name: 'widget-assets.search',
      summary: 'Retrieve the script of a documentation site',
      description: 'It puts the widget behind the search of the pages, and follows their colours.',
      sdk: 'page',
      answers: {
        200: { mediaType: 'text/javascript', description: 'The script that the pages include.' },
        304: null,
      },
      fails: [404],
    },
    ({ header }) =>
      serve({ directory, path: 'site-search.js', caching: CACHING.fiveMinutes, encodings: header('accept-encoding') }),
  );

  // It asks for no token: the button is shown to everybody who sees the site.
  routes.get(
    '/widget/look/:project_id',
    {
      ...open,
      name: 'widget-assets.look',
      resource: null,
      limit: 'general',
      summary: 'Retrieve the look of the widget’s button',
      description:
        'Colour, corner, theme, language and label, as the attribute `data-look` of the script tag has them. The tag asks for them if it has no such attribute. Empty if there is no such project.',
      sdk: 'page',
      answers: { 200: { mediaType: 'text/plain', description: 'The settings of the button.' } },
    },
    async ({ param }) => {
      const settings = await widgetSettings(param('project_id'));
      const headers = { 'cache-control': CACHING.fiveMinutes, ...FOR_EVERY_ORIGIN };
      return {
        status: 200,
        body: settings ? presentWidgetLook(settings) : '',
        type: 'text/plain; charset=utf-8',
        headers,
      };
    },
  );

  // As open as the button, and named by its content: another picture has another address.
  routes.get(
    '/widget/images/:project_id/:image',
    {
      ...open,
      name: 'widget-assets.image',
      resource: null,
      limit: 'general',
      summary: 'Retrieve the logo or the avatar of a widget',
      description: 'A project names the paths of its pictures in `widget_images`. What is there never changes.',
      sdk: 'page',
      answers: { 200: { mediaType: 'image/*', description: 'The picture as it was sent.' }, 304: null },
      fails: [404],
    },
    async ({ param }) => {
      const { content, type } = await widgetImages.read(param('project_id'), param('image'));
      return {
        status: 200,
        body: Buffer.from(content),
        type,
        headers: {
          'cache-control': CACHING.immutable,
          etag: `"${param('image')}"`,
          'content-security-policy': "default-src 'none'; sandbox",
          ...FOR_EVERY_ORIGIN,
        },
      };
    },
  );

  // After those below /widget/ with a name of their own: the first route that matches wins.
  routes.get(
    '/widget/:version/*path',
    {
      ...open,
      name: 'widget-assets.versioned',
      summary: 'Retrieve a file of a widget version',
      sdk: 'page',
      answers: { 200: { mediaType: '*/*', description: 'The file, which never changes.' }, 304: null },
      fails: [404],
    },
    ({ param, header }) => {
      if (param('version') !== version) throw errors.notFound();
      return serve({
        directory,
        path: param('path'),
        caching: CACHING.immutable,
        encodings: header('accept-encoding'),
      });
    },
  );

  return routes;
}

async function serve(file: BuiltFile): Promise<Answer<200>> {
  const answer = await builtFile({ ...file, headers: FOR_EVERY_ORIGIN });
  if (!answer || file.path.endsWith('.html')) throw errors.notFound();
  return answer;
}
