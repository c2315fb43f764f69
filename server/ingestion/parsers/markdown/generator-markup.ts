import {
  COLON_FENCE,
  type Container,
  INDENTATION,
  isNotShown,
  leafDirectiveLabel,
  literal,
  readColons,
  readIndentedContainer,
  readShortcodeLine,
  shortcodeContainer,
  tagContainer,
  tagLabel,
} from './block-markup.ts';
import { CLOSING_MARK, openingMark, withoutMarks } from './callout-marks.ts';
import { type ComponentTag, createScanBudget, type ScanBudget, scanTag } from './component-tags.ts';
import { removeInlineMarkup } from './inline-markup.ts';
import { type Shortcode, shortcodeLabel, shortcodeText } from './shortcodes.ts';

/** An open container. */
interface Frame extends Container {
  /** Columns before the line that opened it, in the text as it is read (outer indentation removed). */
  indent: number;
  /** Columns that are removed before its content. Null until the first line of the content tells. */
  dedent: number | null;
}

/** Lines that are copied as they are: fenced code, code in HTML. */
interface Verbatim {
  isEnd: (line: string) => boolean;
  /** Of a fence in a quotation: ends with it, too. */
  isQuoted: boolean;
  /** Written in place of the last line. */
  endLine?: string;
}

interface Reading {
  lines: string[];
  at: number;
  output: string[];
  /** Lines of running text that are still to be cleaned together: code, comments and tags may go over several. */
  prose: string[];
  frames: Frame[];
  verbatim: Verbatim | null;
  isMdx: boolean;
  hasExpressions: boolean;
  isInList: boolean;
  wasIndentedCode: boolean;
  /** What ends a comment and does not occur any more. */
  missing: Set<string>;
  budget: ScanBudget;
}

/** Deeper containers are not told apart. */
const MAX_FRAMES = 30;
const MAX_TAG_LINES = 30;
const MAX_MODULE_LINES = 60;
const CONTENT_INDENT = 4;
const TAB_WIDTH = 4;

const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;
const QUOTE = /^ {0,3}>/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** Not `<Script />`, a component. */
const HTML_CODE = /^<(pre|script|style|textarea|PRE|SCRIPT|STYLE|TEXTAREA)\b(?!.*\/>[ \t]*$)/;
const MODULE_LINE =
  /^(?:import\s+(?:['"{*]|[\w$]+\s*,|(?:type\s+)?[\w$]+\s+from\s)|export\s+(?:const|let|var|function|default|async|class|type|interface|\{|\*))/;
/** Elements that hold Markdown in MDX, and in Markdown between empty lines. */
const MARKDOWN_ELEMENT = /^(?:p|div|section|aside|details|summary|center|article|figure|figcaption)$/;

/**
 * Rewrites what generators of documentation add to Markdown into plain Markdown: containers (`:::tip`, `!!! note`, `<Aside>`,
 * `{{< note >}}`) become paragraphs around their content that stand for their beginning and end (callout-marks.ts), their
 * content is unindented, titles become paragraphs; imports, tags, comments and shortcodes go. Code stays as it is.
 */
export function readGeneratorMarkup(source: string): string {
  const reading: Reading = {
    lines: withoutMarks(source).split('\n'),
    at: 0,
    output: [],
    prose: [],
    frames: [],
    verbatim: null,
    isMdx: false,
    hasExpressions: false,
    isInList: false,
    wasIndentedCode: false,
    missing: new Set(),
    budget: createScanBudget(),
  };
  while (reading.at < reading.lines.length) {
    const raw = reading.lines[reading.at] ?? '';
    reading.at += 1;
    readLine(reading, raw);
  }
  closeFrames(reading, 0);
  flushProse(reading);
  return reading.output.join('\n');
}

function readLine(reading: Reading, raw: string): void {
  if (closeIndented(reading, raw)) reading.verbatim = null;
  const line = unindent(raw, dedentOf(reading));
  if (reading.verbatim && copyVerbatim(reading, line, reading.verbatim)) return;
  if (!line.trim()) {
    reading.prose.push('');
    return;
  }
  const indent = indentOf(line);
  measureContent(reading, indent);
  const text = unindent(raw, dedentOf(reading));
  if (isIndentedCode(reading, text)) {
    reading.wasIndentedCode = true;
    writeCode(reading, text);
    return;
  }
  reading.wasIndentedCode = false;
  readMarkdownLine(reading, text);
}

function readMarkdownLine(reading: Reading, line: string): void {
  const content = line.trim();
  trackList(reading, line);
  if (startVerbatim(reading, line) || skipComment(reading, content) || skipModuleLines(reading, line)) return;
  if (isNotShown(content)) return;
  if (readContainer(reading, line, content) || readTags(reading, line)) return;
  reading.prose.push(line);
}

/** Directives, admonitions and shortcodes. */
function readContainer(reading: Reading, line: string, content: string): boolean {
  const label = leafDirectiveLabel(content);
  if (label !== null) {
    writeLabel(reading, indentOf(line), label);
    return true;
  }
  const colons = readColons(content);
  if (colons === 'closing') {
    closeContainer(reading, COLON_FENCE);
    return true;
  }
  const container = colons ?? readIndentedContainer(content);
  if (container) return openContainer(reading, container, indentOf(line));
  const shortcode = readShortcodeLine(content);
  if (shortcode) readShortcode(reading, shortcode, content, indentOf(line));
  return shortcode !== null;
}

function readShortcode(reading: Reading, shortcode: Shortcode, source: string, indent: number): void {
  if (shortcode.kind === 'closing') {
    closeContainer(reading, `{${shortcode.name}`);
    return;
  }
  if (shortcode.name === 'highlight') {
    writeCode(reading, `${' '.repeat(indent)}~~~~ ${shortcode.value}`);
    const isEnd = (line: string) => /^\s*\{[{%].{0,20}highlight\b.*\}\s*$/.test(line);
    reading.verbatim = { isEnd, isQuoted: false, endLine: `${' '.repeat(indent)}~~~~` };
    return;
  }
  const container = shortcodeContainer(shortcode);
  if (container) openContainer(reading, container, indent);
  else writeLabel(reading, indent, literal(shortcodeLabel(shortcode) || shortcodeText(source)));
}

/** Reads tags at the beginning of a line that hold blocks. False where the line is running text. */
function readTags(reading: Reading, line: string): boolean {
  const indent = indentOf(line);
  const content = line.trim();
  if (!content.startsWith('<')) return readTrailingTag(reading, line, content, indent);
  const found = scanLines(reading, content);
  if (!found || !isBlockTag(reading, found.tag, found.rest, found.lines)) {
    return readTrailingTag(reading, line, content, indent);
  }
  const { tag, rest, lines } = found;
  const closing = `</${tag.name}>`;
  const isWhole = tag.kind === 'opening' && rest.endsWith(closing);
  if (rest && tag.kind !== 'closing' && !isWhole && (tag.kind === 'empty' || rest.includes(closing))) return false;
  reading.at += lines - 1;
  if (/^[A-Z]/.test(tag.name)) reading.isMdx = true;
  if (tag.kind === 'empty') writeLabel(reading, indent, tagLabel(tag));
  else if (tag.kind === 'closing') closeContainer(reading, `<${tag.name}`);
  else openContainer(reading, tagContainer(tag), indent);
  const inner = isWhole ? rest.slice(0, -closing.length) : rest;
  if (inner.trim()) readMarkdownLine(reading, ' '.repeat(indent) + inner.trim());
  if (isWhole) closeContainer(reading, `<${tag.name}`);
  return true;
}

/** A tag at the beginning of the text, which may go on over the next lines. `rest` is what follows it on its last line. */
function scanLines(reading: Reading, content: string): { tag: ComponentTag; rest: string; lines: number } | null {
  if (!/^<\/?[A-Za-z]/.test(content)) return null;
  const tag = scanTag(content, 0, reading.budget);
  if (tag) return { tag, rest: content.slice(tag.end).trim(), lines: 1 };
  if (content.includes('>') && !content.includes('{')) return null;
  const more = reading.lines.slice(reading.at, reading.at + MAX_TAG_LINES);
  const blank = more.findIndex((line) => !line.trim());
  const joined = [content, ...(blank < 0 ? more : more.slice(0, blank))].join('\n');
  const long = scanTag(joined, 0, reading.budget);
  if (!long) return null;
  const lineEnd = joined.indexOf('\n', long.end);
  return {
    tag: long,
    rest: joined.slice(long.end, lineEnd < 0 ? undefined : lineEnd).trim(),
    lines: joined.slice(0, long.end).split('\n').length,
  };
}

function isBlockTag(reading: Reading, tag: ComponentTag, rest: string, lines: number): boolean {
  if (tag.kind === 'closing' && !isOpen(reading, `<${tag.name}`)) return false;
  if (/^[A-Z]/.test(tag.name)) return reading.frames.length < MAX_FRAMES || tag.kind === 'closing';
  if (!MARKDOWN_ELEMENT.test(tag.name) || tag.kind === 'empty' || reading.frames.length >= MAX_FRAMES) return false;
  if (reading.isMdx || tag.kind === 'closing') return true;
  return !rest && isAfterGap(reading) && !(reading.lines[reading.at + lines - 1] ?? '').trim();
}

/** `text</Note>` closes a container that began on a line above. */
function readTrailingTag(reading: Reading, line: string, content: string, indent: number): boolean {
  const name = content.endsWith('>') ? content.slice(-80).match(/<\/([A-Za-z][\w.]*)>$/)?.[1] : undefined;
  if (name === undefined || !isOpen(reading, `<${name}`) || content.includes(`<${name}`)) return false;
  const text = line.trimEnd().slice(0, -(name.length + 3));
  if (!text.trim()) return false;
  readMarkdownLine(reading, ' '.repeat(indent) + text.trim());
  closeContainer(reading, `<${name}`);
  return true;
}

const isOpen = (reading: Reading, closedBy: string) => reading.frames.some((frame) => frame.closedBy === closedBy);

function openContainer(reading: Reading, container: Container, indent: number): boolean {
  if (reading.frames.length >= MAX_FRAMES) return true;
  reading.frames.push({ ...container, indent, dedent: container.closedBy === INDENTATION ? CONTENT_INDENT : null });
  if (container.callout) writeMark(reading, indent, openingMark(container.callout));
  writeLabel(reading, indent, container.label);
  return true;
}

/** Closes the innermost container that this closes, and those inside it that were left open. */
function closeContainer(reading: Reading, closedBy: string): void {
  const at = reading.frames.findLastIndex((frame) => frame.closedBy === closedBy);
  if (at >= 0) closeFrames(reading, at);
  else reading.prose.push('');
}

function closeFrames(reading: Reading, first: number): void {
  for (const frame of reading.frames.splice(first).reverse()) {
    if (frame.callout) writeMark(reading, frame.indent, CLOSING_MARK);
    else reading.prose.push('');
  }
}

/** Closes the containers whose indentation a line does not have. True where there were any. */
function closeIndented(reading: Reading, raw: string): boolean {
  if (reading.frames.length === 0 || !raw.trim()) return false;
  const indent = indentOf(raw);
  let column = 0;
  for (const [index, frame] of reading.frames.entries()) {
    if (frame.closedBy === INDENTATION && indent < column + frame.indent + CONTENT_INDENT) {
      closeFrames(reading, index);
      return true;
    }
    column += frame.dedent ?? 0;
  }
  return false;
}

/** The first line inside a tag tells how far its content is indented. */
function measureContent(reading: Reading, indent: number): void {
  const frame = reading.frames.at(-1);
  if (frame?.dedent === null) frame.dedent = Math.max(0, Math.min(indent - frame.indent, 2 * CONTENT_INDENT));
}

const dedentOf = ({ frames }: Reading) => frames.reduce((sum, { dedent }) => sum + (dedent ?? 0), 0);

function startVerbatim(reading: Reading, line: string): boolean {
  const isQuoted = QUOTE.test(line);
  const fence = FENCE.exec(isQuoted ? unquote(line) : line)?.[1];
  const element = fence ? undefined : HTML_CODE.exec(line.trimStart())?.[1]?.toLowerCase();
  if (!fence && !element) return false;
  writeCode(reading, line);
  if (fence) {
    const isEnd = (other: string) => {
      const end = (isQuoted ? unquote(other) : other).trim();
      return end.length >= fence.length && end === (fence[0] ?? '').repeat(end.length);
    };
    reading.verbatim = { isEnd, isQuoted };
  } else if (!line.toLowerCase().includes(`</${element}`)) {
    reading.verbatim = { isEnd: (other) => other.toLowerCase().includes(`</${element}`), isQuoted: false };
  }
  return true;
}

/** False where the line is no part of it any more. */
function copyVerbatim(reading: Reading, line: string, { isEnd, isQuoted, endLine }: Verbatim): boolean {
  if (isQuoted && !QUOTE.test(line)) {
    reading.verbatim = null;
    return false;
  }
  if (isEnd(line)) {
    reading.verbatim = null;
    writeCode(reading, endLine ?? line);
  } else writeCode(reading, line);
  return true;
}

const unquote = (line: string) => line.replace(/^(?: {0,3}> ?)+/, '');

/** Skips a comment that goes over several lines. What follows it on its last line is read as a line. */
function skipComment(reading: Reading, content: string): boolean {
  const closing = content.startsWith('<!--') ? '-->' : content.startsWith('{/*') ? '*/}' : '';
  if (!closing || content.includes(closing) || reading.missing.has(closing)) return false;
  for (let at = reading.at; at < reading.lines.length; at += 1) {
    const line = reading.lines[at] ?? '';
    const end = line.indexOf(closing);
    if (end < 0) continue;
    reading.at = at + 1;
    const rest = line.slice(end + closing.length).trim();
    if (rest) readMarkdownLine(reading, rest);
    return true;
  }
  reading.missing.add(closing);
  return false;
}

/** Skips `import` and `export` of MDX, up to the next empty line outside of brackets. */
function skipModuleLines(reading: Reading, line: string): boolean {
  if (!MODULE_LINE.test(line) || !isAfterGap(reading)) return false;
  reading.hasExpressions = true;
  reading.isMdx = true;
  let open = countBrackets(line);
  const last = Math.min(reading.lines.length, reading.at + MAX_MODULE_LINES);
  let firstGap = -1;
  for (let at = reading.at; at < last; at += 1) {
    const next = reading.lines[at] ?? '';
    if (next.trim()) open += countBrackets(next);
    else if (open <= 0) {
      reading.at = at;
      return true;
    } else if (firstGap < 0) firstGap = at;
  }
  reading.at = firstGap >= 0 ? firstGap : last;
  return true;
}

function countBrackets(line: string): number {
  let open = 0;
  for (const character of line) {
    if ('([{'.includes(character)) open += 1;
    else if (')]}'.includes(character)) open -= 1;
  }
  return open;
}

/** Indented code, outside of lists (where the indentation is the item's) and of MDX (which has none). */
function isIndentedCode(reading: Reading, line: string): boolean {
  if (reading.isInList || reading.isMdx || indentOf(line) < CONTENT_INDENT) return false;
  return reading.wasIndentedCode || isAfterGap(reading);
}

function trackList(reading: Reading, line: string): void {
  if (LIST_ITEM.test(line)) reading.isInList = true;
  else if (isAfterGap(reading) && !/^[ \t]/.test(line)) reading.isInList = false;
}

/** Is the line above empty, or something other than running text? */
const isAfterGap = ({ prose }: Reading) => !prose.at(-1)?.trim();

function writeCode(reading: Reading, line: string): void {
  flushProse(reading);
  reading.output.push(line);
}

function writeMark(reading: Reading, indent: number, mark: string): void {
  flushProse(reading);
  reading.output.push('', ' '.repeat(indent) + mark, '');
}

function writeLabel(reading: Reading, indent: number, label: string): void {
  reading.prose.push('', ...(label.trim() ? [' '.repeat(indent) + label.trim(), ''] : []));
}

function flushProse(reading: Reading): void {
  if (reading.prose.length === 0) return;
  const { hasExpressions, budget } = reading;
  reading.output.push(removeInlineMarkup(reading.prose.join('\n'), { hasExpressions, budget }));
  reading.prose = [];
}

/** The columns of white space at the beginning. */
function indentOf(line: string): number {
  let column = 0;
  for (const character of line) {
    if (character === ' ') column += 1;
    else if (character === '\t') column += TAB_WIDTH - (column % TAB_WIDTH);
    else break;
  }
  return column;
}

/** Removes up to so many columns of white space. */
function unindent(line: string, columns: number): string {
  if (columns === 0) return line;
  const indent = indentOf(line);
  return ' '.repeat(Math.max(0, indent - columns)) + line.trimStart();
}
