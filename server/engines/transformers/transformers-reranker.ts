import { errors } from '../../platform/errors.ts';
import { localModelFile } from '../catalogue/local-model-file.ts';
import type { LocalModel, RerankingModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { childProgram } from '../host/child-program.ts';
import { ENGINE_THREADS } from '../host/default-limits.ts';
import type { NativeOptions } from '../host/native-options.ts';
import { createEngineHost } from '../host/process-host.ts';
import { engineModule } from '../packages/engine-folder.ts';
import { ENGINES_FOR } from '../packages/engine-packages.ts';
import type { Reranker } from '../types.ts';
import type { RerankerProtocol, RerankerSettings } from './transformers-reranker-child.ts';

/**
 * Scores with a local cross-encoder in a child process. Pairs longer than the model's context are truncated at the
 * passage's end. Throws an Error if the engine or the model's file is missing.
 */
export async function createTransformersReranker(
  local: LocalModel<RerankingModel>,
  { log, enginesDir, threads = ENGINE_THREADS, engines = ENGINES_FOR.transformers, limits = {} }: NativeOptions,
): Promise<Reranker> {
  const identity = identifyEngine('transformers', local.model.name);
  const settings: RerankerSettings = {
    library: await engineModule(enginesDir, engines, 'RERANKER_MODEL'),
    directory: local.directory,
    network: await localModelFile(local, '.onnx'),
    threads,
    contextTokens: local.model.contextTokens,
  };
  const host = createEngineHost<RerankerProtocol>({
    engine: identity.id,
    program: childProgram('./transformers-reranker-child', import.meta.url),
    settings,
    failure: errors.embedderUnavailable,
    log,
    limits,
  });
  return {
    ...identity,
    score: (question, passages, signal) => host.ask('score', { question, passages }, signal),
    ready: host.ready,
    close: host.close,
  };
}
