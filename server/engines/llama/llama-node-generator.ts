import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errors } from '../../platform/errors.ts';
import { localModelFile } from '../catalogue/local-model-file.ts';
import type { GenerationModel, LocalModel } from '../catalogue/model-types.ts';
import { identifyEngine } from '../engine-id.ts';
import { childProgram } from '../host/child-program.ts';
import { installedPackage } from '../host/local-package.ts';
import { ENGINE_THREADS, type NativeOptions } from '../host/native-options.ts';
import { createEngineHost } from '../host/process-host.ts';
import type { Generator } from '../types.ts';
import type { LlamaNodeSettings } from './llama-node-generator-child.ts';
import { budgetWithin, contextFor, type GeneratorProtocol, localGenerator } from './local-generator.ts';

/**
 * Writes with a GGML file (`ggjt`, of before August 2023) of this machine, for those who hold such files already: nobody
 * makes new ones. One text at a time; letters that are no token of their own come out damaged. Throws a sentence where a
 * package or the file is missing or is of another kind.
 */
export async function createLlamaNodeGenerator(
  local: LocalModel<GenerationModel>,
  { log, threads = ENGINE_THREADS, packages = ['llama-node'], limits = {} }: NativeOptions,
): Promise<Generator> {
  const identity = identifyEngine('llama-node', local.model.name);
  const budget = budgetWithin(local.model.contextTokens);
  installedPackage(['@llama-node/llama-cpp'], 'ANSWERER=llama-node');
  const settings: LlamaNodeSettings = {
    package: installedPackage(packages, 'ANSWERER=llama-node'),
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
  return localGenerator({ ...identity, budget, concurrency: 1 }, host);
}

/**
 * The GGML file in the folder of that name. No catalogue lists such files, so that nothing is known of it but where it is;
 * LLaMA's own context, which the models of that time share. Throws a sentence where there is not one file that ends in .bin.
 */
export async function ggmlModel(modelsDir: string, name: string): Promise<LocalModel<GenerationModel>> {
  if (name === '') throw new Error('ANSWERER_MODEL must name a folder of MODELS_DIR with ANSWERER=llama-node.');
  const directory = resolve(modelsDir, name);
  const names = await readdir(directory).catch(() => []);
  const [path, ...more] = names.filter((each) => each.endsWith('.bin'));
  if (path === undefined || more.length > 0) {
    throw new Error(`ANSWERER=llama-node needs one GGML file that ends in .bin in the folder ${directory}.`);
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
