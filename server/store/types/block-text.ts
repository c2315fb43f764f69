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

/** The rows of the table that begins at a block. */
export function tableRun(blocks: Block[], from: number): Block[] {
  let end = from;
  while (blocks[end]?.kind === 'table-row' && (end === from || !startsTable(blocks[end - 1], blocks[end]))) end += 1;
  return blocks.slice(from, end);
}

/** A head after a row that is none begins another table. */
const startsTable = (before: Block | undefined, row: Block | undefined) =>
  row?.header === true && before?.header !== true;
