import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { engineGpu } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { ModelService } from '../services/models.ts';

interface Deps {
  models: Pick<ModelService, 'engines' | 'report'>;
}

const add = shape(
  'AddEngineRequest',
  'Which build of the engine is added, and with which languages.',
  z.strictObject({
    gpu: engineGpu.nullable().default(null),
    languages: z.array(z.string().max(20)).min(1).max(50).optional(),
  }),
);

/** What runs models on the server's machine, for the operator only. */
export function serverEngineRoutes({ models }: Deps): Routes {
  const routes = createRoutes('/v1/server/engines');
  const common = { accepts: ['user'], limit: 'general' } as const;

  routes.post(
    '/:engine/add',
    guard(
      { ...common, name: 'server-engines.add', resource: 'server', audited: true, body: add, answers: [202, 404] },
      async ({ credential, param, body }) => {
        await models.engines.add(credential, param('engine'), body);
        return { status: 202, body: await models.report() };
      },
    ),
  );

  routes.delete(
    '/:engine/add',
    guard({ ...common, name: 'server-engines.cancel', resource: 'server', answers: [200, 404] }, async ({ param }) => {
      await models.engines.cancel(param('engine'));
      return { status: 200, body: await models.report() };
    }),
  );

  routes.delete(
    '/:engine',
    guard(
      { ...common, name: 'server-engines.remove', resource: 'server', audited: true, answers: [200, 404] },
      async ({ credential, param }) => {
        await models.engines.remove(credential, param('engine'));
        return { status: 200, body: await models.report() };
      },
    ),
  );

  return routes;
}
