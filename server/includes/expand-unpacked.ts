import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { expandIncludes, MAX_INCLUDED_BYTES, MAX_PAGE_BYTES, mayInclude } from './expand-includes.ts';
import type { IncludedFile } from './expansion.ts';

/** A file of an archive; `unpackedTo` is null for what is no file. */
interface Unpacked {
  path: string;
  unpackedTo: string | null;
}

/**
 * Puts into the pages of an archive what they include of it. Files are found by their names in the archive alone, so that no name
 * reaches the disk. Pages are left as they are once all that was put in has `maxBytes`: a small archive must not fill the disk.
 */
export async function expandUnpacked(files: Unpacked[], maxBytes: number): Promise<void> {
  const placeOf = new Map(files.map(({ path, unpackedTo }) => [path, unpackedTo]));
  const read = (path: string): IncludedFile | null => {
    const name = posix.normalize(path);
    const place = placeOf.get(name) ?? null;
    if (place === null || statSync(place).size > MAX_INCLUDED_BYTES) return null;
    const bytes = readFileSync(place);
    return bytes.includes(0) ? null : { path: name, text: bytes.toString('utf8').replace(/^\ufeff/, '') };
  };
  let left = maxBytes;
  for (const { path, unpackedTo: place } of files) {
    if (place === null || !mayInclude(path) || (await stat(place)).size > MAX_PAGE_BYTES) continue;
    const bytes = await readFile(place);
    const page = isUtf8(bytes) ? expandIncludes(bytes.toString('utf8'), path, read) : null;
    if (!page) continue;
    left -= Buffer.byteLength(page.text);
    if (left < 0) return;
    await writeFile(place, page.text);
  }
}
