import type { Env } from '../../config/env.ts';
import type { Log } from '../../platform/log.ts';
import { createBuiltinEmbedder } from '../builtin/builtin-embedder.ts';
import { findModel } from '../catalogue/model-catalogue.ts';
import { verifyModel } from '../catalogue/model-folder.ts';
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
 * The embedder that the settings name, else the stored or downloaded model, else the built-in one. Throws an Error if a
 * model, its package or its server is missing.
 */
export async function chooseEmbedder(env: Env, catalogue: Model[], log: Log): Promise<Embedder> {
  if (env.embedderServer) return createOpenAiEmbedder(env.embedderServer, log);
  const choice = await embedderChoice(env, catalogue);
  return localEmbedder(env, choice.engine === 'transformers' ? choice.model : null, log);
}

/**
 * The embedder for a local model; null selects the built-in one. Throws an Error if the model is missing or damaged.
 */
export async function localEmbedder({ modelsDir }: Env, model: EmbeddingModel | null, log: Log): Promise<Embedder> {
  if (model === null) return createBuiltinEmbedder();
  return createTransformersEmbedder(await verifyModel(modelsDir, model), { log });
}

/**
 * Creates the embedder with this id, so that its vectors can be searched until another one has embedded everything
 * again; null if it can no longer run with these settings. A server is reached at EMBEDDER_URL, as long as that is set.
 */
export async function restoreEmbedder(id: string, env: Env, catalogue: Model[], log: Log): Promise<Embedder | null> {
  const restored = await create().catch((error: unknown) => {
    log.warn('embedder_restore_failed', { engine: id, error });
    return null;
  });
  // The catalogue may have another revision of this model by now.
  if (restored === null || restored.id === id) return restored;
  await restored.close();
  return null;

  async function create(): Promise<Embedder | null> {
    const { engine = null, model: name = null } = parseEngineId(id) ?? {};
    if (engine === 'builtin') return createBuiltinEmbedder();
    if (name === null) return null;
    if (engine === 'openai') {
      return env.embedderAddress && createOpenAiEmbedder({ ...env.embedderAddress, model: name }, log);
    }
    const models = catalogue.filter((model) => model.purpose === 'embedding');
    const model = findModel(models, name);
    return model && localEmbedder(env, model, log);
  }
}

/** Likewise for the generator. Null: extractive answers. */
export async function chooseGenerator(env: Env, catalogue: Model[], log: Log): Promise<Generator | null> {
  const { answererContext: contextTokens } = env;
  if (env.answererServer) return createOpenAiGenerator({ ...env.answererServer, contextTokens }, log);
  if (env.answerer === 'llama-node') {
    return createLlamaNodeGenerator(await ggmlModel(env.modelsDir, env.answererModel), { log, contextTokens });
  }
  const choice = await answererChoice(env, catalogue);
  return localGenerator(env, choice.engine === 'llama' ? choice.model : null, log);
}

/** The generator for a local model; null if there is none to run. Throws like `localEmbedder`. */
export async function localGenerator(
  { modelsDir, answererContext: contextTokens }: Env,
  model: GenerationModel | null,
  log: Log,
): Promise<Generator | null> {
  return model && createLlamaGenerator(await verifyModel(modelsDir, model), { log, contextTokens });
}

/** The reranker, if the settings name one. Null: passages keep the order of the search. */
export async function chooseReranker(env: Env, catalogue: Model[], log: Log): Promise<Reranker | null> {
  const model = rerankerChoice(env, catalogue);
  return model && createTransformersReranker(await verifyModel(env.modelsDir, model), { log });
}
