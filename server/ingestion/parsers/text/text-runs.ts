import type { Link } from '../../types.ts';

/** Running text in parts, of which some are inline code or links. */
export type TextRun = string | MarkedRun;

/** What a part of running text is besides its text. */
export interface Marks {
  isCode?: boolean | undefined;
  /** The address that it leads to. */
  link?: string | undefined;
}

interface MarkedRun extends Marks {
  text: string;
}

/** Inline code. */
export const codeRun = (text: string): TextRun => ({ text, isCode: true });

const plainText = (run: TextRun) => (typeof run === 'string' ? run : run.text);
const marksOf = (run: TextRun): Marks => (typeof run === 'string' ? {} : run);

/** The same part of running text with another text. */
export const withText = (run: TextRun, change: (text: string) => string): TextRun =>
  typeof run === 'string' ? change(run) : { ...run, text: change(run.text) };

/** The text of all runs. */
export const runsToText = (runs: readonly TextRun[]): string => runs.map(plainText).join('');

/** Appends text to the last run if it is of the same kind. */
export function pushRun(runs: TextRun[], text: string, { isCode = false, link }: Marks = {}): void {
  if (!text) return;
  const last = runs.at(-1);
  const before = last === undefined ? null : marksOf(last);
  if (last !== undefined && before?.link === link && (before?.isCode ?? false) === isCode)
    runs[runs.length - 1] = withText(last, (begun) => begun + text);
  else
    runs.push(
      isCode || link !== undefined ? { text, ...(isCode && { isCode }), ...(link !== undefined && { link }) } : text,
    );
}

/** Appends runs with their marks. */
export function pushRuns(runs: TextRun[], more: readonly TextRun[]): void {
  for (const run of more) pushRun(runs, plainText(run), marksOf(run));
}

/** The runs without white space at the beginning. */
export function trimRunsStart(runs: readonly TextRun[]): TextRun[] {
  const first = runs.findIndex((run) => plainText(run).trim());
  if (first < 0) return [];
  const [run = '', ...rest] = runs.slice(first);
  return [withText(run, (text) => text.trimStart()), ...rest];
}

/** Runs with a separator between them: the cells of a table's row. */
export const joinRuns = (parts: readonly (readonly TextRun[])[], separator: string): TextRun[] =>
  parts.flatMap((runs, index) => (index > 0 ? [separator, ...runs] : [...runs]));

/** Normalised text and where inline code and links are in it. */
export interface NormalizedRuns {
  text: string;
  codeSpans: [start: number, end: number][];
  links: Link[];
}

/**
 * Joins cleaned runs with single spaces and line breaks, as `collapse` does within a text: the white space where two runs
 * meet belongs to no code and no link. `whole` is the cleaned text of all runs. Where its characters combine across two runs (an
 * accent at the start of one), there are no spans.
 */
export function normalizeRuns(
  runs: readonly TextRun[],
  whole: string,
  collapse: (cleaned: string) => string,
): NormalizedRuns {
  const expected = collapse(whole);
  const codeSpans: [number, number][] = [];
  const links: Link[] = [];
  let text = '';
  let gap = '';
  for (const run of runs) {
    const raw = plainText(run);
    const core = collapse(raw);
    gap = widerGap(gap, core ? raw.slice(0, raw.search(/\S/)) : raw);
    if (!core) continue;
    const before = text.length;
    if (text) text += gap;
    const { isCode, link } = marksOf(run);
    const [start, end] = [text.length, text.length + core.length];
    if (isCode) codeSpans.push([start, end]);
    if (link !== undefined) addLink(links, { start, end, address: link }, before);
    text += core;
    gap = widerGap('', raw.slice(raw.trimEnd().length));
  }
  return text === expected ? { text, codeSpans, links } : { text: expected, codeSpans: [], links: [] };
}

/** The parts of one link are one. `before`: where the text ended before it. */
function addLink(links: Link[], link: Link, before: number): void {
  const last = links.at(-1);
  if (last?.address === link.address && last.end === before) last.end = link.end;
  else links.push(link);
}

/** What is left of a gap and the space after it: a line break, a space or nothing. */
const widerGap = (gap: string, space: string) =>
  gap === '\n' || space.includes('\n') ? '\n' : gap || (space ? ' ' : '');
