import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file to copy. */
export interface FileEntry {
  /** Where it comes to lie, with `/`. */
  path: string;
  /** Where it lies now. */
  from: string;
  /** Bytes. */
  size: number;
  executable: boolean;
}

/** One thing of an archive: a file to copy, one to write, or a link. */
export type Entry = FileEntry | { path: string; text: string; executable: boolean } | { path: string; linkTo: string };

/**
 * Every file below a folder, links replaced by what they lead to, under `place`; `enter` decides on what lies in the folder
 * itself, by its name. Throws where there is no such folder.
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

/** Bytes of the files to copy; what is written beside them is nothing next to it. */
export const bytesOf = (entries: Entry[]) =>
  entries.reduce((sum, entry) => sum + ('size' in entry ? entry.size : 0), 0);
