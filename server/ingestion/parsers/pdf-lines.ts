import type { PdfPage, Run } from './pdf-runs.ts';

/** A line of text as a reader sees it. Points, y downwards. */
export interface Line {
  /** The parts of the line, left to right (right to left where the script runs so); more than one where wide gaps set them apart. */
  cells: Cell[];
  left: number;
  right: number;
  base: number;
  size: number;
  bold: boolean;
}

export interface Cell {
  text: string;
  left: number;
  right: number;
}

/** A column or other stretch of a page whose lines follow each other. */
export type Region = Line[];

/** A gap of this many font sizes sets cells of a line apart. */
const CELL_GAP = 1.4;
/** Fewer lines than this side by side are no columns. */
const COLUMN_LINES = 4;
/** So many lines of running text are a column whatever stands beside them. */
const MANY_LINES = 12;
/** Letters in a line of such a column, on average: shorter ones are labels. */
const TEXT_LINE = 30;
const CURRENCY_SIGN = /^\(?[$€£¥]$/;
/** A bullet or a number in front of an item. */
const LIST_MARK = /^(?:[•▪◦‣●○■·*–-]+|\(?\w{1,3}[.)])$/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

/** The lines of a page in reading order: the columns of a page one after the other, tables row by row. */
export function readingOrder(page: PdfPage): Region[] {
  return splitColumns(page.runs, 0)
    .map(toLines)
    .filter((lines) => lines.length > 0);
}

/**
 * Looks for a vertical gutter with running text on both sides. What crosses the gutter (titles, wide figures) cuts the page
 * into bands; in each band that holds columns the left side is read before the right one. Both sides may hold columns again.
 */
function splitColumns(runs: Run[], depth: number): Run[][] {
  const gutter = depth < 4 ? bestGutter(runs) : null;
  if (gutter === null) return [runs];
  return bands(runs, gutter).flatMap((band) => {
    const left = band.filter((run) => run.right <= gutter);
    const right = band.filter((run) => run.left >= gutter);
    if (!standApart(left, right)) return [band];
    return [...splitColumns(left, depth + 1), ...splitColumns(right, depth + 1)];
  });
}

/** The x with most text in columns beside it, or null. */
function bestGutter(runs: Run[]): number | null {
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
function columnStarts(runs: Run[]): number[] {
  const counts = new Map<number, number>();
  for (const run of runs) counts.set(Math.round(run.left), (counts.get(Math.round(run.left)) ?? 0) + 1);
  const shared = (x: number) => (counts.get(x - 1) ?? 0) + (counts.get(x) ?? 0) + (counts.get(x + 1) ?? 0);
  return [...counts.keys()].filter((x) => shared(x) >= COLUMN_LINES - 1);
}

function bandScore(band: Run[], gutter: number): number {
  const left = band.filter((run) => run.right <= gutter);
  const right = band.filter((run) => run.left >= gutter);
  if (!standApart(left, right)) return 0;
  return band.reduce((sum, run) => sum + run.text.length, 0);
}

/** The runs between those that cross the gutter, and those, from top to bottom. */
function bands(runs: Run[], gutter: number): Run[][] {
  const sorted = runs.toSorted((a, b) => a.base - b.base);
  const result: Run[][] = [];
  let band: Run[] = [];
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

/** Two columns of running text; or one beside something else, a side bar or a table, whose lines are not in line with its own. */
function standApart(left: Run[], right: Run[]): boolean {
  const [leftLines, rightLines] = [toLines(left), toLines(right)];
  const texts = [isColumn(leftLines), isColumn(rightLines)].filter(Boolean).length;
  if (texts === 2) return true;
  const [text, other] = isColumn(leftLines) ? [leftLines, rightLines] : [rightLines, leftLines];
  const letters = text.reduce((sum, line) => sum + lineText(line).length, 0);
  const isText = texts === 1 && text.length >= MANY_LINES && letters >= text.length * TEXT_LINE;
  return isText && other.length >= COLUMN_LINES && !areInLine(text, other);
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
  const bases = new Set(lines.flatMap(({ base }) => [Math.floor(base), Math.ceil(base)]));
  const matching = others.filter(({ base }) => bases.has(Math.floor(base)) || bases.has(Math.ceil(base)));
  return matching.length > others.length * 0.6;
}

const isWords = (line: Line) => (lineText(line).match(/\p{L}/gu)?.length ?? 0) >= 8;

/** Runs that stand side by side are a line. */
function toLines(runs: Run[]): Line[] {
  const groups: Run[][] = [];
  let group: Run[] = [];
  let tallest: Run | null = null;
  for (const run of runs.toSorted((a, b) => a.base - b.base)) {
    if (tallest && overlap(tallest, run) >= 0.5) group.push(run);
    else {
      group = [run];
      groups.push(group);
      tallest = run;
    }
    if (tallest && run.size > tallest.size) tallest = run;
  }
  return groups.map(toLine);
}

/** How much of the smaller of two runs stands beside the other. Letters reach four fifths of their size above the line. */
function overlap(a: Run, b: Run): number {
  const top = Math.max(a.base - a.size * 0.8, b.base - b.size * 0.8);
  const bottom = Math.min(a.base, b.base);
  return (bottom - top) / (Math.min(a.size, b.size) * 0.8);
}

function toLine(runs: Run[]): Line {
  const letters = runs.reduce((sum, run) => sum + run.text.length, 0);
  const backwards = runs.reduce((sum, run) => sum + (run.text.match(RIGHT_TO_LEFT)?.length ?? 0), 0) > letters * 0.3;
  const ordered = runs.toSorted((a, b) => (backwards ? b.right - a.right : a.left - b.left));
  const main = ordered.reduce((longest, run) => (run.text.length > longest.text.length ? run : longest));
  const cells: Cell[] = [];
  let previous: Run | null = null;
  for (const run of ordered) {
    const cell = cells.at(-1);
    const gap = previous ? Math.max(run.left - previous.right, previous.left - run.right) : 0;
    // A currency sign stands at its column's left edge, often close to the figure before.
    const apart = CURRENCY_SIGN.test(run.text.trim()) ? 0.3 : CELL_GAP;
    if (!cell || gap > main.size * apart) cells.push({ text: run.text.trim(), left: run.left, right: run.right });
    else {
      cell.text += (gap > main.size * 0.12 || previous?.text.endsWith(' ') ? ' ' : '') + run.text.trim();
      cell.left = Math.min(cell.left, run.left);
      cell.right = Math.max(cell.right, run.right);
    }
    previous = run;
  }
  return {
    cells: joinSigns(cells),
    left: Math.min(...runs.map((run) => run.left)),
    right: Math.max(...runs.map((run) => run.right)),
    base: main.base,
    size: main.size,
    bold: runs.every((run) => run.bold),
  };
}

/** A currency sign set apart from its figure, a bullet or number from its text, a percent sign or bracket: one cell. */
function joinSigns(cells: Cell[]): Cell[] {
  const joined: Cell[] = [];
  for (const cell of cells) {
    const previous = joined.at(-1);
    const sign = previous !== undefined && CURRENCY_SIGN.test(previous.text);
    const mark = joined.length === 1 && previous !== undefined && LIST_MARK.test(previous.text);
    const tail = /^[)%]+$/.test(cell.text);
    if (previous && (sign || mark || tail)) {
      previous.text += (mark ? ' ' : '') + cell.text;
      previous.right = Math.max(previous.right, cell.right);
      previous.left = Math.min(previous.left, cell.left);
    } else joined.push({ ...cell });
  }
  return joined.map((cell) => ({ ...cell, text: cell.text.replace(/^(\(?[$€£¥]) (?=[\d(.—–-])/u, '$1') }));
}

/** The words of a line. */
export const lineText = (line: Line) => line.cells.map((cell) => cell.text).join(' ');
