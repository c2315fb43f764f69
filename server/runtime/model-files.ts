import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { modelsInUse } from '../diagnosis/gather.ts';
import { findModel, isOwn } from '../engines/catalogue/model-catalogue.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { addModel } from '../engines/own-models/add-model.ts';
import { broughtFolder, listBrought } from '../engines/own-models/brought-models.ts';
import { removeModel } from '../engines/own-models/remove-model.ts';
import type { ModelFiles } from '../services/server/model-files.ts';
import type { RunningEngines } from '../services/server/models.ts';

interface ModelFilesDeps {
  env: Env;
  /** A model that is added or removed is so in this list, from which the whole server chooses. */
  catalogue: Model[];
  running: () => Promise<RunningEngines>;
  reEmbedding: () => Promise<object | null>;
}

/** Adds models of the operator's own to a running server, and removes models, as the command `models` does. */
export function createModelFiles({ env, catalogue, running, reEmbedding }: ModelFilesDeps): ModelFiles {
  const { dataDir } = env;
  return {
    folder: broughtFolder(dataDir),

    found: () => listBrought(dataDir),

    async add({ file, ...request }, onProgress, signal) {
      catalogue.push(await addModel(join(broughtFolder(dataDir), file), request, env, { onProgress, signal }));
    },

    async neededBy(name) {
      const chosen = await modelsInUse(env, catalogue).catch(() => []);
      const engines = Object.values(await running());
      if (chosen.some((model) => model.name === name) || engines.some((engine) => engine?.model === name)) {
        return `${name} is in use. Choose another model first, or none.`;
      }
      const isEmbedder = findModel(catalogue, name)?.purpose === 'embedding';
      if (isEmbedder && (await reEmbedding()) !== null) {
        return 'Documents are being indexed with another model, and questions are answered with the former one until then. Remove it afterwards.';
      }
      return null;
    },

    async remove(name) {
      const model = findModel(catalogue, name);
      if (model === null) return;
      await removeModel(model, env);
      if (isOwn(model)) catalogue.splice(catalogue.indexOf(model), 1);
    },
  };
}
