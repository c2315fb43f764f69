import { sentences } from '../../language/sentences.ts';
import type { Block, ParsedDocument } from '../types.ts';

/** The smallest stretch that packing does not cut: a sentence, a row, an item, a piece of code. Document offsets. */
export interface Unit {
  start: number;
  end: number;
  startsBlock: boolean;
  /** Where the unit's block ends. */
  blockEnd: number;
}

/** A unit may be longer than a chunk should be by this before it is cut inside. */
const TOLERANCE = 1.2;

/** A block as units. Rows, items and code stay whole where they fit into a chunk; other text is cut at sentences. */
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
    .flatMap((range) => cut(text, range, limit))
    .map(({ start, end }, index) => ({
      start: block.start + start,
      end: block.start + end,
      startsBlock: index === 0,
      blockEnd: block.end,
    }));
}

interface Range {
  start: number;
  end: number;
}

/** Lines that are not empty, with their indentation. */
function lines(text: string): Range[] {
  const ranges: Range[] = [];
  for (const match of text.matchAll(/[^\n]*\S[^\n]*/g))
    ranges.push({ start: match.index, end: match.index + match[0].length });
  return ranges;
}

/** A sentence longer than a chunk is cut at a line end, a clause, a space, in the end anywhere between two characters. */
function cut(text: string, range: Range, limit: number): Range[] {
  const ranges: Range[] = [];
  let { start } = range;
  while (range.end - start > limit) {
    const window = text.slice(start, start + Math.floor(limit));
    const from = Math.floor(limit * 0.5);
    const at =
      lastBreak(window, from, /\n/g) ??
      lastBreak(window, from, /[,;:|、，；]\s?/g) ??
      lastBreak(window, from, /\s+/g) ??
      wholeCharacters(window);
    push(ranges, text, start, start + at);
    start += at;
  }
  push(ranges, text, start, range.end);
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

/** Not between the halves of a surrogate pair, nor before a mark that belongs to the letter before. */
function wholeCharacters(window: string): number {
  const tail = window.slice(-64);
  const [last] = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(tail)].slice(-1);
  const at = window.length - (tail.length - (last?.index ?? 0));
  return at > window.length / 2 ? at : window.length;
}

/** Without the white space around it. */
function push(ranges: Range[], text: string, start: number, end: number): void {
  const piece = text.slice(start, end);
  const lead = piece.length - piece.trimStart().length;
  const length = piece.trim().length;
  if (length > 0) ranges.push({ start: start + lead, end: start + lead + length });
}
