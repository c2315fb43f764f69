import type { Env, ModelServer } from '../../config/env.ts';
import type { Log } from '../../platform/log.ts';
import { createBuiltinEmbedder } from '../builtin/builtin-embedder.ts';
import { findModel } from '../catalogue/model-catalogue.ts';
import { verifyModel } from '../catalogue/model-folder.ts';
import type { EmbeddingModel, GenerationModel, Model } from '../catalogue/model-types.ts';
import { parseEngineId } from '../engine-id.ts';
import { ENGINE_MEMORY, ENGINE_THREADS } from '../host/default-limits.ts';
import type { NativeOptions } from '../host/native-options.ts';
import { createLlamaGenerator } from '../llama/llama-generator.ts';
import { createLlamaNodeGenerator, ggmlModel } from '../llama/llama-node-generator.ts';
import { createOpenAiEmbedder } from '../openai/openai-embedder.ts';
import { createOpenAiGenerator } from '../openai/openai-generator.ts';
import { findNativeRuntime } from '../packages/engine-folder.ts';
import { createReader, shippedEncoder } from '../reader/reader.ts';
import { createTransformersEmbedder } from '../transformers/transformers-embedder.ts';
import { createTransformersReranker } from '../transformers/transformers-reranker.ts';
import { createTransformersVerifier } from '../transformers/transformers-verifier.ts';
import type { Embedder, Generator, Reader, Reranker, Verifier } from '../types.ts';
import { addressed, guardedAddress, type ReadSecret, servedAddress } from './chosen-server.ts';
import { answererChoice, embedderChoice, rerankerChoice, verifierChoice } from './resolve-engine.ts';

/**
 * The embedder that the settings name, else the stored or downloaded model, else the built-in one. Throws an Error if a
 * model, its package or its server is missing.
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

/** With less memory of the machine, in bytes, the reader would leave too little of it to the server. */
const READER_MEMORY = 0.75e9;

/**
 * The reader that comes with the server; null if it is off, or if the machine is too small for it. It runs natively where the
 * engine that contains the runtime has been added, and on WebAssembly otherwise, also if the engine is not the right one.
 */
export async function chooseReader(env: Env, log: Log, memory = ENGINE_MEMORY): Promise<Reader | null> {
  if (env.reader === 'off') return null;
  if (memory < READER_MEMORY) {
    log.info('reader_off', { reason: 'it needs a machine with at least 1 GB of memory' });
    return null;
  }
  let fault: string | null = null;
  const native = await findNativeRuntime(env.enginesDir).catch((error: Error) => {
    log.warn('reader_not_native', { error });
    fault = error.message;
    return null;
  });
  return createReader(log, shippedEncoder(native), fault);
}

/**
 * The embedder for a local model; null selects the built-in one. Throws an Error if the model is missing or damaged.
 */
export async function localEmbedder(env: Env, model: EmbeddingModel | null, log: Log): Promise<Embedder> {
  if (model === null) return createBuiltinEmbedder();
  switch (model.runtime) {
    case 'transformers':
      return createTransformersEmbedder(await verifyModel(env.modelsDir, model), nativeOptions(env, log));
  }
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
    const parsed = parseEngineId(id);
    switch (parsed?.engine) {
      case 'builtin':
        return createBuiltinEmbedder();
      case 'openai':
        return env.embedderAddress && createOpenAiEmbedder({ ...env.embedderAddress, model: parsed.model }, log);
      case 'transformers': {
        const models = catalogue.filter((model) => model.purpose === 'embedding');
        const model = findModel(models, parsed.model);
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

/** Likewise for the generator. Null: extractive answers. `readSecret`: opens the key of a server chosen in the console. */
export async function chooseGenerator(
  env: Env,
  catalogue: Model[],
  log: Log,
  readSecret: ReadSecret,
): Promise<Generator | null> {
  const { answererContext: contextTokens, answererConcurrency: concurrency } = env;
  const native = nativeOptions(env, log);
  const choice = await answererChoice(env, catalogue);
  switch (choice.engine) {
    case 'extractive':
      return null;
    case 'openai':
      return createOpenAiGenerator(
        { ...(await servedAddress(env, choice.server, readSecret, log)), contextTokens, concurrency },
        log,
      );
    case 'llama-node':
      return createLlamaNodeGenerator(await ggmlModel(env.modelsDir, env.answererModel), { ...native, contextTokens });
    case 'llama':
      return localGenerator(env, choice.model, log);
  }
}

/** The generator for a local model; null if there is none to run. Throws like `localEmbedder`. */
export async function localGenerator(env: Env, model: GenerationModel | null, log: Log): Promise<Generator | null> {
  const { modelsDir, answererContext: contextTokens, answererConcurrency: concurrency } = env;
  const native = nativeOptions(env, log);
  switch (model?.runtime) {
    case undefined:
      return null;
    case 'llama':
      return createLlamaGenerator(await verifyModel(modelsDir, model), { ...native, contextTokens, concurrency });
    case 'llama-node':
      return createLlamaNodeGenerator(await verifyModel(modelsDir, model), { ...native, contextTokens });
  }
}

/** The generator for a server whose address somebody entered. It connects only where that is allowed. */
export function servedGenerator(env: Env, { url, apiKey, model }: ModelServer, log: Log): Generator {
  const { answererContext: contextTokens, answererConcurrency: concurrency } = env;
  return createOpenAiGenerator({ ...guardedAddress({ url, apiKey }, env), model, contextTokens, concurrency }, log);
}

/** The reranker, if the settings name one. Null: passages keep the order of the search. */
export async function chooseReranker(env: Env, catalogue: Model[], log: Log): Promise<Reranker | null> {
  const model = rerankerChoice(env, catalogue);
  switch (model?.runtime) {
    case undefined:
      return null;
    case 'transformers':
      return createTransformersReranker(await verifyModel(env.modelsDir, model), nativeOptions(env, log));
  }
}

/** The model that checks sentences, if the settings ask for one. Null: the rules do, or the answering model as well. */
export async function chooseVerifier(env: Env, catalogue: Model[], log: Log): Promise<Verifier | null> {
  const model = await verifierChoice(env, catalogue);
  switch (model?.runtime) {
    case undefined:
      return null;
    case 'transformers':
      return createTransformersVerifier(await verifyModel(env.modelsDir, model), nativeOptions(env, log));
  }
}

/** What every local model gets besides its files. */
function nativeOptions({ enginesDir, modelThreads, modelMemory }: Env, log: Log): NativeOptions {
  return { log, enginesDir, threads: modelThreads ?? ENGINE_THREADS, limits: { memory: modelMemory ?? ENGINE_MEMORY } };
}
