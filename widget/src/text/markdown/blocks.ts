/** A block of Markdown. `parseInline` parses its text. */
export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'heading'; level: number; text: string }
  | { type: 'code'; language: string; text: string }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { type: 'table'; header: string[]; rows: string[][] }
  | { type: 'rule' };

/** Lists and quotes nested deeper are parsed as plain text. */
const MAX_DEPTH = 6;
/** A table with more columns would be unreadable; it is parsed as plain text. */
const MAX_COLUMNS = 20;

const FENCE = /^( {0,3})(`{3,}|~{3,})\s{0,9}([\w+#.-]{0,30})/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/s;
const RULE = /^ {0,3}(?:-(?: ?-){2,}|\*(?: ?\*){2,}|_(?: ?_){2,})\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( {1,4}|\t|$)/;
const DIVIDER = /^ {0,3}\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*){0,40}\|?$/;

/** Splits a text into blocks, in time proportional to its length. Raw HTML is text like any other. */
export function parseBlocks(text: string, depth = 0): Block[] {
  return parseLines(text.replace(/\r\n?/g, '\n').split('\n'), depth);
}

function parseLines(lines: string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const flush = () => {
    if (paragraph.length) blocks.push({ type: 'paragraph', text: paragraph.join('\n').trim() });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const parsed = line.trim() === '' ? { end: at + 1 } : parseBlock(lines, at, depth, paragraph.length > 0);
    if (!parsed) {
      paragraph.push(line.trimStart());
      at += 1;
      continue;
    }
    flush();
    if (parsed.block) blocks.push(parsed.block);
    at = parsed.end;
  }
  flush();
  return blocks;
}

interface ParsedBlock {
  /** The line after it. */
  end: number;
  block?: Block;
}

/** The block that starts in this line; undefined if the line belongs to a paragraph. */
function parseBlock(lines: string[], at: number, depth: number, inParagraph: boolean): ParsedBlock | undefined {
  const line = lines[at] as string;
  const fence = FENCE.exec(line);
  if (fence) return parseCode(lines, at, fence);
  const heading = HEADING.exec(line);
  if (heading)
    return {
      end: at + 1,
      block: { type: 'heading', level: (heading[1] as string).length, text: (heading[2] ?? '').trim() },
    };
  if (RULE.test(line)) return { end: at + 1, block: { type: 'rule' } };
  if (depth < MAX_DEPTH && QUOTE.test(line)) return parseQuote(lines, at, depth);
  const item = depth < MAX_DEPTH ? ITEM.exec(line) : null;
  // A number in the middle of a paragraph ("in\n2024. Then") starts no list, unless it is a 1.
  if (item && (!inParagraph || !/^\d/.test(item[2] as string) || /^1[.)]/.test(item[2] as string)))
    return parseList(lines, at, depth, item);
  return line.includes('|') && DIVIDER.test((lines[at + 1] ?? '').trimEnd()) ? parseTable(lines, at) : undefined;
}

/** A fence that never closes runs to the end, and its language does not count yet. Its lines lose as many spaces as stand before it. */
function parseCode(
  lines: string[],
  at: number,
  [, indent = '', fence = '', language = '']: RegExpExecArray,
): ParsedBlock {
  let end = at + 1;
  const closes = (line: string) => line.trim().startsWith(fence) && /^(`+|~+)$/.test(line.trim());
  while (end < lines.length && !closes(lines[end] as string)) end += 1;
  const text = lines.slice(at + 1, end).map((line) => dedent(line, indent.length));
  const isClosed = end < lines.length;
  return { end: end + 1, block: { type: 'code', language: isClosed ? language : '', text: text.join('\n') } };
}

function parseQuote(lines: string[], at: number, depth: number): ParsedBlock {
  let end = at;
  const inner: string[] = [];
  while (end < lines.length && QUOTE.test(lines[end] as string)) {
    inner.push((lines[end] as string).replace(QUOTE, ''));
    end += 1;
  }
  return { end, block: { type: 'quote', blocks: parseLines(inner, depth + 1) } };
}

function parseList(lines: string[], at: number, depth: number, first: RegExpExecArray): ParsedBlock {
  const kind = (marker: string) => marker.at(-1) as string;
  const items: string[][] = [];
  let indent = 0;
  let end = at;
  for (; end < lines.length; end += 1) {
    const line = lines[end] as string;
    const blank = line.trim() === '';
    const next = ITEM.exec(line);
    const outdented = (line.match(/^ */)?.[0].length ?? 0) < indent;
    if (next && (items.length === 0 || outdented) && kind(next[2] as string) === kind(first[2] as string)) {
      indent = Math.min(next[0].length, 4) || 2;
      items.push([line.slice(next[0].length)]);
    } else if (!blank && outdented && (next || (lines[end - 1] ?? '').trim() === '' || interrupts(line))) {
      break;
    } else {
      items.at(-1)?.push(dedent(line, indent));
    }
  }
  const marker = first[2] as string;
  return {
    end,
    block: {
      type: 'list',
      ordered: /^\d/.test(marker),
      start: Number.parseInt(marker, 10) || 1,
      items: items.map((item) => parseLines(item, depth + 1)),
    },
  };
}

/** Removes leading spaces up to the given number. */
function dedent(line: string, most: number): string {
  return line.slice(Math.min(most, line.length - line.trimStart().length));
}

/** Whether a block starts in this line that ends a list item even without a blank line before it. */
function interrupts(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line);
}

function parseTable(lines: string[], at: number): ParsedBlock | undefined {
  const header = splitCells(lines[at] as string);
  if (header.length > MAX_COLUMNS || header.length !== splitCells(lines[at + 1] as string).length) return undefined;
  const rows: string[][] = [];
  let end = at + 2;
  for (; end < lines.length && (lines[end] as string).includes('|'); end += 1)
    rows.push(splitCells(lines[end] as string).slice(0, header.length));
  return { end, block: { type: 'table', header, rows } };
}

function splitCells(line: string): string[] {
  const inner = line.trim().replace(/^\||\|$/g, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
