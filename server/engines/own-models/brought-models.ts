import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file or folder in which the operator has brought a model to this machine. */
interface BroughtModel {
  /** Its name in the folder. */
  file: string;
  kind: 'file' | 'folder';
  /** Of a file, in bytes; null for a folder. */
  size: number | null;
}

/** More are not shown: a person chooses from them. */
const MOST = 50;

/** The folder from which the console adds models. The operator makes it: the server writes nothing there. */
export const broughtFolder = (dataDir: string): string => join(dataDir, 'models-to-add');

/** The GGUF files and the folders there, by name. Links and hidden files are left out. Empty if there is no such folder. */
export async function listBrought(dataDir: string): Promise<BroughtModel[]> {
  const folder = broughtFolder(dataDir);
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  const models = entries.filter(
    (entry) => !entry.name.startsWith('.') && (entry.isDirectory() || (entry.isFile() && /\.gguf$/i.test(entry.name))),
  );
  const first = models.toSorted((one, other) => one.name.localeCompare(other.name, 'en')).slice(0, MOST);
  return Promise.all(
    first.map(async (entry) =>
      entry.isDirectory()
        ? { file: entry.name, kind: 'folder' as const, size: null }
        : { file: entry.name, kind: 'file' as const, size: await sizeOf(join(folder, entry.name)) },
    ),
  );
}

/** Null if it has just been removed. */
const sizeOf = (path: string) =>
  lstat(path).then(
    ({ size }) => size,
    () => null,
  );
