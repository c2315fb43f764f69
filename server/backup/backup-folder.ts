import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isBackupFile } from './backup-name.ts';

/** A backup where it is kept. */
export interface KeptFile {
  name: string;
  /** Bytes. */
  size: number;
  /** When it was last written, epoch milliseconds. */
  at: number;
}

/** What a killed process leaves behind is removed after this time: another process may be writing until then. */
const UNFINISHED_AGE_MS = 24 * 60 * 60_000;
const UNFINISHED = /^\..+\.fnb\.unfinished-/;

/** The backups in a folder. Files with other names are left alone. */
export function createBackupFolder(folder: string) {
  const pathOf = (name: string) => join(folder, name);
  return {
    /** The path of a backup, whether or not it is there. */
    pathOf,

    async list(): Promise<KeptFile[]> {
      const found: KeptFile[] = [];
      for (const name of (await entriesOf(folder)).filter(isBackupFile)) {
        const facts = await stat(pathOf(name)).catch(() => null);
        if (facts?.isFile()) found.push({ name, size: facts.size, at: facts.mtimeMs });
      }
      return found;
    },

    /** Begins to read a backup; null if there is no such one. Destroy the stream if it is not read to its end. */
    async open(name: string): Promise<{ size: number; stream: ReadStream } | null> {
      if (!isBackupFile(name)) return null;
      const handle = await open(pathOf(name), 'r').catch(nullIfMissing);
      if (handle === null) return null;
      const { size } = await handle.stat();
      return { size, stream: createReadStream('', { fd: handle, highWaterMark: 1 << 20 }) };
    },

    /** Keeps a backup that comes from elsewhere. It appears under its name once it is complete. */
    async receive(name: string, content: Readable, signal: AbortSignal): Promise<void> {
      const temporary = await mkdtemp(join(folder, `.${name}.unfinished-`));
      try {
        const file = join(temporary, name);
        await pipeline(content, createWriteStream(file, { mode: 0o600, flush: true }), { signal });
        await rename(file, pathOf(name));
      } finally {
        await rm(temporary, { recursive: true, force: true });
      }
    },

    /** Returns false if there is no such backup. */
    async remove(name: string): Promise<boolean> {
      if (!isBackupFile(name)) return false;
      return rm(pathOf(name)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      );
    },

    /** Creates the folder, and removes what killed processes have left in it. */
    async prepare(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const name of (await entriesOf(folder)).filter((each) => UNFINISHED.test(each))) {
        const { mtimeMs = Date.now() } = (await stat(pathOf(name)).catch(() => null)) ?? {};
        if (Date.now() - mtimeMs > UNFINISHED_AGE_MS) await rm(pathOf(name), { recursive: true, force: true });
      }
    },
  };
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
