import type { Band, Grid } from './pdf-grids.ts';
import { lineText, toLines } from './pdf-lines.ts';
import type { TableCell, TableRow, TextRun } from './run-collector.ts';

/** What is longer is no label of the rows beside it, and is said once. */
const MAX_LABEL = 200;
/** Longer cells are parts of a page that is laid out as a table. */
const MAX_CELL = 1_500;
/** The share of a table's rows that have two cells with text. */
const FULL_ROWS = 0.5;
/** Letters reach down to their baseline, and their middle is this share of their size above it. */
const MIDDLE = 0.3;
/** A space between words is narrower, in font sizes. */
const WORD_SPACE = 0.45;
/** Text may stand this far, in points, outside the lines around it. */
const OUTSIDE = 4;

/** A row of a table: for each column its text, with the runs that begin here. */
interface Row {
  cells: TextRun[][];
  own: TextRun[];
}

/** Puts runs in place of those that stand in the cells of tables, one for each row. */
export function joinTableRows(runs: TextRun[], grids: Grid[]): TextRun[] {
  return grids.reduce((left, grid) => joinRows(left, grid), runs);
}

function joinRows(runs: TextRun[], grid: Grid): TextRun[] {
  const inside = runsInBands(runs, grid);
  const tables: TextRun[][] = [];
  let [first, after] = [0, 0];
  for (; after <= grid.bands.length; after += 1) {
    const band = grid.bands[after];
    if (band && (band.divided || !isCrossed(inside[after] ?? [], grid))) continue;
    tables.push(tableOf(grid, inside, first, after));
    first = after + 1;
  }
  const rows = tables.flat();
  if (rows.length === 0) return runs;
  const taken = new Set(rows.flatMap(({ row }) => row?.runs ?? []));
  return [...runs.filter((run) => !taken.has(run)), ...rows];
}

/** The runs of each band. Both are gone through once, from top to bottom. */
function runsInBands(runs: TextRun[], { edges, bands }: Grid): TextRun[][] {
  const inside: TextRun[][] = bands.map(() => []);
  const [left, right] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  const middle = ({ baseline, size }: TextRun) => baseline - size * MIDDLE;
  const within = runs.filter(
    (run) => run.row === undefined && run.left > left - OUTSIDE && run.right < right + OUTSIDE,
  );
  let at = 0;
  for (const run of within.sort((a, b) => middle(a) - middle(b))) {
    while (middle(run) > (bands[at]?.bottom ?? Number.POSITIVE_INFINITY)) at += 1;
    if (middle(run) > (bands[at]?.top ?? Number.POSITIVE_INFINITY)) inside[at]?.push(run);
  }
  return inside;
}

/** Does text continue across an edge between two columns? */
function isCrossed(runs: TextRun[], { edges }: Grid): boolean {
  const inner = edges.slice(1, -1);
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left);
  return sorted.some((run, index) => {
    if (inner.some((x) => run.left < x - 1 && run.right > x + 1)) return true;
    const before = sorted[index - 1];
    if (!before || Math.abs(before.baseline - run.baseline) > 1) return false;
    const isClose = run.left - before.right < run.size * WORD_SPACE;
    return isClose && inner.some((x) => before.right <= x + 1 && run.left >= x - 1);
  });
}

/** The rows from one band to another, if they are those of a table. */
function tableOf(grid: Grid, inside: TextRun[][], first: number, after: number): TextRun[] {
  const rows = rowsOf(grid, inside, first, after);
  const full = rows.filter(({ cells }) => cells.filter(({ length }) => length > 0).length > 1);
  const isLong = (runs: TextRun[]) => lettersOf(runs) > MAX_CELL;
  if (full.length < 2 || full.length < rows.length * FULL_ROWS || rows.some(({ cells }) => cells.some(isLong)))
    return [];
  const isHead = areBold(rows[0]) && !areBold(rows[1]);
  const table = {};
  // A column may have a width, and nothing in it.
  const columns = [...grid.edges.keys()].filter((column) => rows.some(({ cells }) => cells[column]?.length));
  return rows.map((row, index) => rowRun(row, grid, columns, { table, isHead: isHead && index === 0 }));
}

function rowsOf({ edges, bands }: Grid, inside: TextRun[][], first: number, after: number): Row[] {
  const columns = edges.length - 1;
  /** The runs of the cell that is open in each column. */
  let above: TextRun[][] = [];
  const rows: Row[] = [];
  const cells = bands.slice(first, after).map((band, index) => {
    const own: TextRun[][] = Array.from({ length: columns }, () => []);
    for (const run of inside[first + index] ?? []) own[columnOf(run, edges, band)]?.push(run);
    const isNew = own.map((_, column) => index === 0 || band.ruled[column] === true || !above[column]);
    const open = own.map((runs, column) => {
      const cell = isNew[column] ? [] : (above[column] ?? []);
      cell.push(...runs);
      return cell;
    });
    above = open;
    return open.map((runs, column) => ({ runs, isNew: isNew[column] === true }));
  });
  for (const row of cells) {
    const own = row.flatMap(({ runs, isNew }) => (isNew ? runs : []));
    if (own.length === 0) continue;
    rows.push({
      cells: row.map(({ runs, isNew }) => (isNew || lettersOf(runs) <= MAX_LABEL ? runs : [])),
      own,
    });
  }
  return rows;
}

/** The column that a run stands in: the first of those that no line parts. */
function columnOf(run: TextRun, edges: number[], { divided }: Band): number {
  const middle = (run.left + run.right) / 2;
  let column = edges.slice(1, -1).filter((x) => x < middle).length;
  while (column > 0 && divided && !divided[column - 1]) column -= 1;
  return column;
}

const lettersOf = (runs: TextRun[]) => runs.reduce((sum, { text }) => sum + text.length, 0);

const areBold = (row: Row | undefined) => row?.own.every(({ bold }) => bold) === true;

function rowRun(
  { cells, own }: Row,
  { edges }: Grid,
  columns: number[],
  told: Pick<TableRow, 'table' | 'isHead'>,
): TextRun {
  const main = own.reduce((longest, run) => (run.text.length > longest.text.length ? run : longest));
  const read = columns.map((column): TableCell => {
    const lines = toLines(cells[column] ?? []);
    return {
      lines: lines.map(lineText),
      left: lines.length > 0 ? Math.min(...lines.map(({ left }) => left)) : (edges[column] ?? 0),
      right: lines.length > 0 ? Math.max(...lines.map(({ right }) => right)) : (edges[column] ?? 0),
    };
  });
  return {
    text: own.map(({ text }) => text).join(' '),
    left: edges[0] ?? 0,
    right: edges.at(-1) ?? 0,
    baseline: own.reduce((least, { baseline }) => Math.min(least, baseline), Number.POSITIVE_INFINITY),
    size: main.size,
    bold: own.every(({ bold }) => bold),
    row: { cells: read, runs: own, ...told },
  };
}
