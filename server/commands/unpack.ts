import { createWriteStream } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchivedFile } from '../archive/manifest.ts';
import { type ArchiveReading, readArchive } from '../archive/read-archive.ts';
import { type Command, withProgress } from './command.ts';

/** Bytes to leave free on the disk for the server. */
const KEPT_FREE = 256 * 2 ** 20;

export interface Unpacking<Manifest extends { files: ArchivedFile[] }>
  extends Pick<ArchiveReading<Manifest>, 'kind' | 'manifest' | 'isName'> {
  /** Created together with `folders` in it. */
  folder: string;
  folders: string[];
  /** Which entries to skip; by default none. */
  isLeft?: (path: string) => boolean;
}

/** Unpacks an archive into a folder and shows the progress. Throws an `ArchiveError` for an invalid archive. */
export async function unpack<Manifest extends { files: ArchivedFile[] }>(
  file: string,
  { folder, folders, isLeft = () => false, ...expected }: Unpacking<Manifest>,
  command: Pick<Command, 'signal' | 'terminal'>,
): Promise<Manifest> {
  for (const name of folders) await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  const total = (await stat(file).catch(() => null))?.size ?? 1;
  return withProgress(command, (progress) => {
    let read = 0;
    return readArchive(file, {
      ...expected,
      maxBytes: Math.max(0, bavail * bsize - KEPT_FREE),
      signal: command.signal,
      onRead(bytes) {
        read += bytes;
        progress.show(read, total);
      },
      keep: (path) =>
        isLeft(path) ? null : createWriteStream(join(folder, path), { flags: 'wx', mode: 0o600, flush: true }),
    });
  });
}
