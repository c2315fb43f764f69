import { pushRun, pushRuns, type TextRun } from './text-runs.ts';

/** What markup at one place of running text stands for, and where it ends. */
export interface Markup {
  /** Where the text begins that it marks, if that is before it. */
  start?: number;
  runs: TextRun[];
  end: number;
}

/** Adds the runs of a text whose markup is read place by place; `plain` makes the text between it what is shown. */
export function readRuns(
  source: string,
  runs: TextRun[],
  readMarkup: (at: number) => Markup | null,
  plain: (text: string) => string = (text) => text,
): void {
  let from = 0;
  let at = 0;
  while (at < source.length) {
    const found = readMarkup(at);
    if (!found) {
      at += 1;
      continue;
    }
    const { start = at } = found;
    pushRun(runs, plain(source.slice(from, Math.max(from, start))));
    // What other markup has read stays as it is.
    if (start >= from) pushRuns(runs, found.runs);
    else pushRun(runs, plain(source.slice(from, at)));
    at = found.end;
    from = at;
  }
  pushRun(runs, plain(source.slice(from)));
}

/** What a sticky expression finds at one place of a text. */
export function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

/** The same as a text, which is empty where nothing is found. */
export const textAt = (sticky: RegExp, text: string, at: number): string => matchAt(sticky, text, at)?.[0] ?? '';

export const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The ends of a text count as space. */
export const isSpace = (character: string | undefined): boolean => character === undefined || /\s/.test(character);
