import { join } from 'node:path';
import { errors } from '../../platform/errors.ts';
import { localModelFile } from '../catalogue/local-model-file.ts';
import type { GenerationModel, LocalModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { childProgram } from '../host/child-program.ts';
import { installedPackage } from '../host/local-package.ts';
import { ENGINE_THREADS, type NativeOptions } from '../host/native-options.ts';
import { createEngineHost } from '../host/process-host.ts';
import type { Generator } from '../types.ts';
import type { LlamaSettings } from './llama-generator-child.ts';
import { budgetWithin, contextFor, type GeneratorProtocol, localGenerator } from './local-generator.ts';

/** Two answers written side by side take less time than one after the other; each more takes memory of a context. */
const CONCURRENCY = 2;

/**
 * Writes with a GGUF model of this machine, in a child process. Throws a sentence where the package or the model's file is
 * missing or is no GGUF file; what else is wrong with it shows when it is loaded for the first question.
 */
export async function createLlamaGenerator(
  local: LocalModel<GenerationModel>,
  { log, threads = ENGINE_THREADS, packages = ['node-llama-cpp'], limits = {} }: NativeOptions,
): Promise<Generator> {
  const identity = identifyEngine('llama', local.model.name);
  const budget = budgetWithin(local.model.contextTokens);
  const settings: LlamaSettings = {
    package: installedPackage(packages, 'ANSWERER=llama'),
    path: join(local.directory, await localModelFile(local, '.gguf', ['GGUF'])),
    contextTokens: contextFor(budget),
    sequences: CONCURRENCY,
    threads,
  };
  const host = createEngineHost<GeneratorProtocol>({
    engine: identity.id,
    program: childProgram('./llama-generator-child', import.meta.url),
    settings,
    failure: errors.answererUnavailable,
    log,
    limits,
  });
  return localGenerator({ ...identity, budget, concurrency: CONCURRENCY }, host);
}
