import { type Cell, type Line, lineText, type Region, toLines } from './pdf-lines.ts';
import type { PdfPage, TextRun } from './pdf-runs.ts';

/** Fewer lines than this side by side are no columns. */
const COLUMN_LINES = 4;
/** So many lines of running text are a column whatever stands beside them. */
const MANY_LINES = 12;
/** Letters in a line of such a column, on average: shorter ones are labels. */
const TEXT_LINE = 30;
/** Letters that make a line one of words, not of figures. */
const WORDS = 8;

/** The lines of a page in reading order: the columns of a page one after the other, tables row by row. */
export function readingOrder(page: PdfPage): Region[] {
  return splitColumns(page.runs, 0)
    .map(toLines)
    .filter((lines) => lines.length > 0);
}

/**
 * Looks for a vertical gutter with running text on both sides. What crosses the gutter (titles, wide figures) cuts the page
 * into bands, and so do tables that are as wide as both columns; in each band that holds columns the left side is read
 * before the right one. Both sides may hold columns again.
 */
function splitColumns(runs: TextRun[], depth: number): TextRun[][] {
  if (depth >= 4) return [runs];
  const gutter = bestGutter(runs) ?? sidebarGutter(runs);
  if (gutter === null) return [runs];
  return bands(runs, gutter).flatMap((band) => {
    const parts = cutWideTables(band, gutter);
    const text = parts.filter(({ isTable }) => !isTable).flatMap((part) => part.runs);
    const [left, right] = splitAtGutter(text, gutter);
    if (!areSeparateColumns(left, right) && !isSidebarBesideColumns(left, right)) return [band];
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

/** The x with most text in columns beside it, or null. */
function bestGutter(runs: TextRun[]): number | null {
  if (runs.length < COLUMN_LINES * 2) return null;
  const left = runs.reduce((least, run) => Math.min(least, run.left), Number.POSITIVE_INFINITY);
  const right = runs.reduce((most, run) => Math.max(most, run.right), Number.NEGATIVE_INFINITY);
  let best: number | null = null;
  let bestScore = 0;
  // Every start of a run that could begin a column, just before it: gutters end where columns begin.
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

/** Left edges that at least as many runs share as a column has lines. */
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

/** The runs between those that cross the gutter, and those, from top to bottom. */
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

/**
 * The x between a bar of figures and two columns, or null. What stands beside a single column is found by `bestGutter`; of
 * three, none of the gutters has one column on each side.
 */
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
    { columns: left, bar: right },
    { columns: right, bar: left },
  ].some(({ columns, bar }) => {
    if (columns.length < bar.length || columns.length < MANY_LINES * 2) return false;
    const barLines = toLines(bar);
    // Figures in line with two texts are a table.
    if (barLines.length < COLUMN_LINES || isColumn(barLines) || areInLine(toLines(columns), barLines)) return false;
    const gutter = bestGutter(columns);
    return gutter !== null && splitAtGutter(columns, gutter).every((side) => isRunningText(toLines(side)));
  });
}

interface Part {
  isTable: boolean;
  runs: TextRun[];
}

/** Fewer rows than this do not cut two columns. */
const TABLE_ROWS = 3;

/** A band cut at the tables in it that are as wide as both columns. */
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

/** A height between two lines; beyond the page where there is but one. */
function between(above: Line | undefined, below: Line | undefined): number {
  if (!above) return Number.NEGATIVE_INFINITY;
  return below ? (above.baseline + below.baseline) / 2 : Number.POSITIVE_INFINITY;
}

/** Two columns of running text; or one beside something else, a side bar or a table, whose lines are not in line with its own. */
function areSeparateColumns(left: TextRun[], right: TextRun[]): boolean {
  const [leftLines, rightLines] = [toLines(left), toLines(right)];
  const texts = [isColumn(leftLines), isColumn(rightLines)].filter(Boolean).length;
  if (texts === 2) return true;
  const [text, other] = isColumn(leftLines) ? [leftLines, rightLines] : [rightLines, leftLines];
  return texts === 1 && isRunningText(text) && other.length >= COLUMN_LINES && !areInLine(text, other);
}

/** So much of it that it is a column whatever stands beside it. */
function isRunningText(lines: Line[]): boolean {
  const letters = lines.reduce((sum, line) => sum + lineText(line).length, 0);
  return lines.length >= MANY_LINES && letters >= lines.length * TEXT_LINE;
}

/** Running text fills its lines: most are nearly as wide as the widest, in one piece, and made of words, not of figures. */
function isColumn(lines: Line[]): boolean {
  if (lines.length < COLUMN_LINES) return false;
  const left = Math.min(...lines.map((line) => line.left));
  const right = Math.max(...lines.map((line) => line.right));
  const filled = lines.filter(
    (line) => line.cells.length === 1 && line.right - left > (right - left) * 0.7 && isWords(line),
  );
  return filled.length >= lines.length * 0.5;
}

/** Do most of the other lines stand on the same height as one of these, as the cells of a row do? */
function areInLine(lines: Line[], others: Line[]): boolean {
  const baselines = new Set(lines.flatMap(({ baseline }) => [Math.floor(baseline), Math.ceil(baseline)]));
  const matching = others.filter(
    ({ baseline }) => baselines.has(Math.floor(baseline)) || baselines.has(Math.ceil(baseline)),
  );
  return matching.length > others.length * 0.6;
}

const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
const isWords = (line: Line) => lettersIn(lineText(line)) >= WORDS;
