import type { LocalModel, RerankingModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { errors } from '../errors.ts';
import { childProgram } from '../host/child-program.ts';
import type { NativeOptions } from '../host/native-options.ts';
import { createEngineHost } from '../host/process-host.ts';
import type { Reranker } from '../types.ts';
import type { RerankerProtocol } from './transformers-reranker-child.ts';
import { transformersSettings } from './transformers-settings.ts';

/**
 * Scores with a local cross-encoder in a child process. Pairs longer than the model's context are truncated at the
 * passage's end. Throws an Error if the engine or the model's file is missing.
 */
export async function createTransformersReranker(
  local: LocalModel<RerankingModel>,
  options: NativeOptions,
): Promise<Reranker> {
  const identity = identifyEngine('transformers', local.model.name);
  const host = createEngineHost<RerankerProtocol>({
    engine: identity.id,
    program: childProgram('./transformers-reranker-child', import.meta.url),
    settings: await transformersSettings(local, options, 'RERANKER_MODEL'),
    failure: errors.embedderUnavailable,
    log: options.log,
    limits: options.limits ?? {},
  });
  return {
    ...identity,
    score: (question, passages, signal) => host.ask('score', { question, passages }, signal),
    ready: host.ready,
    close: host.close,
  };
}
