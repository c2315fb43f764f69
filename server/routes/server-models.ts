import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { ModelService } from '../services/models.ts';

interface Deps {
  models: ModelService;
}

const use = shape(
  'UseModelRequest',
  'How a model is to be taken into use.',
  z.strictObject({ anyway: z.boolean().default(false) }),
);

/** The server's models and running engines, for the operator only. */
export function serverModelRoutes({ models }: Deps): Routes {
  const routes = createRoutes('/v1/server/models');

  routes.get(
    '/',
    guard(
      { name: 'server-models.retrieve', resource: 'server', accepts: ['user'], limit: 'general', answers: [200] },
      async () => {
        return { status: 200, body: await models.report() };
      },
    ),
  );

  routes.post(
    '/:model/pull',
    guard(
      {
        name: 'server-models.pull',
        resource: 'server',
        audited: true,
        accepts: ['user'],
        limit: 'general',
        answers: [202, 404],
      },
      async ({ param }) => {
        await models.pull(param('model'));
        return { status: 202, body: await models.report() };
      },
    ),
  );

  routes.delete(
    '/:model/pull',
    guard(
      { name: 'server-models.cancel', resource: 'server', accepts: ['user'], limit: 'general', answers: [200, 404] },
      async ({ param }) => {
        await models.cancel(param('model'));
        return { status: 200, body: await models.report() };
      },
    ),
  );

  routes.post(
    '/:model/use',
    guard(
      {
        name: 'server-models.use',
        resource: 'server',
        audited: true,
        accepts: ['user'],
        limit: 'general',
        body: use,
        answers: [200, 404],
      },
      async ({ param, body: { anyway }, signal }) => {
        await models.use(param('model'), { anyway, signal });
        return { status: 200, body: await models.report() };
      },
    ),
  );

  return routes;
}
