import { readFileSync, realpathSync, statSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { MAX_INCLUDED_BYTES } from '../includes/expand-includes.ts';
import type { IncludedFile } from '../includes/expansion.ts';
import { isSkipped } from './is-skipped.ts';

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
    if (!found.isFile() || found.size > MAX_INCLUDED_BYTES) return null;
    const bytes = readFileSync(file);
    if (bytes.includes(0)) return null;
    return { path: inside.join('/'), text: bytes.toString('utf8').replace(/^\ufeff/, '') };
  } catch {
    return null;
  }
}
