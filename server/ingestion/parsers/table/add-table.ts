import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import type { BlockAttributes, TextBuilder } from '../text/text-builder.ts';

/** After how many characters of rows the header is repeated, so that a passage from the middle of a table has its columns' names. */
const HEADER_EVERY = 700;
/** A longer header would be most of each passage: every row names its columns instead. */
const MAX_HEADER = 200;

/** Adds a table whose header is known. */
export function addTable(
  builder: TextBuilder,
  header: string[],
  rows: string[][],
  attributes: BlockAttributes = {},
): void {
  const names = header.map(collapseWhitespace);
  if (names.join('').length > MAX_HEADER) {
    for (const row of rows) builder.add('table-row', named(names, row.map(collapseWhitespace)), attributes);
    return;
  }
  let since = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const text = row.map(collapseWhitespace).join(' | ');
    if (since + text.length > HEADER_EVERY) {
      builder.add('table-row', names.join(' | '), { ...attributes, header: true });
      since = 0;
    }
    builder.add('table-row', text, attributes);
    since += text.length;
  }
}

/** `Name: Anna | Age: 7`, without empty cells. */
export const named = (names: string[], row: string[]) =>
  row
    .map((cell, at) => (cell && names[at] ? `${names[at]}: ${cell}` : cell))
    .filter(Boolean)
    .join(' | ');
