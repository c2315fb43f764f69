import { isContentsLabel } from '../text/contents-label.ts';

/** `Title ........ 3` and `Title . . . . 3`. */
const LEADER = /[ .]\.[ .]{1,3}\d{1,4}$/;
/** `2.1.`, `A.1`, `IV)`, and `Chapter 2.` */
const NUMBER = /^(?:\p{L}{1,20}[ \t]+)?(?:\d{1,3}|[A-Z]|[IVXLC]{1,7})(?:\.\d{1,3})*[.:)]*[ \t]+(?=\S)/u;
const PAGE_NUMBER = /[ \t.]{2,}\d{1,4}$/;
/** A longer line is no entry. */
const MAX_ENTRY = 120;
const MIN_ENTRIES = 4;
/** Long titles take up two lines. */
const MIN_SHARE = 0.75;

/**
 * Finds the parts of a text that list its titles: most of their lines stand alone elsewhere in the text, or lead to a page. Returns
 * their indexes, with those of the lines that say that a table of contents follows.
 */
export function contentsIn(parts: readonly (readonly string[])[], headings: readonly string[]): Set<number> {
  const titles = new Set(headings.map(titleOf));
  for (const [line = '', ...others] of parts) if (others.length === 0) titles.add(titleOf(line));
  titles.delete('');
  const isEntry = (line: string) =>
    line.length <= MAX_ENTRY && (LEADER.test(line.trimEnd()) || titles.has(titleOf(line)));
  const found = new Set<number>();
  for (const [index, lines] of parts.entries()) {
    if (lines.length < MIN_ENTRIES) continue;
    const [first = '', ...rest] = lines;
    const entries = isContentsLabel(first.trim()) ? rest.filter((line) => !/^\W+$/.test(line)) : lines;
    if (entries.filter(isEntry).length < Math.max(MIN_ENTRIES, entries.length * MIN_SHARE)) continue;
    found.add(index);
    const above = parts[index - 1] ?? [];
    if (isContentsLabel(above[0]?.trim() ?? '') && above.slice(1).every((line) => /^\W+$/.test(line)))
      found.add(index - 1);
  }
  return found;
}

/** A title without its number and page. */
function titleOf(line: string): string {
  if (line.length > MAX_ENTRY) return '';
  const text = line.trim().replace(PAGE_NUMBER, '').replace(NUMBER, '');
  return /\p{L}/u.test(text) ? text.replace(/\s+/g, ' ').toLowerCase() : '';
}
