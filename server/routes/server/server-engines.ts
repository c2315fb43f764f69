import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { engineGpu } from '../../presenters/enums.ts';
import { serverModels } from '../../presenters/server-models.ts';
import { field, shape } from '../../presenters/shape.ts';
import type { ModelService } from '../../services/server/models.ts';

interface Deps {
  models: Pick<ModelService, 'engines' | 'report'>;
}

const add = shape('AddEngineRequest', 'Which build of the engine is added, and with which languages.', {
  gpu: field(
    engineGpu.nullable().default(null),
    'The build for a graphics card; without it, models run on the processor.',
    null,
  ),
  languages: field(
    z.array(z.string().max(20)).min(1).max(50).optional(),
    'The languages of text recognition; by default those that are there, else German and English.',
    ['eng', 'fra'],
  ),
});

/** What runs models on the server's machine, for the operator only. */
export function serverEngineRoutes({ models }: Deps): Routes {
  const routes = createRoutes('/v1/server/engines');
  const common = { tag: 'Server', accepts: ['user'], limit: 'general', resource: 'server' } as const;

  routes.post(
    '/:engine/add',
    {
      ...common,
      name: 'server-engines.add',
      audited: true,
      summary: 'Add an engine',
      description:
        'What runs models on the server’s machine, or reads text from pictures. npm installs it from the registry that it is set to, without running a script of a package, and every file is compared with its pinned checksum. One that is damaged or of another version is replaced. Engines are added one at a time; `adding` of the list shows the progress, and `error` why it failed. Needs a password that was given within the last ten minutes. Only for the operator.',
      sdk: {
        method: 'server.models.addEngine',
        says: 'Begins to add an engine, which runs models or reads text from pictures, or to replace the one that is there. `retrieve` returns its progress.',
        example: "const { engines } = await owner.server.models.addEngine('ocr', { languages: ['eng', 'fra'] });",
      },
      body: add,
      answers: { 202: serverModels },
      fails: [404],
    },
    async ({ credential, param, body }) => {
      await models.engines.add(credential, param('engine'), body);
      return { status: 202, body: await models.report() };
    },
  );

  routes.delete(
    '/:engine/add',
    {
      ...common,
      name: 'server-engines.cancel',
      summary: 'Stop adding an engine',
      description: 'Nothing of it is kept; one that was there before stays. Only for the operator.',
      sdk: {
        method: 'server.models.cancelEngine',
        says: 'Stops adding an engine. Nothing of it is kept.',
        example: "await owner.server.models.cancelEngine('ocr');",
      },
      answers: { 200: serverModels },
      fails: [404],
    },
    async ({ param }) => {
      await models.engines.cancel(param('engine'));
      return { status: 200, body: await models.report() };
    },
  );

  routes.delete(
    '/:engine',
    {
      ...common,
      name: 'server-engines.remove',
      audited: true,
      summary: 'Remove an engine',
      description:
        'Is refused with `engine_in_use` while a model in use needs it. Needs a password that was given within the last ten minutes. Only for the operator.',
      sdk: {
        method: 'server.models.removeEngine',
        says: 'Removes an engine that no model in use needs.',
        example: "await owner.server.models.removeEngine('llama-node');",
      },
      answers: { 200: serverModels },
      fails: [404],
    },
    async ({ credential, param }) => {
      await models.engines.remove(credential, param('engine'));
      return { status: 200, body: await models.report() };
    },
  );

  return routes;
}
