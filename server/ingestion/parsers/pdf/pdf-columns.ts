import { type Cell, type Line, lineText, type Region, toLines } from './pdf-lines.ts';
import type { TextRun } from './run-collector.ts';

/** The fewest lines that make a column. */
const COLUMN_LINES = 4;
/** This many lines of running text are a column, whatever stands beside them. */
const MANY_LINES = 12;
/** Average letters per line of such a column. Shorter lines are labels. */
const TEXT_LINE = 30;
/** The last column of a text may have fewer runs than this at its top. */
const TAIL_RUNS = 28;
/** Lines with fewer letters hold numbers, not words. */
const WORDS = 8;

/** The lines of a page, made of its runs, in reading order: the columns of a page one after the other, tables row by row. */
export function readingOrder(runs: TextRun[]): Region[] {
  return splitColumns(runs, 0)
    .map(toLines)
    .filter((lines) => lines.length > 0);
}

/**
 * Looks for a vertical gutter with running text on both sides. Titles and wide figures that cross the gutter split the page
 * into bands, and so do tables as wide as both columns. In each band with columns, the left side is read before the right
 * one. Both sides may hold columns again.
 */
function splitColumns(runs: TextRun[], depth: number): TextRun[][] {
  if (depth >= 4) return [runs];
  const gutter = bestGutter(runs) ?? sidebarGutter(runs) ?? tailGutter(runs);
  if (gutter === null) return [runs];
  return bands(runs, gutter).flatMap((band) => {
    const parts = cutWideTables(band, gutter);
    const text = parts.filter(({ isTable }) => !isTable).flatMap((part) => part.runs);
    const [left, right] = splitAtGutter(text, gutter);
    const areColumns =
      areSeparateColumns(left, right) || isSidebarBesideColumns(left, right) || isTailOfColumn(left, right);
    if (!areColumns) return [band];
    return parts.flatMap((part) => {
      if (part.isTable) return [part.runs];
      return splitAtGutter(part.runs, gutter).flatMap((side) => splitColumns(side, depth + 1));
    });
  });
}

const splitAtGutter = (runs: TextRun[], gutter: number): [left: TextRun[], right: TextRun[]] => [
  runs.filter((run) => run.right <= gutter),
  runs.filter((run) => run.left >= gutter),
];

/** The x of the gutter with the most text in columns beside it, or null. */
function bestGutter(runs: TextRun[]): number | null {
  if (runs.length < COLUMN_LINES * 2) return null;
  const left = runs.reduce((least, run) => Math.min(least, run.left), Number.POSITIVE_INFINITY);
  const right = runs.reduce((most, run) => Math.max(most, run.right), Number.NEGATIVE_INFINITY);
  let best: number | null = null;
  let bestScore = 0;
  // Gutters end where columns begin, so try the x just before every possible column.
  for (const x of columnStarts(runs)) {
    const at = x - 1;
    if (at < left + (right - left) * 0.15 || at > right - (right - left) * 0.15) continue;
    const score = bands(runs, at).reduce((sum, band) => sum + bandScore(band, at), 0);
    if (score > bestScore) {
      best = at;
      bestScore = score;
    }
  }
  return best;
}

/** Left edges shared by about as many runs as a column has lines at least. */
function columnStarts(runs: TextRun[]): number[] {
  const counts = new Map<number, number>();
  for (const run of runs) counts.set(Math.round(run.left), (counts.get(Math.round(run.left)) ?? 0) + 1);
  const shared = (x: number) => (counts.get(x - 1) ?? 0) + (counts.get(x) ?? 0) + (counts.get(x + 1) ?? 0);
  return [...counts.keys()].filter((x) => shared(x) >= COLUMN_LINES - 1);
}

function bandScore(band: TextRun[], gutter: number): number {
  const left = band.filter((run) => run.right <= gutter);
  const right = band.filter((run) => run.left >= gutter);
  if (!areSeparateColumns(left, right)) return 0;
  return band.reduce((sum, run) => sum + run.text.length, 0);
}

/** Splits runs, from top to bottom, into those that cross the gutter and those that do not. */
function bands(runs: TextRun[], gutter: number): TextRun[][] {
  const sorted = runs.toSorted((a, b) => a.baseline - b.baseline);
  const result: TextRun[][] = [];
  let band: TextRun[] = [];
  let crossing = false;
  for (const run of sorted) {
    const crosses = run.left < gutter && run.right > gutter;
    if (crosses !== crossing && band.length > 0) {
      result.push(band);
      band = [];
    }
    crossing = crosses;
    band.push(run);
  }
  if (band.length > 0) result.push(band);
  return result;
}

/** The x between a sidebar of numbers and two columns, or null. `bestGutter` finds a sidebar beside one column only. */
function sidebarGutter(runs: TextRun[]): number | null {
  if (runs.length < MANY_LINES * 2) return null;
  for (const x of columnStarts(runs)) {
    const gutter = x - 1;
    const [left, right] = splitAtGutter(runs, gutter);
    if (left.length > 0 && right.length > 0 && isSidebarBesideColumns(left, right)) return gutter;
  }
  return null;
}

function isSidebarBesideColumns(left: TextRun[], right: TextRun[]): boolean {
  return [
    { columns: left, sidebar: right },
    { columns: right, sidebar: left },
  ].some(({ columns, sidebar }) => {
    if (columns.length < sidebar.length || columns.length < MANY_LINES * 2) return false;
    const sidebarLines = toLines(sidebar);
    // Numbers on the lines of two texts are a table.
    if (sidebarLines.length < COLUMN_LINES || isColumn(sidebarLines) || areInLine(toLines(columns), sidebarLines))
      return false;
    const gutter = bestGutter(columns);
    return gutter !== null && splitAtGutter(columns, gutter).every((side) => isRunningText(toLines(side)));
  });
}

/** The x before a last column that ends after a few lines, too few for a gutter to be seen; or null. */
function tailGutter(runs: TextRun[]): number | null {
  const starts = runs.map(({ left }) => Math.round(left)).sort((a, b) => b - a);
  for (const x of new Set(starts.slice(0, TAIL_RUNS))) {
    const gutter = x - 1;
    if (runs.filter(({ right }) => right <= gutter).length < COLUMN_LINES * 2) continue;
    if (bands(runs, gutter).some((band) => isTailOfColumn(...splitAtGutter(band, gutter)))) return gutter;
  }
  return null;
}

/** Does the text of a column go on in a few lines at the top of the next one, which is as wide? */
function isTailOfColumn(left: TextRun[], right: TextRun[]): boolean {
  if (left.length < COLUMN_LINES * 2 || right.length === 0 || right.length > TAIL_RUNS) return false;
  const [column, tail] = [toLines(left), toLines(right)];
  const [first, second] = column;
  const [top, last] = [tail[0], tail.at(-1)];
  if (!first || !second || !top || !last || tail.length >= COLUMN_LINES * 2 || !flows(column)) return false;
  const width = widthOf(column);
  const beside = column.filter(({ baseline }) => baseline >= top.baseline - 1 && baseline <= last.baseline + 1);
  const full = tail.slice(0, -1).filter((line) => line.right - line.left > width * 0.7);
  return (
    top.baseline < second.baseline &&
    beside.length <= tail.length + 1 &&
    widthOf(tail) <= width * 1.15 &&
    tail.every((line) => line.cells.length === 1) &&
    full.length >= (tail.length - 1) / 2 &&
    lettersIn(lineText(last)) > 0
  );
}

const widthOf = (lines: Line[]) =>
  Math.max(...lines.map(({ right }) => right)) - Math.min(...lines.map(({ left }) => left));

interface Part {
  isTable: boolean;
  runs: TextRun[];
}

/** Fewer table rows do not interrupt two columns. */
const TABLE_ROWS = 3;

/** Splits a band at tables that are as wide as both columns. */
function cutWideTables(band: TextRun[], gutter: number): Part[] {
  const rows = toLines(band);
  const left = rows.reduce((least, row) => Math.min(least, row.left), gutter);
  const right = rows.reduce((most, row) => Math.max(most, row.right), gutter);
  const fills = ({ text, left: from, right: to }: Cell) =>
    to - from > (to <= gutter ? gutter - left : right - gutter) * 0.6 && lettersIn(text) >= WORDS;
  const isTableRow = (row: Line) => row.cells.length > 2 && !row.cells.some(fills);
  const parts: Part[] = [];
  let from = Number.NEGATIVE_INFINITY;
  const cut = (to: number, isTable: boolean) => {
    const runs = band.filter(({ baseline }) => baseline > from && baseline <= to);
    if (runs.length > 0) parts.push({ isTable, runs });
    from = to;
  };
  const isTable = rows.map(isTableRow);
  for (let first = 0; first < rows.length; first += 1) {
    let after = first;
    while (isTable[after]) after += 1;
    if (after - first < TABLE_ROWS) continue;
    cut(between(rows[first - 1], rows[first]), false);
    cut(between(rows[after - 1], rows[after]), true);
    first = after;
  }
  cut(Number.POSITIVE_INFINITY, false);
  return parts;
}

/** A y between two lines; infinite where there is only one. */
function between(above: Line | undefined, below: Line | undefined): number {
  if (!above) return Number.NEGATIVE_INFINITY;
  return below ? (above.baseline + below.baseline) / 2 : Number.POSITIVE_INFINITY;
}

/**
 * Two columns of running text; or one beside a sidebar or table whose lines do not align with its own; or one beside others
 * that are columns themselves.
 */
function areSeparateColumns(left: TextRun[], right: TextRun[]): boolean {
  const [leftLines, rightLines] = [toLines(left), toLines(right)];
  const texts = [isColumn(leftLines), isColumn(rightLines)].filter(Boolean).length;
  if (texts !== 1) return texts === 2;
  const isLeft = isColumn(leftLines);
  const [text, other] = isLeft ? [leftLines, rightLines] : [rightLines, leftLines];
  if (isRunningText(text) && other.length >= COLUMN_LINES && !areInLine(text, other)) return true;
  return flows(text) && areFlowingColumns(isLeft ? right : left);
}

/** Two columns or more beside another one. Cells of a table can fill their lines as well, but sentences run on in columns. */
function areFlowingColumns(runs: TextRun[]): boolean {
  const gutter = bestGutter(runs) ?? tailGutter(runs);
  if (gutter === null) return false;
  const [left, right] = splitAtGutter(runs, gutter);
  const areAll = [left, right].every((side) => flows(toLines(side)) || areFlowingColumns(side));
  return areAll || isTailOfColumn(left, right);
}

/** Most lines are full, and go on in the next one in lower case, or in a script that has none. */
function flows(lines: Line[]): boolean {
  if (lines.length < COLUMN_LINES * 2) return false;
  const goOn = lines.slice(1).filter((line) => /^[^\p{L}\p{N}]*[\p{Ll}\p{Lo}]/u.test(lineText(line)));
  return goOn.length >= lines.length * 0.4 && shareOfFullLines(lines) >= 0.75;
}

/** Enough running text to be a column, whatever stands beside it. */
function isRunningText(lines: Line[]): boolean {
  const letters = lines.reduce((sum, line) => sum + lineText(line).length, 0);
  return lines.length >= MANY_LINES && letters >= lines.length * TEXT_LINE;
}

/** Running text fills its lines: most are nearly as wide as the widest, in one cell, and hold words. */
function isColumn(lines: Line[]): boolean {
  return lines.length >= COLUMN_LINES && shareOfFullLines(lines) >= 0.5;
}

function shareOfFullLines(lines: Line[]): number {
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const full = lines.filter(
    (line) => line.cells.length === 1 && line.right - left > (right - left) * 0.7 && isWords(line),
  );
  return full.length / lines.length;
}

/** Do most of the other lines share a baseline with one of these, as the cells of a row do? */
function areInLine(lines: Line[], others: Line[]): boolean {
  const baselines = new Set(lines.flatMap(({ baseline }) => [Math.floor(baseline), Math.ceil(baseline)]));
  const matching = others.filter(
    ({ baseline }) => baselines.has(Math.floor(baseline)) || baselines.has(Math.ceil(baseline)),
  );
  return matching.length > others.length * 0.6;
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
const isWords = (line: Line) => lettersIn(lineText(line)) >= WORDS;
