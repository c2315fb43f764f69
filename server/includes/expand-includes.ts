import { DOCFX_INCLUDE } from '../platform/text/docfx-include.ts';
import { expandAsciiDoc } from './asciidoc-includes.ts';
import { expandDocFx } from './docfx-includes.ts';
import type { Expansion, IncludedFile } from './expansion.ts';
import { expandMdx, IMPORT } from './mdx-imports.ts';
import { expandRst } from './rst-includes.ts';

/** A page with what it includes. */
export interface ExpandedPage {
  text: string;
  /** What it names and the folder does not have. */
  missing: string[];
  /** The files all of whose text is in it. */
  whole: string[];
}

/** What a page may include, one in another, and in all: one that includes itself must not fill the memory. */
const MAX_DEPTH = 8;
const MAX_INCLUDES = 500;
const MAX_CHARACTERS = 5_000_000;
/** A page that is larger has no includes resolved, and a file that is larger is not included. */
export const MAX_PAGE_BYTES = 5_000_000;
export const MAX_INCLUDED_BYTES = 1_000_000;

/** The names of files of each format, what every page has that includes something, and what puts it in. */
const MARKUPS: [names: RegExp, sign: RegExp, expand: typeof expandAsciiDoc][] = [
  [/\.rst$/i, /include::/, expandRst],
  [/\.(?:adoc|asciidoc)$/i, /include::/, expandAsciiDoc],
  [/\.mdx?$/i, new RegExp(`${IMPORT.source}|${DOCFX_INCLUDE.source}`, 'im'), expandMarkdown],
];

function expandMarkdown(text: string, path: string, expansion: Expansion): string {
  return expandDocFx(expandMdx(text, path, expansion), path, expansion);
}

/** Is a file of this name of a format with includes? */
export const mayInclude = (path: string): boolean => MARKUPS.some(([names]) => names.test(path));

/**
 * A page of a folder with the files that it includes, as its generator would see it. Null for a page that includes nothing: it is
 * taken as it is. `readFile`: a text file of the folder, or null for what is none. `attributes`: those of AsciiDoc that the site sets.
 */
export function expandIncludes(
  text: string,
  path: string,
  readFile: (path: string) => IncludedFile | null,
  attributes: ReadonlyMap<string, string> = new Map(),
): ExpandedPage | null {
  const [, sign, expand] = MARKUPS.find(([names]) => names.test(path)) ?? [];
  if (!expand || !sign?.test(text)) return null;
  const missing = new Set<string>();
  const whole = new Set<string>();
  const open: string[] = [path];
  let [count, characters] = [0, text.length];
  const expansion: Expansion = {
    read(target, named) {
      count += 1;
      if (count > MAX_INCLUDES || open.length > MAX_DEPTH) return null;
      const file = readFile(target);
      if (file === null && named !== null) missing.add(named);
      if (file === null || open.includes(file.path) || characters + file.text.length > MAX_CHARACTERS) return null;
      characters += file.text.length;
      return file;
    },
    nested(file, expandNested, selected) {
      if (selected.length === file.text.replaceAll('\r\n', '\n').length) whole.add(file.path);
      open.push(file.path);
      const lines = expandNested(selected).split('\n');
      open.pop();
      return lines;
    },
  };
  return { text: expand(text, path, expansion, new Map(attributes)), missing: [...missing], whole: [...whole] };
}
