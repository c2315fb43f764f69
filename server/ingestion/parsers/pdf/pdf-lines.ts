import type { TextRun } from './pdf-runs.ts';

/** A line of text as a reader sees it. Points, y downwards. */
export interface Line {
  /** The parts of the line, left to right (right to left where the script runs so); more than one where wide gaps set them apart. */
  cells: Cell[];
  left: number;
  right: number;
  baseline: number;
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
const CURRENCY_SIGN = /^\(?[$€£¥]$/;
/** A bullet or a number in front of an item. */
const LIST_MARKER = /^(?:[•▪◦‣●○■·*–-]+|\(?\w{1,3}[.)])$/u;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

/** Runs that stand side by side are a line. */
export function toLines(runs: TextRun[]): Line[] {
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
  return groups.map(toLine);
}

/** How much of the smaller of two runs stands beside the other. Letters reach four fifths of their size above the line. */
function overlap(a: TextRun, b: TextRun): number {
  const top = Math.max(a.baseline - a.size * 0.8, b.baseline - b.size * 0.8);
  const bottom = Math.min(a.baseline, b.baseline);
  return (bottom - top) / (Math.min(a.size, b.size) * 0.8);
}

function toLine(runs: TextRun[]): Line {
  const letters = runs.reduce((sum, run) => sum + run.text.length, 0);
  const backwards = runs.reduce((sum, run) => sum + (run.text.match(RIGHT_TO_LEFT)?.length ?? 0), 0) > letters * 0.3;
  const ordered = runs.toSorted((a, b) => (backwards ? b.right - a.right : a.left - b.left));
  const main = ordered.reduce((longest, run) => (run.text.length > longest.text.length ? run : longest));
  const cells: Cell[] = [];
  let previous: TextRun | null = null;
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
    cells: joinSymbols(cells),
    left: Math.min(...runs.map((run) => run.left)),
    right: Math.max(...runs.map((run) => run.right)),
    baseline: main.baseline,
    size: main.size,
    bold: runs.every((run) => run.bold),
  };
}

/** A currency sign set apart from its figure, a bullet or number from its text, a percent sign or bracket: one cell. */
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

/** The words of a line. */
export const lineText = (line: Line) => line.cells.map((cell) => cell.text).join(' ');
