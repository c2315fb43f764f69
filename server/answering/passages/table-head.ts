import type { Block } from '../../store/types.ts';
import type { Passage } from '../types.ts';
import type { GoesOn, TableHead } from './widen-passage.ts';

/** A passage, and whether a table that it begins with began before it. */
export interface TablePassage {
  passage: Passage;
  goesOn?: GoesOn;
}

export const textOfRow = ({ text, row }: TableHead) => text.slice(row.start, row.end);

/** The head of the table that a row is in: the row itself, one before it, or that of a passage before. */
export function headOf({ passage: { text, blocks }, goesOn }: TablePassage, row: Block): TableHead | undefined {
  if (row.header) return { text, row };
  let at = blocks.indexOf(row) - 1;
  for (; blocks[at]?.kind === 'table-row'; at -= 1) {
    const before = blocks[at] as Block;
    if (before.header && !blocks[at - 1]?.header) return { text, row: before };
  }
  return at < 0 ? goesOn?.head : undefined;
}
