import type { AnalyzedText, Token } from './analyze-text.ts';

/** A row of a table or an item of a list, in content terms: what it is about, and what it says of that. */
export interface Entry {
  key: string[];
  cells: string[][];
}

/** The rows of a table or the items of a list. */
export interface EntryGroup {
  /** The titles of the columns; empty for a list. */
  header: string[][];
  entries: Entry[];
}

/** A line of the text, from `start`. */
interface Line {
  text: string;
  start: number;
}

const CELL_BREAK = ' | ';
const ITEM = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
/** What an item is about, at its beginning: “name: text”, “name – text”. */
const ITEM_KEY = /^(.{1,60}?)(?::\s|\s[—–-]\s)/;
/** A header and two rows, two items: fewer have nothing to exchange. */
const MIN_LINES = { row: 3, item: 2 };
const MIN_NAME_LENGTH = 4;
const NAME_SEPARATOR = /[._:/]/;

/** The tables and lists of a text that has been analyzed. Linear in its length. */
export function readEntries({ text, sentences }: AnalyzedText): EntryGroup[] {
  const termsBetween = createTermReader(sentences.flat());
  return groupLines(text).flatMap(({ kind, lines }) => {
    if (kind === null || lines.length < MIN_LINES[kind]) return [];
    return kind === 'row' ? toTable(lines, termsBetween) : toList(lines, termsBetween);
  });
}

/** Lines of one kind in a row. */
function groupLines(text: string): { kind: 'row' | 'item' | null; lines: Line[] }[] {
  const groups: ReturnType<typeof groupLines> = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const kind = line.includes(CELL_BREAK) ? 'row' : ITEM.test(line) ? 'item' : null;
    const last = groups.at(-1);
    if (last?.kind === kind) last.lines.push({ text: line, start });
    else groups.push({ kind, lines: [{ text: line, start }] });
    start += line.length + 1;
  }
  return groups;
}

/** The content terms between two offsets, each once; asked from front to back. */
type TermReader = (start: number, end: number) => string[];

function createTermReader(tokens: Token[]): TermReader {
  let next = 0;
  return (start, end) => {
    while ((tokens[next]?.at ?? Number.POSITIVE_INFINITY) < start) next++;
    const terms = new Set<string>();
    for (let token = tokens[next]; token && token.at < end; token = tokens[++next]) {
      if (token.isContent) terms.add(token.term);
    }
    return [...terms];
  };
}

function toTable(lines: Line[], termsBetween: TermReader): EntryGroup {
  const [header = [], ...rows] = lines.map(({ text, start }) => {
    let at = start;
    return text.split(CELL_BREAK).map((cell) => {
      const terms = termsBetween(at, at + cell.length);
      at += cell.length + CELL_BREAK.length;
      return terms;
    });
  });
  return { header, entries: rows.map(([key = [], ...cells]) => ({ key, cells })) };
}

function toList(lines: Line[], termsBetween: TermReader): EntryGroup {
  const entries = lines.map(({ text, start }): Entry => {
    const mark = ITEM.exec(text)?.[0].length ?? 0;
    const end = start + text.length;
    const [lead] = ITEM_KEY.exec(text.slice(mark)) ?? [];
    if (lead !== undefined) {
      const body = start + mark + lead.length;
      return { key: termsBetween(start + mark, body), cells: [termsBetween(body, end)] };
    }
    const terms = termsBetween(start + mark, end);
    return { key: terms.slice(0, 1), cells: [terms.slice(1)] };
  });
  return { header: [], entries };
}

/** Are all words of an entry's key among these terms? */
export const isNamed = ({ key }: Entry, terms: string[]): boolean =>
  key.length > 0 && key.every((term) => terms.some((own) => isSameName(own, term)));

/** `readTimeout` is short for `timeouts.readTimeout`. */
export function isSameName(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (short === long) return true;
  return (
    short.length >= MIN_NAME_LENGTH && long.endsWith(short) && NAME_SEPARATOR.test(long.at(-short.length - 1) ?? '')
  );
}
