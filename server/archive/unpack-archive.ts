import { createWriteStream } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchivedFile } from './manifest.ts';
import { type ArchiveReading, readArchive } from './read-archive.ts';

/** Bytes to leave free on the disk, unless the server asks for more. */
const KEPT_FREE = 256 * 2 ** 20;

export interface ArchiveUnpacking<Manifest extends { files: ArchivedFile[] }>
  extends Pick<ArchiveReading<Manifest>, 'kind' | 'manifest' | 'isName' | 'signal'> {
  /** Created together with `folders` in it. */
  folder: string;
  folders: string[];
  /** Which entries to check, but not to keep; by default none. */
  isLeft?: (path: string) => boolean;
  /** Bytes to leave free on the disk, if more than usual. */
  keepFree?: number;
  /** Called with the bytes of the archive that have been read, and how many there are. */
  onProgress: (done: number, total: number) => void;
}

/** Unpacks an archive into a folder. Throws an `ArchiveError` for an invalid archive. */
export async function unpackArchive<Manifest extends { files: ArchivedFile[] }>(
  file: string,
  { folder, folders, isLeft = () => false, keepFree = 0, onProgress, ...expected }: ArchiveUnpacking<Manifest>,
): Promise<Manifest> {
  for (const name of folders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  const total = (await stat(file).catch(() => null))?.size ?? 1;
  let read = 0;
  return readArchive(file, {
    ...expected,
    maxBytes: Math.max(0, bavail * bsize - Math.max(KEPT_FREE, keepFree)),
    onRead(bytes) {
      read += bytes;
      onProgress(read, total);
    },
    keep: (path) =>
      isLeft(path) ? null : createWriteStream(join(folder, path), { flags: 'wx', mode: 0o600, flush: true }),
  });
}
