/** Running text in parts, of which some are inline code. */
export type TextRun = string | { code: string };

const plainText = (run: TextRun) => (typeof run === 'string' ? run : run.code);

/** The text of all runs. */
export const runsToText = (runs: readonly TextRun[]): string => runs.map(plainText).join('');

/** Appends text to the last run if it is of the same kind. */
export function pushRun(runs: TextRun[], text: string, isCode = false): void {
  if (!text) return;
  const last = runs.at(-1);
  if (!isCode && typeof last === 'string') runs[runs.length - 1] = last + text;
  else if (isCode && typeof last === 'object') last.code += text;
  else runs.push(isCode ? { code: text } : text);
}

/** The runs without white space at the beginning. */
export function trimRunsStart(runs: readonly TextRun[]): TextRun[] {
  const first = runs.findIndex((run) => plainText(run).trim());
  if (first < 0) return [];
  const [run = '', ...rest] = runs.slice(first);
  return [typeof run === 'string' ? run.trimStart() : { code: run.code.trimStart() }, ...rest];
}

/** Runs with a separator between them: the cells of a table's row. */
export const joinRuns = (parts: readonly (readonly TextRun[])[], separator: string): TextRun[] =>
  parts.flatMap((runs, index) => (index > 0 ? [separator, ...runs] : [...runs]));

/** Normalised text and where inline code is in it. */
export interface NormalizedRuns {
  text: string;
  codeSpans: [start: number, end: number][];
}

/**
 * Joins cleaned runs with single spaces and line breaks, as `collapse` does within a text: the white space where two runs
 * meet belongs to no code. `whole` is the cleaned text of all runs. Where its characters combine across two runs (an accent
 * at the start of one), there are no spans.
 */
export function normalizeRuns(
  runs: readonly TextRun[],
  whole: string,
  collapse: (cleaned: string) => string,
): NormalizedRuns {
  const expected = collapse(whole);
  const codeSpans: [number, number][] = [];
  let text = '';
  let gap = '';
  for (const run of runs) {
    const raw = plainText(run);
    const core = collapse(raw);
    gap = widerGap(gap, core ? raw.slice(0, raw.search(/\S/)) : raw);
    if (!core) continue;
    if (text) text += gap;
    if (typeof run !== 'string') codeSpans.push([text.length, text.length + core.length]);
    text += core;
    gap = widerGap('', raw.slice(raw.trimEnd().length));
  }
  return text === expected ? { text, codeSpans } : { text: expected, codeSpans: [] };
}

/** What is left of a gap and the space after it: a line break, a space or nothing. */
const widerGap = (gap: string, space: string) =>
  gap === '\n' || space.includes('\n') ? '\n' : gap || (space ? ' ' : '');
