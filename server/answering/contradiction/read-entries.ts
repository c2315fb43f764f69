import type { Lexicon } from '../../language/lexicon/lexicon.ts';
import { analyzeText } from './analyze-text.ts';

/** A row of a table or an item of a list, as terms: what it is about, and what it says of that. */
export interface Entry {
  key: string[];
  cells: string[][];
}

/** The entries of one table or list. Only tables have a header. */
export interface EntryGroup {
  header: string[][];
  entries: Entry[];
}

const CELL_BREAK = /\s*\|\s*/;
const ITEM = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
/** The key of an item ends with a colon or a dash. */
const KEY_END = /^(.{1,60}?)(?::\s|\s[—–-]\s)/;
/** A header with two rows, and two items: one alone is confused with nothing. */
const MIN_LINES = { row: 3, item: 2 };

/** The tables and lists of a passage: consecutive lines with cells, or with the marks of a list. */
export function readEntries(text: string, lexicon: Lexicon): EntryGroup[] {
  const termsOf = (words: string) => {
    const content = analyzeText(words, lexicon)
      .sentences.flat()
      .filter(({ isContent }) => isContent);
    return [...new Set(content.map(({ term }) => term))];
  };
  return linesInGroups(text).map(({ type, lines }) => {
    if (type === 'item') return { header: [], entries: lines.map((line) => itemOf(line, termsOf)) };
    const [header = [], ...rows] = lines.map((line) => line.split(CELL_BREAK).map(termsOf));
    return { header, entries: rows.map(([key = [], ...cells]) => ({ key, cells })) };
  });
}

interface LineGroup {
  type: 'row' | 'item';
  lines: string[];
}

function linesInGroups(text: string): LineGroup[] {
  const groups: LineGroup[] = [];
  let last: LineGroup['type'] | null = null;
  for (const line of text.split('\n')) {
    const type = typeOf(line);
    if (type !== null && type === last) groups.at(-1)?.lines.push(line);
    else if (type !== null) groups.push({ type, lines: [line] });
    last = type;
  }
  return groups.filter(({ type, lines }) => lines.length >= MIN_LINES[type]);
}

function typeOf(line: string): LineGroup['type'] | null {
  if (line.includes(' | ')) return 'row';
  return ITEM.test(line) ? 'item' : null;
}

function itemOf(line: string, termsOf: (words: string) => string[]): Entry {
  const words = line.replace(ITEM, '');
  const [whole = '', key] = KEY_END.exec(words) ?? [];
  if (key !== undefined) return { key: termsOf(key), cells: [termsOf(words.slice(whole.length))] };
  const [first = '', ...rest] = termsOf(words);
  return { key: [first], cells: [rest] };
}
