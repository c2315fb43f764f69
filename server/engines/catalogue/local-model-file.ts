import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalModel } from './model-types.ts';

/**
 * Returns the path, below the model's folder, of its one file with this extension. Throws an error that names the file
 * if it is missing, empty or does not start with one of `signatures`: some native engines crash on such a file.
 */
export async function localModelFile(
  { model, directory }: LocalModel,
  extension: string,
  signatures: string[] = [],
): Promise<string> {
  const [file, ...more] = model.files.filter(({ path }) => path.endsWith(extension));
  if (!file || more.length > 0)
    throw new Error(`the model ${model.name} must have exactly one file that ends in ${extension}.`);
  const path = join(directory, file.path);
  const signature = await readSignature(path);
  if (signature === null) throw new Error(`a file of the model ${model.name} is missing: ${path}`);
  const matches = signatures.length === 0 || signatures.includes(signature);
  if (signature === '' || !matches) throw new Error(`a file of the model ${model.name} has the wrong format: ${path}`);
  return file.path;
}

/** The first four bytes as text; null if the file does not exist. */
async function readSignature(path: string): Promise<string | null> {
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
