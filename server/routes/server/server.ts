import type { Restarting, ServerState } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { restarting, wholeServerState } from '../../presenters/server.ts';
import type { RestartService } from '../../services/server/restart.ts';

/** The state of the server and its restart, for the operator only. */
export function serverRoutes(options: { serverState: () => Promise<ServerState>; restarts: RestartService }): Routes {
  const { serverState, restarts } = options;
  const routes = createRoutes('/v1');

  routes.get(
    '/server',
    {
      name: 'server.retrieve',
      resource: 'server',
      accepts: ['user'],
      limit: 'general',
      tag: 'Server',
      summary: 'Retrieve the state of the server',
      description:
        'Version, load, memory, disk, queues, engines and the last backup, with problems and how to solve them. Only for the operator, by default the first account of the server.',
      sdk: {
        method: 'server.retrieve',
        says: 'Retrieves the state of the server: version, memory, disk, queues, engines, last backup, and findings.',
        example: 'const { findings } = await owner.server.retrieve();',
      },
      answers: { 200: wholeServerState },
    },
    async () => ({ status: 200, body: await serverState() }),
  );

  routes.post(
    '/server/restart',
    {
      name: 'server.restart',
      resource: 'server',
      audited: true,
      accepts: ['user'],
      limit: 'general',
      tag: 'Server',
      summary: 'Restart the server',
      description:
        'For a planned restore, or to load what was replaced. The process finishes its requests and ends with exit code 75; its supervisor starts it again, which `SUPERVISED=1` says there is (`not_supervised`). Needs a password that was given within the last ten minutes. Only for the operator.',
      sdk: {
        method: 'server.restart',
        says: 'Restarts the server, if something starts it again when it ends. Needs a fresh password.',
        example: [
          'const { installation } = await owner.server.retrieve();',
          'if (installation.restart.supervised) await owner.server.restart();',
        ],
        once: true,
      },
      body: z.strictObject({}).optional(),
      answers: { 202: restarting },
    },
    async ({ credential }) => {
      restarts.restart(credential);
      const body: Restarting = { started_at: new Date(performance.timeOrigin).toISOString() };
      return { status: 202, body };
    },
  );

  return routes;
}
