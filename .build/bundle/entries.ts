import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Bytes that are read at once: smaller files whole, others in parts of this size. A stream for each of the thousands of files
 * takes most of the time of a bundle.
 */
export const SMALL = 1024 * 1024;

/** A file to copy. */
export interface FileEntry {
  /** The path in the archive, with `/`. */
  path: string;
  /** The path on disk. */
  from: string;
  /** The size in bytes. */
  size: number;
  executable: boolean;
}

/** An entry of an archive: a file to copy, a file to write, or a link. */
export type Entry = FileEntry | { path: string; text: string; executable: boolean } | { path: string; linkTo: string };

/**
 * All files below a folder as entries below `place`. Links are followed. `enter` filters the direct children of the folder by
 * name. Throws if the folder does not exist.
 */
export async function filesBelow(folder: string, place: string, enter = (_: string) => true): Promise<FileEntry[]> {
  const names = (await readdir(folder)).filter(enter).sort();
  const found = await Promise.all(
    names.map(async (name): Promise<FileEntry[]> => {
      const [from, path] = [join(folder, name), `${place}/${name}`];
      const entry = await stat(from);
      if (entry.isDirectory()) return filesBelow(from, path);
      return [{ path, from, size: entry.size, executable: (entry.mode & 0o100) !== 0 }];
    }),
  );
  return found.flat();
}

/** The total size of the files to copy. The files to write are negligible. */
export const bytesOf = (entries: Entry[]) =>
  entries.reduce((sum, entry) => sum + ('size' in entry ? entry.size : 0), 0);
