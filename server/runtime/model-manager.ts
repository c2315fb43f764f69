import type { ServerEngine } from '@footnote/sdk/contract';
import type { Env } from '../config/env.ts';
import { modelNamed, sizeOf } from '../engines/catalogue/model-catalogue.ts';
import { bytesThere } from '../engines/catalogue/model-folder.ts';
import { createHub } from '../engines/catalogue/model-hub.ts';
import type { Model } from '../engines/catalogue/model-types.ts';
import { pullModel } from '../engines/catalogue/pull-model.ts';
import { localEmbedder, localGenerator } from '../engines/selection/create-engines.ts';
import { readChosen, storeChosen } from '../engines/selection/selection-file.ts';
import type { Log } from '../platform/log.ts';
import type { ModelManager } from '../services/models.ts';
import type { EngineRoom } from './engine-manager.ts';

interface Parts {
  env: Env;
  catalogue: Model[];
  room: Pick<EngineRoom, 'engines' | 'takeEmbedder' | 'takeGenerator'>;
  /** Other servers may answer from the same database: a choice made on one would not be theirs, so that only settings count. */
  shared: boolean;
  log: Log;
}

/** The catalogue and the folder of models, for a server that runs. */
export function createModelShelf({ env, catalogue, room, shared, log }: Parts): ModelManager {
  async function use(purpose: 'embedding' | 'generation', name: string | null): Promise<void> {
    const model = name === null ? null : modelNamed(catalogue, name);
    if (purpose === 'embedding') {
      const embedder = await localEmbedder(env, model?.purpose === 'embedding' ? model : null, log);
      if (embedder.id === room.engines().embedder.id) await embedder.close();
      else await room.takeEmbedder(embedder);
      await storeChosen(env.dataDir, { embedder: name ?? 'builtin' });
      return;
    }
    const generator = await localGenerator(env, model?.purpose === 'generation' ? model : null, log);
    if (generator?.id === room.engines().generator?.id) await generator?.close();
    else room.takeGenerator(generator);
    await storeChosen(env.dataDir, { answerer: name ?? 'extractive' });
  }

  return {
    folder: env.modelsDir,
    decidedBy: {
      embedding: env.embedder === null && !shared ? null : 'EMBEDDER',
      generation: env.answerer === null && !shared ? null : 'ANSWERER',
      reranking: 'RERANKER_MODEL',
    },

    offered: () =>
      Promise.all(
        catalogue.map(async (model) => ({
          name: model.name,
          purpose: model.purpose,
          licence: model.licence,
          languages: model.languages,
          size: sizeOf(model),
          done: await bytesThere(env.modelsDir, model),
        })),
      ),

    async running() {
      const { embedder, generator, reranker } = room.engines();
      const chosen = await readChosen(env.dataDir);
      const settled = shared ? '' : null;
      return {
        embedder: runningEngine(embedder.id, env.embedder ?? settled, chosen.embedder),
        answerer: runningEngine(generator?.id ?? 'extractive', env.answerer ?? settled, chosen.answerer),
        reranker: reranker && runningEngine(reranker.id, env.rerankerModel, null),
      };
    },

    async pull(name, onProgress, signal) {
      const model = modelNamed(catalogue, name);
      if (model === null) throw new Error(`there is no model ${name}.`);
      const hub = createHub(env.modelsUrl);
      try {
        await pullModel(model, { modelsDir: env.modelsDir, hub, onProgress, signal });
      } finally {
        await hub.close();
      }
    },

    use,
  };
}

/** An engine's id is its kind and, where it runs one, its model: `transformers:bge-small-en-v1.5@ea104dacec62`, `builtin-1`. */
function runningEngine(id: string, set: string | null, chosen: string | null): ServerEngine {
  const [, engine = id, name] = /^([a-z-]+?)(?:-\d+|:(.*))?$/s.exec(id) ?? [];
  const model = name?.replace(/@[0-9a-f]+$/, '') ?? null;
  const decided_by = set !== null ? 'setting' : chosen === (model ?? engine) ? 'choice' : 'automatic';
  return { engine, model, decided_by };
}
