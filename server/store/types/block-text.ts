import type { Block } from './blocks.ts';

/** What begins a list item in the stored text. */
const MARKER = /^(?:[-*•‣◦▪–·+]|\d{1,9}[.)])\s+/;

/** The marker of a list item with the space after it, such as `1. `; empty if it has none. */
export const markerOf = (text: string, { start, end }: Pick<Block, 'start' | 'end'>): string =>
  text.slice(start, end).match(MARKER)?.[0] ?? '';

/** How many lists a block stands in; an item stands in one more than the list that it is of. */
export const levelsOf = ({ kind, depth = 0 }: Block): number => (kind === 'list-item' ? Math.max(depth, 1) - 1 : depth);

/** Between the cells of a row in the stored text, which has no white space at the ends, where a cell may be empty. */
const CELL = /(?<=^|\s)\|(?=\s|$)/g;

/** The cells of a row, without the white space around them. A bar in code parts nothing. */
export function cellSpans(text: string, row: Block): { start: number; end: number }[] {
  const isCode = (at: number) => row.codeSpans?.some(([from, to]) => from <= at && at < to);
  const bars = [...text.slice(row.start, row.end).matchAll(CELL)]
    .map(({ index }) => row.start + index)
    .filter((at) => !isCode(at));
  return [...bars, row.end].map((bar, at) => {
    const from = at === 0 ? row.start : (bars[at - 1] as number) + 1;
    const cell = text.slice(from, bar);
    const start = from + cell.length - cell.trimStart().length;
    return { start, end: Math.max(start, from + cell.trimEnd().length) };
  });
}

/** The rows of a table, and of how many blocks they are: the head of a long one is repeated, and is in them once. */
export interface TableRun {
  rows: Block[];
  size: number;
}

/** The rows of the table that begins at a block. `head`: the text of its head where that is not the block. */
export function tableRun(text: string, blocks: Block[], from: number, head?: string): TableRun {
  const textOf = ({ start, end }: Block) => text.slice(start, end);
  const first = blocks[from];
  const own = head ?? (first?.header ? textOf(first) : undefined);
  const rows: Block[] = [];
  let at = from;
  for (let block = blocks[at]; block?.kind === 'table-row'; block = blocks[at]) {
    const isAgain = at > from && block.header === true && textOf(block) === own;
    if (at > from && !isAgain && startsTable(blocks[at - 1], block)) break;
    if (!isAgain) rows.push(block);
    at += 1;
  }
  return { rows, size: at - from };
}

/** A head after a row that is none begins another table. */
const startsTable = (before: Block | undefined, row: Block) => row.header === true && before?.header !== true;
