import type { ServerState } from '@footnote/sdk/contract';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import type { Access } from '../services/access.ts';

/** The state of the server, for the operator only. */
export function serverRoutes({
  access,
  serverState,
}: {
  access: Access;
  serverState: () => Promise<ServerState>;
}): Routes {
  const routes = createRoutes('/v1');

  routes.get(
    '/server',
    guard(
      { name: 'server.retrieve', accepts: ['user'], limit: 'general', answers: [200, 403] },
      async ({ credential }) => {
        await access.operator(credential);
        return { status: 200, body: await serverState() };
      },
    ),
  );

  return routes;
}
