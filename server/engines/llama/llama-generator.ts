import { join } from 'node:path';
import { localModelFile } from '../catalogue/local-model-file.ts';
import type { GenerationModel, LocalModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { errors } from '../errors.ts';
import { childProgram } from '../host/child-program.ts';
import { ENGINE_THREADS } from '../host/default-limits.ts';
import { createEngineHost } from '../host/process-host.ts';
import { engineModule } from '../packages/engine-folder.ts';
import { ENGINES_FOR } from '../packages/engine-packages.ts';
import type { Generator } from '../types.ts';
import { checkGguf } from './check-gguf.ts';
import type { LlamaSettings } from './llama-generator-child.ts';
import {
  budgetForSetting,
  budgetWithin,
  contextFor,
  createLocalGenerator,
  type GeneratorProtocol,
  type LocalGeneratorOptions,
} from './local-generator.ts';

/** Two answers in parallel take less time than one after the other; each further one costs the memory of a context. */
const CONCURRENCY = 2;

/**
 * Generates with a local GGUF model in a child process. Throws an error if the engine or the model's file is missing,
 * or the file is not GGUF or announces more than it holds; other faults of the file surface when the first question loads it.
 */
export async function createLlamaGenerator(
  local: LocalModel<GenerationModel>,
  {
    log,
    threads = ENGINE_THREADS,
    enginesDir,
    engines = ENGINES_FOR.llama,
    limits = {},
    contextTokens = null,
    concurrency: setting = null,
  }: LocalGeneratorOptions,
): Promise<Generator> {
  const identity = identifyEngine('llama', local.model.name);
  const budget = contextTokens === null ? budgetWithin(local.model.contextTokens) : budgetForSetting(contextTokens);
  const concurrency = setting ?? CONCURRENCY;
  const path = join(local.directory, await localModelFile(local, '.gguf', ['GGUF']));
  await checkGguf(path).catch((error: Error) => {
    throw new Error(`a file of the model ${local.model.name} is damaged: ${error.message}`);
  });
  const settings: LlamaSettings = {
    library: await engineModule(enginesDir, engines, 'ANSWERER=llama'),
    path,
    contextTokens: contextFor(budget),
    sequences: concurrency,
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
  return createLocalGenerator({ ...identity, budget, concurrency }, host);
}
