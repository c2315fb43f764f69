import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExpandedPage, expandIncludes, MAX_PAGE_BYTES, mayInclude } from '../includes/expand-includes.ts';
import { readIncluded } from './included-file.ts';

/** A page of the folder with what it includes of the folder. Null for a page that is sent as it is. */
export function expandPage(folder: string, path: string, size: number): ExpandedPage | null {
  if (!mayInclude(path) || size > MAX_PAGE_BYTES) return null;
  return expandIncludes(readFileSync(join(folder, path), 'utf8'), path, (target) => readIncluded(folder, target));
}
