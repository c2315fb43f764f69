import { errors } from '../../platform/errors.ts';
import { localModelFile } from '../catalogue/local-model-file.ts';
import { RUNTIME_NEEDS } from '../catalogue/model-needs.ts';
import type { LocalModel, RerankingModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { childProgram } from '../host/child-program.ts';
import { ENGINE_THREADS } from '../host/default-limits.ts';
import { installedPackage } from '../host/local-package.ts';
import type { NativeOptions } from '../host/native-options.ts';
import { createEngineHost } from '../host/process-host.ts';
import type { Reranker } from '../types.ts';
import type { RerankerProtocol, RerankerSettings } from './transformers-reranker-child.ts';

/**
 * Scores with a local cross-encoder in a child process. Pairs longer than the model's context are truncated at the
 * passage's end. Throws an Error if the package or the model's file is missing.
 */
export async function createTransformersReranker(
  local: LocalModel<RerankingModel>,
  { log, threads = ENGINE_THREADS, packages = RUNTIME_NEEDS.transformers.packages, limits = {} }: NativeOptions,
): Promise<Reranker> {
  const identity = identifyEngine('transformers', local.model.name);
  const settings: RerankerSettings = {
    package: installedPackage(packages, 'RERANKER_MODEL'),
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
