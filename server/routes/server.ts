import type { Restarting, ServerState } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import type { RestartService } from '../services/restart.ts';

/** The state of the server and its restart, for the operator only. */
export function serverRoutes({
  serverState,
  restarts,
}: {
  serverState: () => Promise<ServerState>;
  restarts: RestartService;
}): Routes {
  const routes = createRoutes('/v1');

  routes.get(
    '/server',
    guard(
      { name: 'server.retrieve', resource: 'server', accepts: ['user'], limit: 'general', answers: [200, 403] },
      async () => {
        return { status: 200, body: await serverState() };
      },
    ),
  );

  routes.post(
    '/server/restart',
    guard(
      {
        name: 'server.restart',
        resource: 'server',
        audited: true,
        accepts: ['user'],
        limit: 'general',
        answers: [202],
        body: z.strictObject({}).optional(),
      },
      async ({ credential }) => {
        restarts.restart(credential);
        const body: Restarting = { started_at: new Date(performance.timeOrigin).toISOString() };
        return { status: 202, body };
      },
    ),
  );

  return routes;
}
