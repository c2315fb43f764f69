import type { SessionsEnded } from '@footnote/sdk/contract';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { errors } from '../platform/errors.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { presentSession } from '../presenters/session.ts';
import type { SessionService } from '../services/sessions.ts';
import { paging } from './paging.ts';

/** The sessions of one's own account. */
export function sessionRoutes({ sessions }: { sessions: SessionService }): Routes {
  const routes = createRoutes('/v1/auth/sessions');
  const own = { accepts: ['user'], limit: 'general' } as const;

  routes.get(
    '/',
    guard({ ...own, name: 'sessions.list', query: paging, answers: [200] }, async ({ credential, query, address }) => {
      const page = await sessions.list(credential, query);
      const present = (row: (typeof page.rows)[number]) =>
        presentSession(row, {
          current: row.id === credential.sessionId,
          sameAddress: sessions.beganAt(row, address),
        });
      return { status: 200, body: presentList(page, query, present) };
    }),
  );

  routes.delete(
    '/',
    guard({ ...own, name: 'sessions.delete-others', audited: true, answers: [200] }, async ({ credential }) => {
      const count = await sessions.endOthers(credential);
      return { status: 200, body: { ended: true, count } satisfies SessionsEnded };
    }),
  );

  routes.delete(
    '/:session_id',
    guard({ ...own, name: 'sessions.delete', audited: true, answers: [200, 404] }, async ({ credential, param }) => {
      if (!(await sessions.end(credential, param('session_id')))) throw errors.notFound();
      return { status: 200, body: presentDeleted(param('session_id')) };
    }),
  );

  return routes;
}
