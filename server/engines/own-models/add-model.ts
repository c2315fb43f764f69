import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Model, ModelFile } from '../catalogue/model-types.ts';
import { ASIDE, type CopyOptions, copyModel, kindOf } from './copy-model.ts';
import { describeModel, type OwnModelRequest } from './describe-model.ts';
import { allModels, keepOwnModel } from './own-models.ts';

interface Places {
  dataDir: string;
  modelsDir: string;
}

const NAME = /^[a-zA-Z0-9][\w.-]{0,79}$/;

/**
 * Copies a model that is in no catalogue into the folder of models, checks it without running it, and pins what was copied. Throws
 * an Error that says what is wrong; nothing is left of it then.
 */
export async function addModel(
  source: string,
  request: OwnModelRequest,
  { dataDir, modelsDir }: Places,
  options: CopyOptions,
): Promise<Model> {
  const { name, purpose } = request;
  if (!NAME.test(name)) throw new Error(`${name} is no name for a model: use letters, digits, dots and hyphens.`);
  if ((await allModels(dataDir)).some((model) => model.name.toLowerCase() === name.toLowerCase())) {
    throw new Error(`there is a model ${name} already: choose another name, or remove that one.`);
  }
  const kind = await kindOf(source);
  if ((kind === 'file') !== (purpose === 'generation')) {
    throw new Error(
      purpose === 'generation'
        ? 'a model for answers is one GGUF file.'
        : 'a model for this is a folder with an ONNX file, its configuration and its tokenizer.',
    );
  }
  const folder = join(modelsDir, name);
  if (existsSync(folder)) throw new Error(`there is a folder ${folder} already: remove it, or choose another name.`);
  await mkdir(modelsDir, { recursive: true });
  const directory = await mkdtemp(join(modelsDir, '.adding-'));
  try {
    const files = await copyModel(source, kind, directory, options);
    const model = await describeModel(request, { directory, files, revision: revisionOf(files) });
    for (const path of ASIDE) await rm(join(directory, path), { force: true, recursive: true });
    await chmod(directory, 0o755);
    await rename(directory, folder);
    await keepOwnModel(dataDir, model);
    return model;
  } catch (error) {
    options.signal.throwIfAborted();
    throw new Error(inSource((error as Error).message, directory, source));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Names the operator's file instead of the copy of it. */
const inSource = (message: string, directory: string, source: string): string =>
  message.replaceAll(join(directory, 'model.gguf'), source).replaceAll(directory, source);

/** Changes with every byte of the model, as the name of its vectors must. */
function revisionOf(files: ModelFile[]): string {
  const hash = createHash('sha256');
  for (const { path, sha256 } of files) hash.update(`${path} ${sha256}\n`);
  return hash.digest('hex');
}
