import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { LocalModel, Model, ModelFile } from './model-types.ts';

/** Why a model on this machine cannot be used; its message is a sentence that says what to do. */
export class ModelError extends Error {}

/** Where the files of a model are, whether they are there or not. */
export const folderOf = (modelsDir: string, model: Model): string => resolve(modelsDir, model.name);

/** How many of the model's bytes are in place, under their final names; looks at sizes only, and so takes no time. */
export async function bytesThere(modelsDir: string, model: Model): Promise<number> {
  const sizes = await Promise.all(model.files.map((file) => bytesOf(join(folderOf(modelsDir, model), file.path))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Are all files there, each as long as it should be? */
export async function isThere(modelsDir: string, model: Model): Promise<boolean> {
  const lengths = await Promise.all(
    model.files.map(async ({ path, size }) => (await bytesOf(join(folderOf(modelsDir, model), path))) === size),
  );
  return lengths.every(Boolean);
}

/**
 * The model with every byte of its files checked against what is pinned, which reads them once, as loading them is about to.
 * Throws `ModelError` for one that is not there, not whole, or not what was pinned: a model file is as good as code.
 */
export async function verifiedModel<Kind extends Model>(modelsDir: string, model: Kind): Promise<LocalModel<Kind>> {
  const directory = folderOf(modelsDir, model);
  if ((await bytesThere(modelsDir, model)) === 0) {
    throw new ModelError(
      `the model ${model.name} is not on this machine (${directory}). Download it with: footnote models pull ${model.name}`,
    );
  }
  for (const file of model.files) {
    const fault = await faultOf(join(directory, file.path), file);
    if (fault !== null) {
      throw new ModelError(
        `the model ${model.name} is not whole: ${join(directory, file.path)} ${fault}. Repair it with: footnote models pull ${model.name}`,
      );
    }
  }
  return { model, directory };
}

/** What is wrong with the file at that path, as the end of a sentence; null where it is the pinned one. */
export async function faultOf(path: string, { size, sha256 }: ModelFile): Promise<string | null> {
  const there = await stat(path).catch(() => null);
  if (!there?.isFile()) return 'is missing';
  if (there.size !== size) return `has ${there.size} bytes, and should have ${size}`;
  const found = await sha256Of(path);
  return found === sha256 ? null : `is not the pinned file: its SHA-256 is ${found}, and should be ${sha256}`;
}

/** In lower-case hexadecimal digits. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}

/** The length of a file; 0 where there is none. */
export async function bytesOf(path: string): Promise<number> {
  const there = await stat(path).catch(() => null);
  return there?.isFile() ? there.size : 0;
}
