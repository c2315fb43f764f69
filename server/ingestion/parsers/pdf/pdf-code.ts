import { type Line, lineText, type Region } from './pdf-lines.ts';
import type { PdfPage } from './pdf-runs.ts';
import type { TextRun } from './run-collector.ts';

/** A document with more of its letters in monospaced fonts is set in one, which says nothing of a line. */
const MOST_CODE = 0.5;
/** Runs whose baselines differ by less, in font sizes, are on one line. */
const SAME_LINE = 0.3;
/** Lines of code that are farther from each other, in steps between the lines of the text, are two blocks. */
const WIDE_STEP = 2.6;
/** Lines of one text are not farther from each other. */
const TEXT_STEP = 1.3;
/** A wider step than this many is an empty line. */
const EMPTY_LINE = 1.5;

/** Forgets which runs are monospaced where most of the document is, and makes one run of each line of code elsewhere. */
export function prepareCode(pages: PdfPage[]): void {
  const runs = pages.flatMap((page) => [page.runs, ...page.turned].flat());
  const letters = (some: TextRun[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const code = runs.filter(({ monospaced }) => monospaced);
  if (letters(code) > letters(runs) * MOST_CODE) for (const run of code) delete run.monospaced;
  else for (const page of pages) page.runs = joinCode(page.runs);
}

/**
 * Joins the monospaced runs of a line, with as many spaces as fit between them, where the gap is part of one column: where other
 * text of the page crosses it. So a comment beside code is no column of its own.
 */
function joinCode(runs: TextRun[]): TextRun[] {
  const isCrossed = gapCrosser(runs.filter(({ monospaced }) => !monospaced));
  const joined: TextRun[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    const isJoined =
      before?.monospaced && run.monospaced && isOnLineOf(before, run) && isCrossed(before.right, run.left);
    if (!before || !isJoined) {
      joined.push({ ...run });
      continue;
    }
    const spaces = Math.max(1, Math.round((run.left - before.right) / letterWidth(before)));
    before.text = `${before.text.trimEnd()}${' '.repeat(spaces)}${run.text.trimStart()}`;
    before.right = run.right;
  }
  return joined;
}

const isOnLineOf = (before: TextRun, run: TextRun) =>
  Math.abs(run.baseline - before.baseline) <= before.size * SAME_LINE && run.left > before.right;

/** Returns a function that tells whether one of the runs begins before a gap and ends after it. */
function gapCrosser(runs: TextRun[]): (from: number, to: number) => boolean {
  const sorted = runs.toSorted((a, b) => a.left - b.left);
  const lefts = sorted.map(({ left }) => left);
  let farthest = Number.NEGATIVE_INFINITY;
  const reached = sorted.map(({ right }) => {
    farthest = Math.max(farthest, right);
    return farthest;
  });
  return (from, to) => {
    let [low, high] = [0, lefts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lefts[middle] ?? 0) < from) low = middle + 1;
      else high = middle;
    }
    return (reached[low - 1] ?? Number.NEGATIVE_INFINITY) > to;
  };
}

const letterWidth = ({ left, right, text }: Pick<TextRun, 'left' | 'right' | 'text'>) =>
  (right - left) / Math.max(1, text.trim().length);

/**
 * The blocks of code of a region: the first line of each, and all its lines. Lines that no colon announces may be part of a text:
 * they continue the one above, or a single one continues in the one below, unless `startsParagraph` says that it does not, or it
 * is a term whose definition is indented below it.
 */
export function codeBlocks(
  region: Region,
  lineSpacing: number,
  startsParagraph: (line: Line, above: Line) => boolean,
): Map<Line, Line[]> {
  const blocks = new Map<Line, Line[]>();
  let open: Line[] = [];
  for (const [index, line] of region.entries()) {
    const [above, below] = [region[index - 1], region[index + 1]];
    const previous = open.at(-1);
    const isMore = previous !== undefined && line.monospaced && isClose(previous, line, lineSpacing * WIDE_STEP);
    const isTerm = below !== undefined && isDefined(line, below, lineSpacing);
    const isSingle = below?.monospaced !== true;
    const isAnnounced = above !== undefined && lineText(above).endsWith(':');
    const isIndented = above !== undefined && line.left > above.left + line.size / 2;
    const continues = above !== undefined && (isSingle || !isIndented) && !startsParagraph(line, above);
    const isContinued = isSingle && below !== undefined && !startsParagraph(below, line);
    const isText = !isAnnounced && (continues || isContinued || (isSingle && isTerm));
    if (isMore) open.push(line);
    else open = line.monospaced && !isText ? [line] : [];
    if (!isMore && open.length > 0) blocks.set(line, open);
  }
  return blocks;
}

const isClose = (above: Line, below: Line, distance: number) =>
  below.baseline > above.baseline && below.baseline - above.baseline <= distance;

const isDefined = (term: Line, below: Line, lineSpacing: number) =>
  isClose(term, below, lineSpacing * TEXT_STEP) && below.left > term.left + term.size / 2;

/** The text of lines of code, with their indentation and the empty lines between them. */
export function codeText(lines: Line[], lineSpacing: number): string {
  const left = lines.reduce((least, line) => Math.min(least, line.left), Number.POSITIVE_INFINITY);
  return lines
    .map((line, index) => {
      const before = lines[index - 1];
      const isApart = before !== undefined && line.baseline - before.baseline > lineSpacing * EMPTY_LINE;
      const spaces = Math.max(0, Math.round((line.left - left) / letterWidth({ ...line, text: lineText(line) })));
      return `${isApart ? '\n' : ''}${' '.repeat(spaces)}${lineText(line)}`;
    })
    .join('\n')
    .replaceAll('\ufffe', '-');
}
