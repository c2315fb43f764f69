import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
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
import type { LlamaNodeSettings } from './llama-node-generator-child.ts';
import {
  budgetForSetting,
  budgetWithin,
  contextFor,
  createLocalGenerator,
  type GeneratorProtocol,
  type LocalGeneratorOptions,
} from './local-generator.ts';

/**
 * Generates with a local GGML file (`ggjt`, from before August 2023), for owners who still have such files. Writes one
 * text at a time; characters without their own token come out damaged. Throws an error if the engine or the file is
 * missing or the file has another format.
 */
export async function createLlamaNodeGenerator(
  local: LocalModel<GenerationModel>,
  {
    log,
    threads = ENGINE_THREADS,
    enginesDir,
    engines = ENGINES_FOR['llama-node'],
    limits = {},
    contextTokens = null,
  }: LocalGeneratorOptions,
): Promise<Generator> {
  const identity = identifyEngine('llama-node', local.model.name);
  const budget = contextTokens === null ? budgetWithin(local.model.contextTokens) : budgetForSetting(contextTokens);
  const settings: LlamaNodeSettings = {
    library: await engineModule(enginesDir, engines, 'ANSWERER=llama-node'),
    path: join(local.directory, await localModelFile(local, '.bin', ['tjgg'])),
    contextTokens: contextFor(budget),
    threads,
  };
  const host = createEngineHost<GeneratorProtocol>({
    engine: identity.id,
    program: childProgram('./llama-node-generator-child', import.meta.url),
    settings,
    failure: errors.answererUnavailable,
    log,
    limits,
  });
  return createLocalGenerator({ ...identity, budget, concurrency: 1 }, host);
}

/**
 * The GGML file in the folder with this name. No catalogue lists such files, so only the path is known; the context is
 * LLaMA's own, which models of that time share. Throws an error unless exactly one file ends in .bin.
 */
export async function ggmlModel(modelsDir: string, name: string): Promise<LocalModel<GenerationModel>> {
  if (name === '') throw new Error('ANSWERER_MODEL must name a folder below MODELS_DIR if ANSWERER=llama-node.');
  const directory = resolve(modelsDir, name);
  const names = await readdir(directory).catch(() => []);
  const [path, ...more] = names.filter((each) => each.endsWith('.bin'));
  if (path === undefined || more.length > 0) {
    throw new Error(`ANSWERER=llama-node needs exactly one GGML file that ends in .bin in ${directory}.`);
  }
  return {
    directory,
    model: {
      name,
      purpose: 'generation',
      runtime: 'llama-node',
      repository: '',
      revision: '',
      files: [{ path, size: 0, sha256: '' }],
      licence: 'unknown',
      languages: 'unknown',
      contextTokens: 2048,
    },
  };
}
