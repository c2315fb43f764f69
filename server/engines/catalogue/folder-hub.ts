import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Hub, HubError } from './hub.ts';
import type { Model, ModelFile } from './model-types.ts';

/**
 * Reads from a folder of this machine: a disk that was carried here, or a network share. The folder is laid out as the site
 * that it mirrors (`owner/name/resolve/REVISION/FILE`), or as the models folder of another server (`MODEL/FILE`).
 */
export function createFolderHub(folder: string): Hub {
  return {
    async read(model, file, from, signal) {
      const path = await findFile(folder, model, file);
      const { size } = await stat(path);
      if (size !== file.size) throw new HubError(`${path} has ${size} bytes instead of ${file.size}.`, false);
      return { from, chunks: readChunks(path, from, signal) };
    },
    close: async () => undefined,
  };
}

async function findFile(folder: string, { name, repository, revision }: Model, { path }: ModelFile): Promise<string> {
  const candidates = [resolve(folder, repository, 'resolve', revision, path), resolve(folder, name, path)];
  for (const candidate of candidates) if (await isFile(candidate)) return candidate;
  if (!(await isFolder(folder))) throw new HubError(`MODELS_URL names ${folder}, which is not a folder.`, false);
  throw new HubError(`MODELS_URL names ${folder}, which has neither ${candidates.join(' nor ')}.`, false);
}

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function* readChunks(path: string, from: number, signal: AbortSignal): AsyncGenerator<Uint8Array, void> {
  try {
    yield* createReadStream(path, { start: from, highWaterMark: 1 << 20, signal });
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    throw new HubError(`${path} cannot be read (${code ?? message}).`, false);
  }
}
