import type { ServerState } from '@footnote/sdk/contract';
import Router from '@koa/router';
import type { RequestState } from '../http/context.ts';
import { guard } from '../http/guard.ts';
import type { Access } from '../services/access.ts';

/** How the whole server is: only its operator may know. */
export function serverRoutes({
  access,
  serverState,
}: {
  access: Access;
  serverState: () => Promise<ServerState>;
}): Router<RequestState> {
  const router = new Router<RequestState>({ prefix: '/v1' });

  router.get(
    '/server',
    guard(
      { name: 'server.retrieve', accepts: ['user'], limit: 'general', answers: [200, 403] },
      async ({ credential }) => {
        await access.operator(credential);
        return { status: 200, body: await serverState() };
      },
    ),
  );

  return router;
}
