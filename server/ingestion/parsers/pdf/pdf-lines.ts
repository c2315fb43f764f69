import { joinLines } from '../text/join-lines.ts';
import type { TableRow, TextRun } from './run-collector.ts';

/** A line of text as a reader sees it. Points, y downwards. */
export interface Line {
  /** The parts between wide gaps, in reading direction. */
  cells: Cell[];
  left: number;
  right: number;
  baseline: number;
  size: number;
  bold: boolean;
  /** All its letters are as wide as each other. */
  monospaced: boolean;
  /** What is bold at its beginning, where the rest is not. */
  term?: string;
  /** It is a row of a table, whose cells may have several lines each. */
  row?: TableRow;
}

export interface Cell {
  text: string;
  left: number;
  right: number;
}

/** A column or another part of a page whose lines are read one after the other. */
export type Region = Line[];

/** A gap of this many font sizes separates cells of a line. */
const CELL_GAP = 1.4;
const CURRENCY_SIGN = /^\(?[$€£¥]$/;
/** A bullet or a number before a list item. */
const LIST_MARKER = /^(?:[•▪◦‣●○■·*–-]+|\(?\w{1,3}[.)])$/u;
/** Text of at least this many times the size of two lines can stand beside both. */
const TALLER = 1.2;
/** The letters of a short word. */
const WORD = 4;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

/** Groups runs that stand side by side into lines. */
export function toLines(runs: TextRun[]): Line[] {
  const rows = runs.flatMap(({ row, ...run }) => (row ? [rowLine(run, row)] : []));
  const lines = groupsOf(runs.filter(({ row }) => !row)).map(toLine);
  return rows.length > 0 ? [...lines, ...rows].sort((a, b) => a.baseline - b.baseline) : lines;
}

function rowLine({ left, right, baseline, size, bold }: TextRun, row: TableRow): Line {
  const cells = row.cells.map((cell) => ({ text: joinLines(cell.lines), left: cell.left, right: cell.right }));
  return { cells, left, right, baseline, size, bold, monospaced: false, row };
}

function groupsOf(runs: TextRun[]): TextRun[][] {
  const groups: TextRun[][] = [];
  let group: TextRun[] = [];
  let tallest: TextRun | null = null;
  for (const run of runs.toSorted((a, b) => a.baseline - b.baseline)) {
    if (tallest && overlap(tallest, run) >= 0.5) group.push(run);
    else {
      group = [run];
      groups.push(group);
      tallest = run;
    }
    if (tallest && run.size > tallest.size) tallest = run;
  }
  return groups.flatMap(besideTaller);
}

/** Lines that stand beside a taller one, such as a large number, are lines of their own; the first continues it. */
function besideTaller(group: TextRun[]): TextRun[][] {
  if (group.length < 3) return [group];
  const tallest = group.reduce((most, { size }) => Math.max(most, size), 0);
  const isSmall = ({ size }: TextRun) => size * TALLER <= tallest;
  const [first = [], ...others] = groupsOf(group.filter(isSmall));
  if (!others.some((line, at) => areStacked(others[at - 1] ?? first, line))) return [group];
  return [[...group.filter((run) => !isSmall(run)), ...first], ...others];
}

/** Does any of these stand above one of the others? What is shorter than a word may be a superscript above a subscript. */
function areStacked(above: TextRun[], below: TextRun[]): boolean {
  const words = [above, below].map((runs) =>
    runs.filter(({ text }) => text.trim().length >= WORD).sort((a, b) => a.left - b.left),
  );
  const [upper = [], lower = []] = words;
  for (let one = 0, other = 0; one < upper.length && other < lower.length; ) {
    const [top, bottom] = [upper[one], lower[other]];
    if (!top || !bottom) return false;
    if (top.left < bottom.right && bottom.left < top.right) return true;
    if (top.right < bottom.right) one += 1;
    else other += 1;
  }
  return false;
}

/** The share of the smaller run that stands beside the other. Letters reach four fifths of their size above the baseline. */
function overlap(a: TextRun, b: TextRun): number {
  const top = Math.max(a.baseline - a.size * 0.8, b.baseline - b.size * 0.8);
  const bottom = Math.min(a.baseline, b.baseline);
  return (bottom - top) / (Math.min(a.size, b.size) * 0.8);
}

function toLine(runs: TextRun[]): Line {
  const letters = runs.reduce((sum, run) => sum + run.text.length, 0);
  const isRightToLeft =
    runs.reduce((sum, run) => sum + (run.text.match(RIGHT_TO_LEFT)?.length ?? 0), 0) > letters * 0.3;
  const ordered = withBullet(runs.toSorted((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left)));
  const main = ordered.reduce((longest, run) => (run.text.length > longest.text.length ? run : longest));
  const cells: Cell[] = [];
  let previous: TextRun | null = null;
  for (const run of ordered) {
    const cell = cells.at(-1);
    const gap = previous ? Math.max(run.left - previous.right, previous.left - run.right) : 0;
    // A currency sign stands at its column's left edge, often close to the number before.
    const minGap = CURRENCY_SIGN.test(run.text.trim()) ? 0.3 : CELL_GAP;
    if (!cell || gap > main.size * minGap) cells.push({ text: run.text.trim(), left: run.left, right: run.right });
    else {
      cell.text += (gap > main.size * 0.12 || previous?.text.endsWith(' ') ? ' ' : '') + run.text.trim();
      cell.left = Math.min(cell.left, run.left);
      cell.right = Math.max(cell.right, run.right);
    }
    previous = run;
  }
  const term = boldBeginning(ordered);
  return {
    cells: joinSymbols(cells),
    ...(term && { term }),
    left: Math.min(...runs.map((run) => run.left)),
    right: Math.max(...runs.map((run) => run.right)),
    baseline: main.baseline,
    size: main.size,
    bold: runs.every((run) => run.bold),
    monospaced: isMonospaced(runs),
  };
}

/** The runs of a line with a bullet in place of a sign before other text. */
function withBullet(runs: TextRun[]): TextRun[] {
  const [first, second] = runs;
  const isBullet = first?.isSign && second && !second.monospaced;
  return isBullet ? [{ ...first, text: '•' }, ...runs.slice(1)] : runs;
}

/** Signs beside code may be of another font. */
const isMonospaced = (runs: TextRun[]) =>
  runs.some(({ monospaced }) => monospaced) &&
  runs.every(({ monospaced, text }) => monospaced || !/[\p{L}\p{N}]/u.test(text));

function boldBeginning(runs: TextRun[]): string | undefined {
  const [first, second] = runs;
  if (first?.boldStart !== undefined) return first.text.slice(0, first.boldStart).trim();
  return first?.bold && second && !second.bold ? first.text.trim() : undefined;
}

/** Joins a currency sign with its number, a bullet with its text, a percent sign or bracket with what precedes it. */
function joinSymbols(cells: Cell[]): Cell[] {
  const joined: Cell[] = [];
  for (const cell of cells) {
    const previous = joined.at(-1);
    const sign = previous !== undefined && CURRENCY_SIGN.test(previous.text);
    const mark = joined.length === 1 && previous !== undefined && LIST_MARKER.test(previous.text);
    const tail = /^[)%]+$/.test(cell.text);
    if (previous && (sign || mark || tail)) {
      previous.text += (mark ? ' ' : '') + cell.text;
      previous.right = Math.max(previous.right, cell.right);
      previous.left = Math.min(previous.left, cell.left);
    } else joined.push({ ...cell });
  }
  return joined.map((cell) => ({ ...cell, text: cell.text.replace(/^(\(?[$€£¥]) (?=[\d(.—–-])/u, '$1') }));
}

/** The text of a line. */
export const lineText = (line: Line) => line.cells.map((cell) => cell.text).join(' ');
