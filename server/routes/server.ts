import type { Restarting, ServerState } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import type { Access } from '../services/access.ts';
import type { RestartService } from '../services/restart.ts';

/** The state of the server and its restart, for the operator only. */
export function serverRoutes({
  access,
  serverState,
  restarts,
}: {
  access: Access;
  serverState: () => Promise<ServerState>;
  restarts: RestartService;
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

  routes.post(
    '/server/restart',
    guard(
      {
        ...{ name: 'server.restart', audited: true, accepts: ['user'], limit: 'general', answers: [202] },
        body: z.strictObject({}).optional(),
      },
      async ({ credential }) => {
        await access.operator(credential);
        restarts.restart(credential);
        const body: Restarting = { started_at: new Date(performance.timeOrigin).toISOString() };
        return { status: 202, body };
      },
    ),
  );

  return routes;
}
