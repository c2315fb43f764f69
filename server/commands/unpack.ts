import type { ArchivedFile } from '../archive/manifest.ts';
import { type ArchiveUnpacking, unpackArchive } from '../archive/unpack-archive.ts';
import { type Command, withProgress } from './command.ts';

/** Unpacks an archive into a folder and shows the progress. Throws an `ArchiveError` for an invalid archive. */
export const unpack = <Manifest extends { files: ArchivedFile[] }>(
  file: string,
  unpacking: Omit<ArchiveUnpacking<Manifest>, 'signal' | 'onProgress'>,
  command: Pick<Command, 'signal' | 'terminal'>,
): Promise<Manifest> =>
  withProgress(command, (progress) =>
    unpackArchive(file, { ...unpacking, signal: command.signal, onProgress: progress.show }),
  );
