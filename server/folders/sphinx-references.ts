import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { MAX_PAGE_BYTES } from '../includes/expand-includes.ts';
import { findDefinitions } from '../ingestion/parsers/rst/rst-definitions.ts';

/** What the references of a Sphinx site without a text of their own are shown as. */
export interface SphinxTitles {
  /** The titles of sections, by the labels above them in lower case. */
  labels: ReadonlyMap<string, string>;
  /** The titles of pages, by their path without its extension. */
  pages: ReadonlyMap<string, string>;
}

const REFERENCE = /(?<![\w`]):(ref|doc):`([^`<>]{1,200})`/g;
/** Directives whose lines are code. */
const CODE = ['.. code::', '.. code-block::', '.. sourcecode::', '.. parsed-literal::'];

/** Reads the titles of the pages of a folder. `paths`: its files. */
export function readSphinxTitles(folder: string, paths: readonly string[]): SphinxTitles {
  const labels = new Map<string, string>();
  const pages = new Map<string, string>();
  for (const path of paths) {
    const file = join(folder, path);
    if (!isRst(path) || statSync(file).size > MAX_PAGE_BYTES) continue;
    const found = findDefinitions(readFileSync(file, 'utf8').split('\n'));
    // A page that another one includes may be there twice.
    for (const [label, title] of found.labels) if (!labels.has(label)) labels.set(label, title);
    if (found.title !== null) pages.set(path.replace(/\.rst$/i, ''), found.title);
  }
  return { labels, pages };
}

export const isRst = (path: string): boolean => /\.rst$/i.test(path);

/** A page whose references have the titles of what they lead to, as Sphinx shows them. Those to other folders stay as they are. */
export function withTitles(text: string, path: string, { labels, pages }: SphinxTitles): string {
  const titleOf = (role: string, target: string) => {
    if (role === 'ref') return labels.get(target.replace(/\s+/g, ' ').toLowerCase());
    return pages.get(target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(path), target));
  };
  let literal = Number.POSITIVE_INFINITY;
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/);
      if (indent < 0 || indent > literal) return line;
      literal = beginsLiteral(line.trim()) ? indent : Number.POSITIVE_INFINITY;
      return line.replace(REFERENCE, (whole: string, role: string, target: string) => {
        const title = titleOf(role, target);
        return title === undefined || /[<>`\\]/.test(title) ? whole : `:${role}:\`${title} <${target}>\``;
      });
    })
    .join('\n');
}

/** Is what follows a line, and is indented further than it, code? */
const beginsLiteral = (line: string) =>
  line.startsWith('.. ') ? CODE.some((directive) => line.startsWith(directive)) : line.endsWith('::');
