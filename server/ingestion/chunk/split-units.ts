import { type Range, sentences } from '../../language/sentences/sentences.ts';
import type { Block, ParsedDocument } from '../types.ts';

/** The smallest part that packing does not split: a sentence, a row, an item, a part of code. Document offsets. */
export interface Unit {
  start: number;
  end: number;
  startsBlock: boolean;
  /** Where the unit's block ends. */
  blockEnd: number;
}

/** A unit may exceed the target length by this factor before it is split. */
const TOLERANCE = 1.2;

/** Splits a block into units. Rows, items and code stay whole where they fit into a chunk; other text is split at sentences. */
export function splitUnits(document: ParsedDocument, block: Block, target: number): Unit[] {
  const limit = target * TOLERANCE;
  const length = block.end - block.start;
  const text = document.text.slice(block.start, block.end);
  const whole = { start: 0, end: length };
  const fits = length <= limit && block.kind !== 'paragraph';
  const ranges =
    fits || block.kind === 'heading'
      ? [whole]
      : block.kind === 'code'
        ? lines(text)
        : sentences(text, document.language);
  return (ranges.length > 0 ? ranges : [whole])
    .flatMap((range) => (block.kind === 'code' ? splitCode(text, range, limit) : splitRange(text, range, limit)))
    .map(({ start, end }, index) => ({
      start: block.start + start,
      end: block.start + end,
      startsBlock: index === 0,
      blockEnd: block.end,
    }));
}

/** The lines that are not empty, with their indentation. */
function lines(text: string): Range[] {
  const ranges: Range[] = [];
  for (const { 0: line, index: start } of text.matchAll(/[^\n]+/g))
    if (line.trim() !== '') ranges.push({ start, end: start + line.length });
  return ranges;
}

/** A line of code keeps its indentation, unless it is too long. */
const splitCode = (text: string, line: Range, limit: number): Range[] =>
  line.end - line.start <= limit ? [line] : splitRange(text, line, limit);

/** Splits a range that is too long at a line end, else a clause, else a space, else between any two characters. */
function splitRange(text: string, range: Range, limit: number): Range[] {
  const ranges: Range[] = [];
  let { start } = range;
  while (range.end - start > limit) {
    const window = text.slice(start, start + Math.floor(limit));
    const from = Math.floor(limit * 0.5);
    const at =
      lastBreak(window, from, /\n/g) ??
      lastBreak(window, from, /[,;:|、，；]\s?/g) ??
      lastBreak(window, from, /\s+/g) ??
      lastGraphemeBreak(window);
    pushTrimmed(ranges, text, start, start + at);
    start += at;
  }
  pushTrimmed(ranges, text, start, range.end);
  return ranges;
}

function lastBreak(window: string, from: number, pattern: RegExp): number | null {
  let found: number | null = null;
  for (const match of window.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end > from) found = end;
  }
  return found;
}

/** The last grapheme boundary: not within a surrogate pair, nor before a combining mark. */
function lastGraphemeBreak(window: string): number {
  const tail = window.slice(-64);
  const [last] = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(tail)].slice(-1);
  const at = window.length - (tail.length - (last?.index ?? 0));
  return at > window.length / 2 ? at : window.length;
}

/** Adds a range without the white space around it. */
function pushTrimmed(ranges: Range[], text: string, start: number, end: number): void {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  const length = piece.trim().length;
  if (length > 0) ranges.push({ start: start + lead, end: start + lead + length });
}
