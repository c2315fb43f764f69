import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { PASSAGE_PAGE_POLICY, presentPassagePage } from '../presenters/passage-page.ts';
import type { PassageService } from '../services/passages.ts';

/** The target of a citation link: a page without scripts, and the stored file if the owner allows it. The signed link is the credential. */
export function passageRoutes({ passages }: { passages: PassageService }): Routes {
  const routes = createRoutes('/v1/passages');

  routes.get(
    '/:signed',
    guard(
      { name: 'passages.retrieve', accepts: ['none'], limit: 'general', answers: [200, 404] },
      async ({ param }) => {
        const passage = await passages.view(param('signed'));
        return {
          status: 200,
          body: presentPassagePage(passage),
          type: 'text/html; charset=utf-8',
          headers: { 'content-security-policy': PASSAGE_PAGE_POLICY },
        };
      },
    ),
  );

  routes.get(
    '/:signed/original',
    guard(
      { name: 'passages.original', accepts: ['none'], limit: 'general', answers: [200, 404] },
      async ({ param }) => {
        const { stream, size, filename, contentType } = await passages.original(param('signed'));
        const shown = contentType === 'application/pdf';
        return {
          status: 200,
          body: stream(),
          type: contentType,
          file: { name: filename, shown },
          headers: {
            'content-length': String(size),
            // HTML must not run scripts in our origin, so it is sandboxed. PDF viewers do not work in a sandbox.
            'content-security-policy': shown ? "default-src 'none'" : "default-src 'none'; sandbox",
          },
        };
      },
    ),
  );

  return routes;
}
