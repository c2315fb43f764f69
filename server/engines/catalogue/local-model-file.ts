import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalModel } from './model-types.ts';

/**
 * The path of the model's one file with this ending, below its folder. Throws a sentence that names the file where it is
 * not there, is empty, or does not begin as files of its kind do: some of the native engines end their process over that.
 */
export async function localModelFile(
  { model, directory }: LocalModel,
  ending: string,
  beginnings: string[] = [],
): Promise<string> {
  const [file, ...more] = model.files.filter(({ path }) => path.endsWith(ending));
  if (!file || more.length > 0) throw new Error(`the model ${model.name} must have one file that ends in ${ending}.`);
  const path = join(directory, file.path);
  const beginning = await beginningOf(path);
  if (beginning === null) throw new Error(`the file of the model ${model.name} is not there: ${path}`);
  const known = beginnings.length === 0 || beginnings.includes(beginning);
  if (beginning === '' || !known) throw new Error(`this is no file that the model ${model.name} could be in: ${path}`);
  return file.path;
}

/** The first four bytes as text; null where there is no such file. */
async function beginningOf(path: string): Promise<string | null> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
