import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { withHeader } from '../text/table-header.ts';
import type { BlockAttributes, TextBuilder } from '../text/text-builder.ts';

/** Adds a table whose header is known. */
export function addTable(
  builder: TextBuilder,
  header: string[],
  rows: string[][],
  attributes: BlockAttributes = {},
): void {
  const cells = rows.map((row) => row.map(collapseWhitespace));
  for (const { text, isHeader } of withHeader(header.map(collapseWhitespace), cells))
    builder.add('table-row', text, { ...attributes, ...(isHeader && { header: true }) });
}
