import { runsToText, type TextRun } from '../text/text-runs.ts';
import type { HtmlElement } from './tree/html-tree.ts';

/** A row with what each of its cells says. */
export interface Row {
  cells: HtmlElement[];
  runs: TextRun[][];
  isHead: boolean;
}

/** A cell that reaches into as many rows below. */
interface Spanning {
  cell: HtmlElement;
  runs: TextRun[];
  rows: number;
}

/** What is longer is no label, and is not said again. */
const MAX_LABEL = 200;
/** The most cells that are added to a table, as a cell may claim to span 65,534 rows. */
const MAX_ADDED = 20_000;
const MAX_COLUMNS = 100;

/**
 * The rows as a grid: what a cell says that spans several rows stands in each, so that every row says by itself what it is about,
 * and cells are below the head of their column. A head that spans several columns stands above each of them.
 */
export function withSpans(rows: Row[]): Row[] {
  if (!rows.some(({ cells }) => cells.some((cell) => spanOf(cell, 'rowspan') > 1 || spanOf(cell, 'colspan') > 1)))
    return rows;
  let left = MAX_ADDED;
  let above: Spanning[] = [];
  return rows.map((row) => {
    if (row.cells.length === 0) return row;
    const cells: HtmlElement[] = [];
    const runs: TextRun[][] = [];
    const below: Spanning[] = [];
    const add = (one: Spanning) => {
      cells.push(one.cell);
      runs.push(one.runs);
      if (one.rows > 1) below[cells.length - 1] = { ...one, runs: labelOf(one.runs), rows: one.rows - 1 };
    };
    const addFromAbove = () => {
      for (let one = above[cells.length]; one && left > 0; one = above[cells.length]) {
        add(one);
        left -= 1;
      }
    };
    for (const [index, cell] of row.cells.entries()) {
      addFromAbove();
      const own = { cell, runs: row.runs[index] ?? [], rows: spanOf(cell, 'rowspan') };
      add(own);
      // Nothing is below the last cell of a row: it needs no more width.
      if (!row.isHead && index === row.cells.length - 1) continue;
      const more = Math.min(spanOf(cell, 'colspan') - 1, MAX_COLUMNS - cells.length, left);
      for (let column = 0; column < more; column += 1) add({ ...own, runs: row.isHead ? labelOf(own.runs) : [] });
      left -= Math.max(0, more);
    }
    addFromAbove();
    above = below;
    return { cells, runs, isHead: row.isHead };
  });
}

const labelOf = (runs: TextRun[]): TextRun[] => (runsToText(runs).length > MAX_LABEL ? [] : runs);

const spanOf = ({ attribs }: HtmlElement, direction: 'colspan' | 'rowspan'): number =>
  Math.max(1, Number.parseInt(attribs[direction] ?? '1', 10) || 1);
