import type { Line } from './pdf-lines.ts';

/** The lines of a page that stand side by side, whatever column they belong to. */
export interface Row {
  baseline: number;
  /** Font size of the largest. */
  size: number;
  lines: Line[];
}

/** Lines whose baselines differ by less, in points, are in one row. */
const SAME_ROW = 2;
/** A wider step than this many font sizes is no step from one line of a text to the next. */
const TEXT_STEP = 2.2;
const DEFAULT_STEP = 1.2;

/** Groups lines into rows, from top to bottom. */
export function toRows(lines: Line[]): Row[] {
  const rows: Row[] = [];
  for (const line of lines.toSorted((a, b) => a.baseline - b.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - row.baseline < SAME_ROW) {
      row.lines.push(line);
      row.size = Math.max(row.size, line.size);
    } else rows.push({ baseline: line.baseline, size: line.size, lines: [line] });
  }
  return rows;
}

/** The median distance, in points, from one line of a text to the next; gaps between its paragraphs do not count. */
export function medianStep(rows: { baseline: number; size: number }[]): number {
  const steps = rows.slice(1).map(({ baseline, size }, index) => {
    return { step: Math.abs(baseline - (rows[index]?.baseline ?? baseline)), size };
  });
  const plausible = steps.filter(({ step, size }) => step > 0 && step < size * TEXT_STEP).map(({ step }) => step);
  return plausible.sort((a, b) => a - b)[Math.floor(plausible.length / 2)] ?? (rows[0]?.size ?? 10) * DEFAULT_STEP;
}

/** The font size of most letters, in points. */
export function bodySize(parts: { size: number; text: string }[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of parts) {
    const rounded = Math.round(size * 2) / 2;
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  const [most] = [...letters].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 10;
}
