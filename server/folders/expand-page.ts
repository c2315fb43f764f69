import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import {
  type ExpandedPage,
  expandIncludes,
  MAX_INCLUDED_BYTES,
  MAX_PAGE_BYTES,
  mayInclude,
} from '../includes/expand-includes.ts';
import type { IncludedFile } from '../includes/expansion.ts';
import { type AntoraComponent, antoraAttributes } from './antora.ts';
import { settingsFor } from './antora-attributes.ts';
import { isSkipped } from './is-skipped.ts';
import { isRst, type SphinxTitles, withTitles } from './sphinx-references.ts';

/** What the pages of a site share. */
export interface Shared {
  /** Of Sphinx. */
  titles: SphinxTitles | null;
  /** Of Antora. */
  components: readonly AntoraComponent[];
}

/**
 * A page of the folder with what it includes of the folder; of a Sphinx site with the titles of what it refers to, and of an Antora
 * site with the attributes that it uses. Null for a page that is sent as it is.
 */
export function expandPage(
  folder: string,
  path: string,
  size: number,
  { titles, components }: Shared = { titles: null, components: [] },
): ExpandedPage | null {
  if (!mayInclude(path) || size > MAX_PAGE_BYTES) return null;
  const text = readFileSync(join(folder, path), 'utf8');
  const attributes = /\.adoc$/i.test(path) ? antoraAttributes(path, components) : new Map<string, string>();
  const expanded = expandIncludes(text, path, (target) => readIncluded(folder, target), attributes);
  const page = expanded ?? { text, missing: [], whole: [] };
  const settings = settingsFor(page.text, attributes);
  if (settings.length > 0) return { ...page, text: [...settings, page.text].join('\n') };
  if (titles === null || !isRst(path)) return expanded;
  const titled = withTitles(page.text, path, titles);
  return titled === text ? expanded : { ...page, text: titled };
}

/**
 * Reads a text file that a page includes. Null for what is not there, is no text, or is not of the folder: outside of it, also
 * by a link, hidden, or installed by a package manager. What a page of the folder names must not reach a secret beside it.
 */
function readIncluded(folder: string, path: string): IncludedFile | null {
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
