import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { foundServers, modelCheck, modelTrial, servedModels } from '../../presenters/model-server.ts';
import { serverModels } from '../../presenters/server-models.ts';
import { field, shape } from '../../presenters/shape.ts';
import type { ModelService } from '../../services/server/models.ts';

interface Deps {
  models: ModelService;
}

const url = field(
  z.string().trim().min(1).max(500),
  'The address of the server. What belongs to the address of its API may be missing.',
  'http://gpu.example.com:11434/v1',
);
const api_key = field(
  z
    .string()
    .max(1_000)
    .regex(/^[\x21-\x7e]+$/, 'must be one word of ASCII characters')
    .nullable()
    .exactOptional(),
  'Its key; `null` for a server without keys. If it is absent, the stored key is used, but only for the origin that it was entered with.',
  'sk-proj-4YHhQ0V2b7c9D1k',
);
const model = field(
  z.string().regex(/^[\w.:/@+-]{1,200}$/, 'must be the name of a model'),
  'The model’s name.',
  'qwen3:8b',
);

const server = shape('ModelServerRequest', 'A server that speaks OpenAI’s protocol.', { url, api_key });
const served = shape('ServedModelRequest', 'A model on a server.', { url, api_key, model });
const use = shape('UseServedModelRequest', 'A model on a server, and how it is to be taken into use.', {
  url,
  api_key,
  model,
  anyway: field(
    z.boolean().default(false),
    'Whether it is used without an examination, and also if it was found unfit.',
    false,
  ),
});
const trial = shape('ModelTrialRequest', 'A model on a server, and a question.', {
  url,
  api_key,
  model,
  question: field(z.string().trim().min(1).max(1_000), 'What to ask.', 'What is a citation?'),
});

const rule = { tag: 'Server', accepts: ['user'], limit: 'general', resource: 'server' } as const;

/** Model servers that the operator enters. */
export function modelServerRoutes({ models }: Deps): Routes {
  const routes = createRoutes('/v1/server/model-server');

  routes.get(
    '/found',
    {
      ...rule,
      name: 'model-server.find',
      summary: 'Look for model servers on this machine',
      description: 'Asks Ollama at its usual port, for at most a second. Only for the operator.',
      sdk: {
        method: 'server.modelServer.find',
        says: 'Looks for model servers on the machine of this server.',
        example: 'const { servers } = await owner.server.modelServer.find();',
      },
      answers: { 200: foundServers },
    },
    async ({ signal }) => ({ status: 200, body: { servers: await models.servers.find(signal) } }),
  );

  routes.post(
    '/models',
    {
      ...rule,
      name: 'model-server.models',
      summary: 'List the models of a server',
      description:
        'Asks a server that speaks OpenAI’s protocol. It may be on the internet, in the private network or on the same machine. Only for the operator.',
      sdk: {
        method: 'server.modelServer.models',
        says: 'Lists the models of a server, and completes its address.',
        example: 'const { url, models } = await owner.server.modelServer.models({ url: modelUrl });',
        body: 'server',
      },
      body: server,
      answers: { 200: servedModels },
    },
    async ({ body, signal }) => ({ status: 200, body: await models.servers.list(body, signal) }),
  );

  routes.post(
    '/try',
    {
      ...rule,
      name: 'model-server.try',
      summary: 'Ask a model one question',
      description: 'Without passages, to see that it answers and how fast. Nothing is stored. Only for the operator.',
      sdk: {
        method: 'server.modelServer.try',
        says: 'Asks a model one question, and reports its answer and how long it took.',
        example: [
          'const trial = await owner.server.modelServer.try({',
          '  url: modelUrl,',
          "  model: 'qwen3:8b',",
          "  question: 'What is a citation?',",
          '});',
        ],
        once: true,
        body: 'trial',
      },
      body: trial,
      answers: { 200: modelTrial },
    },
    async ({ body, signal }) => {
      const { question, ...entered } = body;
      return { status: 200, body: await models.servers.try(entered, question, signal) };
    },
  );

  routes.post(
    '/check',
    {
      ...rule,
      name: 'model-server.check',
      summary: 'Check what a model can do',
      description:
        'Examines it: asks it six built-in questions about a few passages, with the prompt of real questions. They find out whether it cites by number, keeps numbers and commands, refuses where no passage answers, answers in the language of the question, and does not obey orders that stand in a passage. The result is kept (`checks` of `GET /v1/server/models`), and `npx footnote doctor` shows it. Only for the operator.',
      sdk: {
        method: 'server.modelServer.check',
        says: 'Asks a model six built-in questions, and reports whether it cites, refuses and keeps to its instructions as it should.',
        example: "const { probes } = await owner.server.modelServer.check({ url: modelUrl, model: 'qwen3:8b' });",
        once: true,
        body: 'served',
      },
      body: served,
      answers: { 200: modelCheck },
    },
    async ({ body, signal }) => ({ status: 200, body: await models.servers.check(body, signal) }),
  );

  routes.put(
    '/',
    {
      ...rule,
      name: 'model-server.use',
      audited: true,
      summary: 'Switch to a model on a server',
      description:
        'Takes effect at once and at every later start, if the model answers. It is examined first, unless it has been (`POST /v1/server/model-server/check`), and refused (`model_unfit`) if answering by quotation is better. Answers that run or wait are still written by the previous engine. The key is stored encrypted. Only for the operator.',
      sdk: {
        method: 'server.modelServer.use',
        says: 'Switches to a model at once and permanently, if it answers. It is examined first, unless it has been, and refused if it does not follow instructions; `anyway` leaves that out. Its key is stored encrypted; without `api_key`, the key that is stored for this address is kept.',
        example:
          "const { answerer } = await owner.server.modelServer.use({ url: modelUrl, model: 'qwen3:8b', anyway: true });",
        body: 'served',
      },
      body: use,
      answers: { 200: serverModels },
    },
    async ({ body: { anyway, ...entered }, signal }) => {
      await models.useServer(entered, { anyway, signal });
      return { status: 200, body: await models.report(), about: entered.model };
    },
  );

  routes.delete(
    '/',
    {
      ...rule,
      name: 'model-server.forget',
      audited: true,
      summary: 'Remove the chosen server and its key',
      description: 'If it is in use, answers come without a model from now on. Only for the operator.',
      sdk: {
        method: 'server.modelServer.forget',
        says: 'Removes the chosen server and its key. If it is in use, answers come without a model from now on.',
        example: 'await owner.server.modelServer.forget();',
      },
      answers: { 200: serverModels },
    },
    async () => {
      await models.forgetServer();
      return { status: 200, body: await models.report() };
    },
  );

  return routes;
}
