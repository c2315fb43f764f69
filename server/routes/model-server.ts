import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { ModelService } from '../services/models.ts';

interface Deps {
  models: ModelService;
}

const url = z.string().trim().min(1).max(500);
const api_key = z
  .string()
  .max(1_000)
  .regex(/^[\x21-\x7e]+$/, 'must be one word of ASCII characters')
  .nullable()
  .exactOptional();
const model = z.string().regex(/^[\w.:/@+-]{1,200}$/, 'must be the name of a model');

const server = shape('ModelServerRequest', 'A server that speaks OpenAI’s protocol.', z.strictObject({ url, api_key }));
const served = shape('ServedModelRequest', 'A model on a server.', z.strictObject({ url, api_key, model }));
const use = shape(
  'UseServedModelRequest',
  'A model on a server, and how it is to be taken into use.',
  z.strictObject({ url, api_key, model, anyway: z.boolean().default(false) }),
);
const trial = shape(
  'ModelTrialRequest',
  'A model on a server, and a question.',
  z.strictObject({
    url,
    api_key,
    model,
    question: z.string().trim().min(1).max(1_000),
  }),
);

const rule = { accepts: ['user'], limit: 'general', answers: [200] } as const;

/** Model servers that the operator enters. */
export function modelServerRoutes({ models }: Deps): Routes {
  const routes = createRoutes('/v1/server/model-server');

  routes.get(
    '/found',
    guard({ ...rule, name: 'model-server.find', resource: 'server' }, async ({ signal }) => {
      return { status: 200, body: { servers: await models.servers.find(signal) } };
    }),
  );

  routes.post(
    '/models',
    guard({ ...rule, name: 'model-server.models', resource: 'server', body: server }, async ({ body, signal }) => {
      return { status: 200, body: await models.servers.list(body, signal) };
    }),
  );

  routes.post(
    '/try',
    guard({ ...rule, name: 'model-server.try', resource: 'server', body: trial }, async ({ body, signal }) => {
      const { question, ...entered } = body;
      return { status: 200, body: await models.servers.try(entered, question, signal) };
    }),
  );

  routes.post(
    '/check',
    guard({ ...rule, name: 'model-server.check', resource: 'server', body: served }, async ({ body, signal }) => {
      return { status: 200, body: await models.servers.check(body, signal) };
    }),
  );

  routes.put(
    '/',
    guard(
      { ...rule, name: 'model-server.use', resource: 'server', audited: true, body: use },
      async ({ body: { anyway, ...entered }, signal }) => {
        await models.useServer(entered, { anyway, signal });
        return { status: 200, body: await models.report(), about: entered.model };
      },
    ),
  );

  routes.delete(
    '/',
    guard({ ...rule, name: 'model-server.forget', resource: 'server', audited: true }, async () => {
      await models.forgetServer();
      return { status: 200, body: await models.report() };
    }),
  );

  return routes;
}
