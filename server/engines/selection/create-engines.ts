import type { Env, ModelServer } from '../../config/env.ts';
import type { Log } from '../../platform/log.ts';
import { createBuiltinEmbedder } from '../builtin/builtin-embedder.ts';
import { modelNamed } from '../catalogue/model-catalogue.ts';
import { verifiedModel } from '../catalogue/model-folder.ts';
import type { EmbeddingModel, GenerationModel, Model } from '../catalogue/model-types.ts';
import { parseEngineId } from '../engine-id.ts';
import { createLlamaGenerator } from '../llama/llama-generator.ts';
import { createLlamaNodeGenerator, ggmlModel } from '../llama/llama-node-generator.ts';
import { createOpenAiEmbedder } from '../openai/openai-embedder.ts';
import { createOpenAiGenerator } from '../openai/openai-generator.ts';
import { createTransformersEmbedder } from '../transformers/transformers-embedder.ts';
import { createTransformersReranker } from '../transformers/transformers-reranker.ts';
import type { Embedder, Generator, Reranker } from '../types.ts';
import { answererChoice, embedderChoice, rerankerChoice } from './resolve-engine.ts';

/**
 * What the settings name, else what was chosen or found, else what needs nothing. Throws a sentence where a model, its
 * package or its server is not there.
 */
export async function chooseEmbedder(env: Env, catalogue: Model[], log: Log): Promise<Embedder> {
  const choice = await embedderChoice(env, catalogue);
  switch (choice.engine) {
    case 'builtin':
      return createBuiltinEmbedder();
    case 'openai':
      return createOpenAiEmbedder(addressed(env.embedderServer), log);
    case 'transformers':
      return localEmbedder(env, choice.model, log);
  }
}

/** The one that runs a model of this machine; null: the built-in one. Throws a sentence where the model is not there or not whole. */
export async function localEmbedder({ modelsDir }: Env, model: EmbeddingModel | null, log: Log): Promise<Embedder> {
  if (model === null) return createBuiltinEmbedder();
  switch (model.runtime) {
    case 'transformers':
      return createTransformersEmbedder(await verifiedModel(modelsDir, model), { log });
  }
}

/**
 * The embedder of that id, to search its vectors until another has embedded everything again; null where it cannot run
 * with these settings any more. A server is asked at EMBEDDER_URL, as long as that is set.
 */
export async function restoreEmbedder(id: string, env: Env, catalogue: Model[], log: Log): Promise<Embedder | null> {
  const restored = await create().catch((error: unknown) => {
    log.warn('embedder_restore_failed', { engine: id, error });
    return null;
  });
  // The model of that name may have become another revision.
  if (restored === null || restored.id === id) return restored;
  await restored.close();
  return null;

  async function create(): Promise<Embedder | null> {
    const parsed = parseEngineId(id);
    switch (parsed?.engine) {
      case 'builtin':
        return createBuiltinEmbedder();
      case 'openai':
        return env.embedderAddress && createOpenAiEmbedder({ ...env.embedderAddress, model: parsed.model }, log);
      case 'transformers': {
        const models = catalogue.filter((model) => model.purpose === 'embedding');
        const model = modelNamed(models, parsed.model);
        return model && localEmbedder(env, model, log);
      }
      // These make no vectors.
      case 'llama':
      case 'llama-node':
      case undefined:
        return null;
    }
  }
}

/** The same for what answers. Null: the documents answer in their own words. */
export async function chooseGenerator(env: Env, catalogue: Model[], log: Log): Promise<Generator | null> {
  const choice = await answererChoice(env, catalogue);
  switch (choice.engine) {
    case 'extractive':
      return null;
    case 'openai':
      return createOpenAiGenerator(addressed(env.answererServer), log);
    case 'llama-node':
      return createLlamaNodeGenerator(await ggmlModel(env.modelsDir, env.answererModel), { log });
    case 'llama':
      return localGenerator(env, choice.model, log);
  }
}

/** The one that runs a model of this machine; null where there is none to run. Throws like `localEmbedder`. */
export async function localGenerator(
  { modelsDir }: Env,
  model: GenerationModel | null,
  log: Log,
): Promise<Generator | null> {
  switch (model?.runtime) {
    case undefined:
      return null;
    case 'llama':
      return createLlamaGenerator(await verifiedModel(modelsDir, model), { log });
    case 'llama-node':
      return createLlamaNodeGenerator(await verifiedModel(modelsDir, model), { log });
  }
}

/** What puts the passages in order, where the settings name it. Null: the order in which they were found. */
export async function chooseReranker(env: Env, catalogue: Model[], log: Log): Promise<Reranker | null> {
  const model = rerankerChoice(env, catalogue);
  switch (model?.runtime) {
    case undefined:
      return null;
    case 'transformers':
      return createTransformersReranker(await verifiedModel(env.modelsDir, model), { log });
  }
}

/** `readEnv` refuses an engine that is a server without its address. */
function addressed(server: ModelServer | null): ModelServer {
  if (server === null) throw new Error('an engine that is a server has no address.');
  return server;
}
