import { chmodSync, closeSync, createReadStream, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFile } from '../../platform/files/sync-file.ts';
import { randomBase62 } from '../../platform/ids.ts';
import type { Files } from '../types.ts';

/** The folders of the data directory with the originals of sources, and with those that no row refers to. */
export const UPLOADS_FOLDER = 'uploads';
export const ORPHANS_FOLDER = 'uploads-orphaned';

export const FILE_ID = /^[0-9A-Za-z]{32}$/;

const temporaryDirectoryOf = (dataDir: string) => join(dataDir, 'uploads-temporary');

/** At a start, before anything is uploaded: what an earlier process left half uploaded belongs to no request any more. */
export function removeUnfinishedUploads(dataDir: string): void {
  rmSync(temporaryDirectoryOf(dataDir), { recursive: true, force: true });
}

/** Uploaded originals under `dataDir/uploads`, each under a random name; uploads under way under `dataDir/uploads-temporary`. */
export function createFiles(dataDir: string): Files {
  const directory = join(dataDir, UPLOADS_FOLDER);
  const orphans = join(dataDir, ORPHANS_FOLDER);
  const temporaryDirectory = temporaryDirectoryOf(dataDir);
  for (const path of [directory, temporaryDirectory]) mkdirSync(path, { recursive: true, mode: 0o700 });

  const pathOf = (fileId: string) => (FILE_ID.test(fileId) ? join(directory, fileId) : null);

  const move = async (temporaryPath: string, fileId: string) => {
    chmodSync(temporaryPath, 0o600);
    // The source's row will be durable; the file that it names must be so before it.
    await syncFile(temporaryPath);
    await rename(temporaryPath, join(directory, fileId));
  };

  return {
    temporaryDirectory,

    async adopt(temporaryPath) {
      const fileId = randomBase62(32);
      await move(temporaryPath, fileId);
      await syncFile(directory);
      return fileId;
    },

    async adoptAll(temporaryPaths) {
      const files = temporaryPaths.map((temporaryPath) => ({ temporaryPath, fileId: randomBase62(32) }));
      try {
        for (const { temporaryPath, fileId } of files) await move(temporaryPath, fileId);
        await syncFile(directory);
      } catch (error) {
        for (const { fileId } of files) await rm(join(directory, fileId), { force: true });
        throw error;
      }
      return files.map(({ fileId }) => fileId);
    },

    async find(fileId) {
      const path = pathOf(fileId);
      const found = path && statSync(path, { throwIfNoEntry: false });
      if (!path || !found) return null;
      // Nothing has to be given back: what is open can be read to its end even where it is deleted meanwhile.
      const release = async () => undefined;
      return { size: found.size, stream: () => createReadStream(path), borrow: async () => ({ path, release }) };
    },

    async delete(fileId) {
      const path = pathOf(fileId);
      if (path !== null) await rm(path, { force: true });
    },

    // The only process that could leave a file without a row is this one, and what it leaves is moved aside at the next start.
    async sweep({ orphanedBefore }) {
      const names = await readdir(orphans).catch(() => []);
      for (const name of names) {
        const path = join(orphans, name);
        if ((await stat(path)).mtimeMs < orphanedBefore) await rm(path, { force: true });
      }
    },
  };
}

/**
 * Makes an empty file that only this user may read, if there is none. An existing one is not even opened: closing a
 * second handle on a database file would drop the locks that this process holds on it.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}
