import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { MAX_PAGE_BYTES } from '../includes/expand-includes.ts';
import { findDefinitions } from '../ingestion/parsers/rst/rst-definitions.ts';
import { withoutEnds } from '../platform/text/trim-ends.ts';

/** What the references of a Sphinx site lead to, and are shown as where they have no text of their own. */
export interface SphinxTitles {
  /** The titles of sections and the paths of their pages, by the labels above them in lower case. */
  labels: ReadonlyMap<string, { title: string; page: string }>;
  /** The titles of pages, by their path without its extension. */
  pages: ReadonlyMap<string, string>;
}

const REFERENCE = /(?<![\w`]):(ref|doc):`(?:([^`<>]{1,200})<([^`<>]{1,200})>|([^`<>]{1,200}))`/g;
/** Directives whose lines are code. */
const CODE = ['.. code::', '.. code-block::', '.. sourcecode::', '.. parsed-literal::'];

/** Reads the titles of the pages of a folder. `paths`: its files. */
export function readSphinxTitles(folder: string, paths: readonly string[]): SphinxTitles {
  const labels = new Map<string, { title: string; page: string }>();
  const pages = new Map<string, string>();
  for (const path of paths) {
    const file = join(folder, path);
    if (!isRst(path) || statSync(file).size > MAX_PAGE_BYTES) continue;
    const found = findDefinitions(readFileSync(file, 'utf8').split('\n'));
    // A page that another one includes may be there twice.
    for (const [label, title] of found.labels) if (!labels.has(label)) labels.set(label, { title, page: path });
    if (found.title !== null) pages.set(path.replace(/\.rst$/i, ''), found.title);
  }
  return { labels, pages };
}

export const isRst = (path: string): boolean => /\.rst$/i.test(path);

/**
 * A page whose references are links to the files that they lead to, with the titles that Sphinx shows where they have none. Those to
 * other folders stay as they are.
 */
export function withTitles(text: string, path: string, { labels, pages }: SphinxTitles): string {
  const labelled = (name: string) => {
    const label = name.trim().replace(/\s+/g, ' ').toLowerCase();
    const found = labels.get(label);
    return found && { title: found.title, file: `${found.page}#${idOf(label)}` };
  };
  const paged = (target: string) => {
    const page = target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target);
    const title = pages.get(page);
    return title === undefined ? undefined : { title, file: `${page}.rst` };
  };
  let literal = Number.POSITIVE_INFINITY;
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/);
      if (indent < 0 || indent > literal) return line;
      literal = beginsLiteral(line.trim()) ? indent : Number.POSITIVE_INFINITY;
      return line.replace(REFERENCE, (whole: string, role: string, said?: string, told?: string, only = '') => {
        const found = role === 'ref' ? labelled(told ?? only) : paged(told ?? only);
        const title = said?.trim() || found?.title;
        if (!found || !title || /[<>`\\]/.test(title)) return whole;
        return `\`${title} </${encodeURI(found.file)}>\`__`;
      });
    })
    .join('\n');
}

/** The id that Docutils gives to a label. */
const idOf = (label: string) => withoutEnds(label.replace(/[^a-z\d]+/g, '-').replace(/^[\d-]+/, ''), /-/);

/** Is what follows a line, and is indented further than it, code? */
const beginsLiteral = (line: string) =>
  line.startsWith('.. ') ? CODE.some((directive) => line.startsWith(directive)) : line.endsWith('::');
