import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type JsonObject = Record<string, unknown>;

/** Reads a file of a model that was copied within limits. Throws an Error that names it. */
export async function readJson(directory: string, path: string): Promise<JsonObject> {
  const text = await readFile(join(directory, path), 'utf8');
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw new Error(`${path} is no JSON object.`);
}

/** Likewise; empty if there is none. */
export async function readJsonIfThere(directory: string, path: string): Promise<JsonObject> {
  return readJson(directory, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return {};
    throw error;
  });
}
