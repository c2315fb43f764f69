import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expandAsciiDoc } from './asciidoc-includes.ts';
import { readIncluded } from './included-file.ts';
import { expandRst } from './rst-includes.ts';

/** What a page may include, one in another, and in all: one that includes itself must not fill the memory. */
const MAX_DEPTH = 8;
const MAX_INCLUDES = 500;
const MAX_CHARACTERS = 5_000_000;
/** A page that is larger has no includes resolved. */
const MAX_PAGE_BYTES = 5_000_000;

/** A page with what it includes. */
export interface ExpandedPage {
  bytes: Buffer;
  /** What it names and the folder does not have. */
  missing: string[];
}

const MARKUPS: [RegExp, expand: typeof expandRst][] = [
  [/\.rst$/i, expandRst],
  [/\.(?:adoc|asciidoc)$/i, expandAsciiDoc],
];

/**
 * A page of the folder with the files that it includes, as its generator would see it. Null for a page that includes nothing, and
 * for formats without includes: these are sent as they are.
 */
export function expandIncludes(folder: string, path: string, size: number): ExpandedPage | null {
  const expand = MARKUPS.find(([names]) => names.test(path))?.[1];
  if (!expand || size > MAX_PAGE_BYTES) return null;
  const text = readFileSync(join(folder, path), 'utf8');
  if (!text.includes('include::')) return null;
  const missing = new Set<string>();
  const open: string[] = [path];
  let [count, characters] = [0, text.length];
  const expanded = expand(text, path, {
    read(target, named) {
      count += 1;
      if (count > MAX_INCLUDES || open.length > MAX_DEPTH) return null;
      const file = readIncluded(folder, target);
      if (file === null && named !== null) missing.add(named);
      if (file === null || open.includes(file.path) || characters + file.text.length > MAX_CHARACTERS) return null;
      characters += file.text.length;
      return file;
    },
    nested(file, expandNested, selected) {
      open.push(file.path);
      const lines = expandNested(selected).split('\n');
      open.pop();
      return lines;
    },
  });
  return { bytes: Buffer.from(expanded), missing: [...missing] };
}
