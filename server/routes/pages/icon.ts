import { createRoutes, type Routes } from '../../http/routes.ts';
import { ICON } from '../../presenters/icon.ts';
import { CACHING } from './built-file.ts';

/** The icon of all pages. Browsers ask for the second address where an answer is no page and names no icon, such as an error. */
export function iconRoutes(): Routes {
  const routes = createRoutes();
  for (const path of ['/icon.svg', '/favicon.ico']) {
    routes.get(
      path,
      {
        name: 'icon',
        accepts: ['none'],
        limit: null,
        page: true,
        asset: true,
        answers: { 200: { mediaType: 'image/svg+xml', description: 'The icon.' } },
      },
      () => ({ status: 200, body: ICON, type: 'image/svg+xml', headers: { 'cache-control': CACHING.fiveMinutes } }),
    );
  }
  return routes;
}
