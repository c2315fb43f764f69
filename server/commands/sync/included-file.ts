import { readFileSync, realpathSync, statSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { isSkipped } from './is-skipped.ts';

/** A file of the folder that another one includes. */
export interface IncludedFile {
  /** Relative to the folder, with slashes. */
  path: string;
  text: string;
}

/** The includes of a page, while they are resolved. */
export interface Expansion {
  /** Reads a file of the folder. `named`: how the page names it, for the report; null if it may be missing. */
  read(path: string, named: string | null): IncludedFile | null;
  /** The lines of an included text, in which includes are resolved in turn. */
  nested(file: IncludedFile, expand: (text: string) => string, text: string): string[];
}

/** Bytes of a file that may be included. */
const MAX_BYTES = 1_000_000;

/**
 * Reads a text file that a page includes. Null for what is not there, is no text, or is not of the folder: outside of it, also
 * by a link, hidden, or installed by a package manager. What a page of the folder names must not reach a secret beside it.
 */
export function readIncluded(folder: string, path: string): IncludedFile | null {
  const normal = posix.normalize(path);
  if (normal.startsWith('../') || posix.isAbsolute(normal) || normal.includes('\0')) return null;
  try {
    const root = realpathSync(folder);
    const file = realpathSync(resolve(root, normal));
    const inside = relative(root, file).split(sep);
    if (inside[0] === '..' || inside.some(isSkipped) || !file.startsWith(root + (root.endsWith(sep) ? '' : sep)))
      return null;
    const found = statSync(file);
    if (!found.isFile() || found.size > MAX_BYTES) return null;
    const bytes = readFileSync(file);
    if (bytes.includes(0)) return null;
    return { path: inside.join('/'), text: bytes.toString('utf8').replace(/^\ufeff/, '') };
  } catch {
    return null;
  }
}
