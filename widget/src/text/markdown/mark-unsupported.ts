import type { TextRange } from '@footnote/sdk';

/** Private-use characters around unsupported words. They are removed from all other text. */
export const UNSUPPORTED_START = '\ue000';
export const UNSUPPORTED_END = '\ue001';

/** The mark of a block at the start of a line, which stays outside the range. */
const BLOCK_MARK = /^\s{0,12}(?:[-+>|]\s*|\*\s+|#{1,6}\s+|\d{1,9}[.)]\s+)*/;

/** What is between two pipes of a row. */
const CELL = /(\\.|[^|\s])(\\.|[^|])*/g;

/** Puts the two marks around each range of a Markdown text, line by line, as marks must not span blocks. */
export function markUnsupported(text: string, ranges: readonly TextRange[]): string {
  // One character for one, so that the ranges stay correct.
  const clean = text.replace(/[\ue000\ue001]/g, '\ufffd');
  let marked = '';
  let at = 0;
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    if (!(start >= at && end > start)) continue;
    marked += clean.slice(at, start) + clean.slice(start, end).split('\n').map(markLine).join('\n');
    at = end;
  }
  return marked + clean.slice(at);
}

function markLine(line: string): string {
  const mark = BLOCK_MARK.exec(line)?.[0] ?? '';
  const words = line.slice(mark.length);
  if (/^[`~]{3}/.test(words)) return line;
  return mark + words.replace(mark.includes('|') ? CELL : /\S.*/, `${UNSUPPORTED_START}$&${UNSUPPORTED_END}`);
}
