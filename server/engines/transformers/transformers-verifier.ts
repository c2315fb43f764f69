import type { LocalModel, VerifyingModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { errors } from '../errors.ts';
import { childProgram } from '../host/child-program.ts';
import type { NativeOptions } from '../host/native-options.ts';
import { createEngineHost } from '../host/process-host.ts';
import type { Verifier } from '../types.ts';
import { transformersSettings } from './transformers-settings.ts';
import type { VerifierProtocol } from './transformers-verifier-child.ts';

/** Pairs that may wait for the model, those of all answers together: it reads some ten a second. */
const MAX_WAITING = 64;
const BUSY_SECONDS = 1;

/**
 * Verifies with a local model of natural language inference in a child process. A passage that is longer than the model's
 * context is read in windows. Throws an Error if the engine or the model's file is missing.
 */
export async function createTransformersVerifier(
  local: LocalModel<VerifyingModel>,
  options: NativeOptions,
): Promise<Verifier> {
  const identity = identifyEngine('transformers', local.model.name);
  const host = createEngineHost<VerifierProtocol>({
    engine: identity.id,
    program: childProgram('./transformers-verifier-child', import.meta.url),
    settings: await transformersSettings(local, options, 'VERIFIER_MODEL'),
    failure: errors.answererUnavailable,
    log: options.log,
    limits: options.limits ?? {},
  });
  let waiting = 0;
  return {
    ...identity,
    languages: local.model.languageTags,
    // A failure is logged by the host, and met again by the first sentence.
    prepare: () => void host.ask('verify', []).catch(() => undefined),
    async verify(pairs, signal) {
      if (waiting + pairs.length > MAX_WAITING) throw errors.busy(BUSY_SECONDS);
      waiting += pairs.length;
      try {
        return await host.ask('verify', pairs, signal);
      } finally {
        waiting -= pairs.length;
      }
    },
    ready: host.ready,
    close: host.close,
  };
}
