import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { hashFile } from '../../platform/files/hash-file.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { isOwn } from './model-catalogue.ts';
import type { LocalModel, Model, ModelFile } from './model-types.ts';

/** Why a model on this machine cannot be used; the message says what to do about it. */
export class ModelError extends Error {}

/** The folder of the model's files, whether they are there or not. */
export const modelFolder = (modelsDir: string, model: Model): string => resolve(modelsDir, model.name);

/** How many bytes of the model are in place under their final names. Looks at file sizes only, and so is fast. */
export async function downloadedBytes(modelsDir: string, model: Model): Promise<number> {
  const sizes = await Promise.all(model.files.map((file) => fileSize(join(modelFolder(modelsDir, model), file.path))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Where a file is while it is downloaded. */
export const partialPath = (path: string) => `${path}.part`;

/** How many bytes of the model a download would still fetch, by the sizes of the files. */
export async function missingBytes(modelsDir: string, model: Model): Promise<number> {
  const missing = await Promise.all(
    model.files.map(async ({ path, size }) => {
      const at = join(modelFolder(modelsDir, model), path);
      if ((await fileSize(at)) === size) return 0;
      return Math.max(0, size - (await fileSize(partialPath(at))));
    }),
  );
  return missing.reduce((sum, size) => sum + size, 0);
}

/** Are all files there, with the right size? */
export async function isDownloaded(modelsDir: string, model: Model): Promise<boolean> {
  const lengths = await Promise.all(
    model.files.map(async ({ path, size }) => (await fileSize(join(modelFolder(modelsDir, model), path))) === size),
  );
  return lengths.every(Boolean);
}

/** What to do about a model of the operator's own, which is not downloaded. */
const AGAIN = 'It has changed since it was added. Remove it, and add it again.';

/**
 * Compares every byte of the model's files with the pinned hashes. It reads the files once, just before they are
 * loaded. Throws `ModelError` if a file is missing, incomplete or not the pinned one: a model file is as dangerous as
 * code.
 */
export async function verifyModel<Kind extends Model>(modelsDir: string, model: Kind): Promise<LocalModel<Kind>> {
  const directory = modelFolder(modelsDir, model);
  if ((await downloadedBytes(modelsDir, model)) === 0) {
    throw new ModelError(
      `the model ${model.name} is not on this machine (${directory}). ${isOwn(model) ? AGAIN : `Download it with: ${commandLine(`models pull ${model.name}`)}`}`,
    );
  }
  for (const file of model.files) {
    const fault = await findFault(join(directory, file.path), file);
    if (fault !== null) {
      throw new ModelError(
        `the model ${model.name} is incomplete or damaged: ${join(directory, file.path)} ${fault}. ${isOwn(model) ? AGAIN : `Repair it with: ${commandLine(`models pull ${model.name}`)}`}`,
      );
    }
  }
  return { model, directory };
}

/** What is wrong with the file at that path, as the end of a sentence; null if it is the pinned file. */
export async function findFault(path: string, { size, sha256 }: ModelFile): Promise<string | null> {
  const there = await stat(path).catch(() => null);
  if (!there?.isFile()) return 'is missing';
  if (there.size !== size) return `has ${there.size} bytes instead of ${size}`;
  const found = await hashFile(path);
  return found === sha256 ? null : `is not the pinned file: its SHA-256 is ${found} instead of ${sha256}`;
}

/** The length of a file in bytes; 0 if there is none. */
export async function fileSize(path: string): Promise<number> {
  const there = await stat(path).catch(() => null);
  return there?.isFile() ? there.size : 0;
}
