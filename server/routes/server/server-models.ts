import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { serverModels } from '../../presenters/server-models.ts';
import { field, shape } from '../../presenters/shape.ts';
import type { ModelService } from '../../services/server/models.ts';

interface Deps {
  models: ModelService;
}

const use = shape('UseModelRequest', 'How a model is to be taken into use.', {
  anyway: field(
    z.boolean().default(false),
    'Whether it is used without an examination, and also if it was found unfit.',
    false,
  ),
});

const ours = { tag: 'Server', resource: 'server', accepts: ['user'], limit: 'general' } as const;

/** The server's models and running engines, for the operator only. */
export function serverModelRoutes({ models }: Deps): Routes {
  const routes = createRoutes('/v1/server/models');

  routes.get(
    '/',
    {
      ...ours,
      name: 'server-models.retrieve',
      summary: 'List the models and the running engines',
      description: 'Only for the operator, by default the first account of the server.',
      sdk: {
        method: 'server.models.retrieve',
        says: 'Retrieves the models in use, downloaded and available, and the progress of downloads and re-embedding.',
        example: 'const { embedder, models } = await owner.server.models.retrieve();',
      },
      answers: { 200: serverModels },
    },
    async () => ({ status: 200, body: await models.report() }),
  );

  routes.post(
    '/:model/pull',
    {
      ...ours,
      name: 'server-models.pull',
      audited: true,
      summary: 'Download a model',
      description:
        'Resumes an earlier download. Every file is checked against a pinned hash. Downloads run one after another. Only for the operator.',
      sdk: {
        method: 'server.models.pull',
        says: 'Starts the download of a model, or resumes an earlier one. `retrieve` returns its progress.',
        example: [
          'const { models } = await owner.server.models.retrieve();',
          "const begun = models.find(({ state }) => state === 'partial');",
          'if (begun) await owner.server.models.pull(begun.name);',
        ],
      },
      answers: { 202: serverModels },
      fails: [404],
    },
    async ({ param }) => {
      await models.pull(param('model'));
      return { status: 202, body: await models.report() };
    },
  );

  routes.delete(
    '/:model/pull',
    {
      ...ours,
      name: 'server-models.cancel',
      summary: 'Cancel a download',
      description: 'The next download of the model resumes where this one stopped. Only for the operator.',
      sdk: {
        method: 'server.models.cancel',
        says: 'Cancels a download. The part that has arrived is kept for the next attempt.',
        example: "await owner.server.models.cancel('bge-small-en-v1.5');",
      },
      answers: { 200: serverModels },
      fails: [404],
    },
    async ({ param }) => {
      await models.cancel(param('model'));
      return { status: 200, body: await models.report() };
    },
  );

  routes.post(
    '/:model/use',
    {
      ...ours,
      name: 'server-models.use',
      audited: true,
      summary: 'Switch to a model',
      description:
        'Takes effect at once and at every later start. `builtin` and `extractive` name the engines that need no model. After a change of the embedder, all documents are embedded again in the background. Until that is done, questions are answered with the previous embedder. A model that writes answers is examined first, unless its file was: it is asked six questions with known answers, which may take minutes, and refused (`model_unfit`) if answering by quotation is better. `examining` of the list shows the progress. It ends when the request is ended, and nothing changes then. Only for the operator.',
      sdk: {
        method: 'server.models.use',
        says: "Switches to a model at once and permanently. `name` is a model's name, or `builtin` (embeddings) or `extractive` (answers) for the engines that need no model. A new embedding model re-embeds all documents in the background; until that is done, the previous one is used. A model that writes answers is examined first, which may take minutes, and refused if it does not follow instructions; `anyway` leaves that out. `retrieve` returns its progress.",
        example: "const { answerer } = await owner.server.models.use('extractive');",
      },
      body: use,
      answers: { 200: serverModels },
      fails: [404],
    },
    async ({ param, body: { anyway }, signal }) => {
      await models.use(param('model'), { anyway, signal });
      return { status: 200, body: await models.report() };
    },
  );

  return routes;
}
