import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { modelPooling, modelPurpose } from '../../presenters/enums.ts';
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

const add = shape('AddModelRequest', 'A model of the operator’s own.', {
  file: field(z.string().min(1).max(255), 'The name of the GGUF file or the folder, as `brought` lists it.', 'my.gguf'),
  purpose: field(
    modelPurpose,
    'What it does. A model that writes answers is a file, the others are folders.',
    'generation',
  ),
  licence: field(z.string().trim().min(1).max(200).default('not stated'), 'Its licence, as a note.', 'MIT'),
  pooling: field(modelPooling.nullable().default(null), 'Only for `embedding`; `null`: as its own files say.', null),
  query_prefix: field(
    z.string().max(500).nullable().default(null),
    'What it was trained to find before a question; `null`: as its own files say.',
    null,
  ),
  passage_prefix: field(z.string().max(500).nullable().default(null), 'The same before a passage.', null),
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

  routes.post(
    '/:model/add',
    {
      ...ours,
      name: 'server-models.add',
      audited: true,
      summary: 'Add a model of your own',
      description:
        'The operator puts a GGUF file or the folder of an ONNX model into a directory of the server (`brought.folder`). It is copied from there, read and checked without being run, and its checksums are pinned: a model whose files change later is not run. Models are added one at a time; `brought` of the list shows the progress, and why one was refused. Needs a password that was given within the last ten minutes. Only for the operator.',
      sdk: {
        method: 'server.models.add',
        says: 'Begins to add a model of the operator’s own, under this name. `retrieve` returns its progress in `brought`.',
        example: [
          'const { brought } = await owner.server.models.retrieve();',
          'const [first] = brought.files;',
          "if (first) await owner.server.models.add('mine', { file: first.file, purpose: 'generation' });",
        ],
      },
      body: add,
      answers: { 202: serverModels },
    },
    async ({ credential, param, body: { query_prefix, passage_prefix, ...body } }) => {
      const prefixes = { queryPrefix: query_prefix, passagePrefix: passage_prefix };
      await models.files.add(credential, { ...body, ...prefixes, name: param('model') });
      return { status: 202, body: await models.report() };
    },
  );

  routes.delete(
    '/:model/add',
    {
      ...ours,
      name: 'server-models.cancel-add',
      summary: 'Stop adding a model of your own',
      description:
        'Nothing of it is kept, and what was brought stays where it is. Also forgets why it was refused. Only for the operator.',
      sdk: {
        method: 'server.models.cancelAdd',
        says: 'Stops adding a model of the operator’s own. Nothing of it is kept.',
        example: "await owner.server.models.cancelAdd('mine');",
      },
      answers: { 200: serverModels },
    },
    async ({ param }) => {
      await models.files.cancel(param('model'));
      return { status: 200, body: await models.report() };
    },
  );

  routes.delete(
    '/:model',
    {
      ...ours,
      name: 'server-models.remove',
      audited: true,
      summary: 'Remove a model',
      description:
        'Deletes its files from the server’s machine, and its entry if the operator added it. Is refused with `model_in_use` while it is in use. Needs a password that was given within the last ten minutes. Only for the operator.',
      sdk: {
        method: 'server.models.remove',
        says: 'Removes a model that is not in use from the server’s machine.',
        example: "await owner.server.models.remove('qwen3.5-2b');",
      },
      answers: { 200: serverModels },
      fails: [404],
    },
    async ({ credential, param }) => {
      await models.remove(credential, param('model'));
      return { status: 200, body: await models.report() };
    },
  );

  return routes;
}
