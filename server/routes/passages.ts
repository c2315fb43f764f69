import Router from '@koa/router';
import type { RequestState } from '../http/context.ts';
import { guard } from '../http/guard.ts';
import { PASSAGE_PAGE_POLICY, presentPassagePage } from '../presenters/passage-page.ts';
import type { PassageService } from '../services/passages.ts';

/** Where a citation opens: a small page without scripts. The signed link is the credential. */
export function passageRoutes({ passages }: { passages: PassageService }): Router<RequestState> {
  const router = new Router<RequestState>({ prefix: '/v1/passages' });

  router.get(
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

  return router;
}
