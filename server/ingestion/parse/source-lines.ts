import { splitFrontMatter } from '../parsers/markdown/front-matter.ts';
import { decodeText } from '../parsers/text/decode-text.ts';
import type { DocumentFormat, ParsedDocument } from '../types.ts';

/** Words of a text, one after the other. */
interface Words {
  words: string[];
  /** Where each begins. */
  at: number[];
}

/** A word in both texts. */
interface Place {
  read: number;
  written: number;
}

/** In a longer text no lines are looked for: it would take the memory of many words. */
const MAX_LENGTH = 2_000_000;
/** So many words in a row that occur once in the file and once in its document are the same. */
const RUN = 4;
/** Fewer words than these between two known places are looked for there. */
const MAX_BETWEEN = 200;

/**
 * The blocks of a document with the lines of its file, as far as they can be known: by words in a row that stand once in both, and
 * what follows on them. Other words have no line of their own, and neither has what is read from front matter, as it is moved.
 */
export function withLines(document: ParsedDocument, bytes: Uint8Array, format: DocumentFormat): ParsedDocument {
  const file = decodeText(bytes).replaceAll('\r\n', '\n');
  const from = format === 'markdown' ? file.length - splitFrontMatter(file).body.length : 0;
  if (Math.max(file.length, document.text.length) > MAX_LENGTH) return document;
  const [read, written] = [wordsOf(document.text, 0), wordsOf(file, from)];
  const lines = linesAt(file, written.at);
  const places = pairWords(read.words, written.words);
  let word = 0;
  const blocks = document.blocks.map((block) => {
    const first = countFrom(word, read.at, block.start);
    word = countFrom(first, read.at, block.end);
    const marks = new Map<number, number>();
    for (let one = first; one < word; one += 1) {
      const line = lines[places[one] ?? -1];
      if (line !== undefined && !marks.has(line)) marks.set(line, one === first ? block.start : (read.at[one] ?? 0));
    }
    return marks.size === 0 ? block : { ...block, lines: [...marks].map(([line, at]): [number, number] => [at, line]) };
  });
  return { ...document, blocks };
}

/** The first place from here on whose offset is not before another one. */
function countFrom(from: number, offsets: number[], end: number): number {
  let at = from;
  while (at < offsets.length && (offsets[at] ?? 0) < end) at += 1;
  return at;
}

function wordsOf(text: string, from: number): Words {
  const found: Words = { words: [], at: [] };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (index < from) continue;
    found.words.push(word.normalize('NFC'));
    found.at.push(index);
  }
  return found;
}

/** The line of each offset, from 1. */
function linesAt(text: string, offsets: number[]): Int32Array {
  const lines = new Int32Array(offsets.length);
  let line = 1;
  let end = text.indexOf('\n');
  for (const [index, offset] of offsets.entries()) {
    while (end >= 0 && end < offset) {
      line += 1;
      end = text.indexOf('\n', end + 1);
    }
    lines[index] = line;
  }
  return lines;
}

/** For each word that was read, its place among those of the file; -1 where it is not known. Places only grow. */
function pairWords(read: string[], written: string[]): Int32Array {
  const places = new Int32Array(read.length).fill(-1);
  const pair = (from: number, to: number, length: number) => {
    for (let word = 0; word < length; word += 1) places[from + word] = to + word;
  };
  // Such as a heading of one word, or the last line.
  const pairBetween = (start: Place, end: Place) => {
    const place = onlyPlace(read, written, start, end);
    if (place !== null) pair(start.read, place, end.read - start.read);
  };
  let next: Place = { read: 0, written: 0 };
  for (const [from, to] of growing(singlePairs(read, written))) {
    if (from < next.read || to < next.written) continue;
    let before = 0;
    while (
      from - before > next.read &&
      to - before > next.written &&
      read[from - before - 1] === written[to - before - 1]
    )
      before += 1;
    let length = RUN;
    while (from + length < read.length && read[from + length] === written[to + length]) length += 1;
    pair(from - before, to - before, before + length);
    pairBetween(next, { read: from - before, written: to - before });
    next = { read: from + length, written: to + length };
  }
  pairBetween(next, { read: read.length, written: written.length });
  return places;
}

/** Runs of words that occur once in each text: where in one, and where in the other. */
function singlePairs(read: string[], written: string[]): [number, number][] {
  const others = singleRuns(written);
  return [...singleRuns(read)].flatMap(([run, from]): [number, number][] => {
    const to = others.get(run) ?? -1;
    return from < 0 || to < 0 ? [] : [[from, to]];
  });
}

/** Where each run of words is; -1 for one that occurs more than once. */
function singleRuns(words: string[]): Map<string, number> {
  const runs = new Map<string, number>();
  for (let at = 0; at + RUN <= words.length; at += 1) {
    const run = words.slice(at, at + RUN).join(' ');
    runs.set(run, runs.has(run) ? -1 : at);
  }
  return runs;
}

/** The longest part of the pairs, in order, whose second numbers grow. */
function growing(pairs: [number, number][]): [number, number][] {
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, to]] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < to) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const found: [number, number][] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) found.push(pair);
  }
  return found.reverse();
}

/** Where in the file the few words between two known places stand; null if nowhere, or more than once. */
function onlyPlace(read: string[], written: string[], start: Place, end: Place): number | null {
  const words = read.slice(start.read, end.read);
  if (words.length === 0 || words.length > MAX_BETWEEN || end.written - start.written > MAX_BETWEEN) return null;
  let found: number | null = null;
  for (let at = start.written; at + words.length <= end.written; at += 1) {
    if (!words.every((word, index) => written[at + index] === word)) continue;
    if (found !== null) return null;
    found = at;
  }
  return found;
}
