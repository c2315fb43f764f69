import type { SessionsEnded } from '@footnote/sdk/contract';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { errors } from '../../platform/errors.ts';
import { presentSession, session, sessionsEnded } from '../../presenters/accounts.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import type { SessionService } from '../../services/accounts/sessions.ts';
import { paging } from '../paging.ts';

/** The sessions of one's own account. */
export function sessionRoutes({ sessions }: { sessions: SessionService }): Routes {
  const routes = createRoutes('/v1/auth/sessions');
  const own = { tag: 'Accounts', accepts: ['user'], limit: 'general' } as const;

  routes.get(
    '/',
    {
      ...own,
      name: 'sessions.list',
      summary: 'List your sessions',
      description:
        'The logins of the account whose tokens are valid, newest first. Tokens that were issued before there were sessions are not in the list.',
      sdk: {
        method: 'auth.sessions.list',
        says: 'Lists the sessions, newest first.',
        example: 'for await (const { client, current } of owner.auth.sessions.list()) console.log(client, current);',
      },
      query: paging,
      answers: { 200: listOf(session, 'SessionList') },
    },
    async ({ credential, query, address }) => {
      const page = await sessions.list(credential, query);
      const present = (row: (typeof page.rows)[number]) =>
        presentSession(row, {
          current: row.id === credential.sessionId,
          sameAddress: sessions.beganAt(row, address),
        });
      return { status: 200, body: presentList(page, query, present) };
    },
  );

  routes.delete(
    '/',
    {
      ...own,
      name: 'sessions.delete-others',
      audited: true,
      summary: 'End all other sessions',
      description: 'Revokes every user token of the account but that of the request.',
      sdk: {
        method: 'auth.sessions.deleteOthers',
        says: "Ends all sessions but the client's own.",
        example: 'const { count } = await owner.auth.sessions.deleteOthers();',
      },
      answers: { 200: sessionsEnded },
    },
    async ({ credential }) => {
      const count = await sessions.endOthers(credential);
      return { status: 200, body: { ended: true, count } satisfies SessionsEnded };
    },
  );

  routes.delete(
    '/:session_id',
    {
      ...own,
      name: 'sessions.delete',
      audited: true,
      summary: 'End a session',
      description: 'Its token is refused from the next request on, with the code `token_revoked`.',
      sdk: { method: 'auth.sessions.delete', says: 'Ends a session: its token is refused from then on.' },
      answers: { 200: deleted },
      fails: [404],
    },
    async ({ credential, param }) => {
      if (!(await sessions.end(credential, param('session_id')))) throw errors.notFound();
      return { status: 200, body: presentDeleted(param('session_id')) };
    },
  );

  return routes;
}
