import {
  COLON_FENCE,
  DEFINITION_CONTAINER,
  isNotShown,
  leafDirectiveLabel,
  literal,
  readColons,
  readDefinition,
  readIndentedContainer,
  readShortcodeLine,
  shortcodeContainer,
  tagContainer,
  tagLabel,
} from './block-markup.ts';
import { withoutMarks } from './callout-marks.ts';
import { type ComponentTag, createScanBudget, isPlainAside, scanTag } from './component-tags.ts';
import { readSummary } from './expandable.ts';
import { indentOf, unindent } from './indentation.ts';
import {
  CONTENT_INDENT,
  closeContainer,
  closeFrames,
  closeIndented,
  dedentOf,
  flushProse,
  insetOf,
  isAfterGap,
  isOpen,
  MAX_FRAMES,
  measureContent,
  openContainer,
  type Reading,
  writeCode,
  writeLabel,
} from './markup-reading.ts';
import { readMyst } from './myst-markup.ts';
import { type Shortcode, shortcodeLabel, shortcodeText } from './shortcodes.ts';
import { beginStep } from './step-list.ts';
import { copyVerbatim, startVerbatim } from './verbatim.ts';
import { linkLabels } from './wiki-links.ts';
import { closesComment, opensComment } from './wiki-marks.ts';

const MAX_TAG_LINES = 30;
const MAX_MODULE_LINES = 60;
const MAX_TAG_LINE = 500;
/** So many lines may a note of Notion have. */
const MAX_ASIDE_LINES = 100;
const ASIDE_TAG = /<\/?aside>/g;
/** As many empty lines may stand between two lines of a template. */
const MAX_GAP = 3;
const CLOSING_TAGS = /^(?:<\/[a-z][a-z0-9]*>\s?)+$/;
const BLOCK_TAG = /^<(?:article|aside|button|details|div|dl|fieldset|figure|h[1-6]|ol|p|section|table|ul)[\s>]/;
const HTML_LINE = /^\s*<\/?[a-z]/i;
/** It ends with a tag, of HTML or of the template. */
const TEMPLATE_LINE = /^(?:<.*>|\{%.*%\})$/;

const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** `> [!note] Title`, whose title is a paragraph of its own. What is longer is a sentence that continues in the next line. */
const TITLED_CALLOUT = /^([ \t]*>[> \t]*)\[![^\]]{1,80}\][+-]?[ \t]+\S.{0,59}$/;
const MODULE_LINE =
  /^(?:import\s+(?:['"{*]|[\w$]+\s*,|(?:type\s+)?[\w$]+\s+from\s)|export\s+(?:const|let|var|function|default|async|class|type|interface|\{|\*))/;
/** Elements that hold Markdown in MDX, and in Markdown between empty lines. */
const MARKDOWN_ELEMENT = /^(?:p|div|section|aside|details|summary|center|article|figure|figcaption)$/;

/**
 * Rewrites what generators of documentation add to Markdown into plain Markdown: containers (`:::tip`, `!!! note`, `<Aside>`,
 * `{{< note >}}`) become paragraphs around their content that stand for their beginning and end (callout-marks.ts), their
 * content is unindented, titles become paragraphs; imports, tags, comments and shortcodes go. So does what wikis add. Code stays
 * as it is.
 */
export function readGeneratorMarkup(source: string): string {
  const reading: Reading = {
    lines: readMyst(withoutMarks(source)).split('\n'),
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
    linkLabels: linkLabels(source),
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
  measureContent(reading, line);
  const text = unindent(raw, dedentOf(reading));
  if (isClosingTags(reading, text)) {
    if (!readTags(reading, text)) reading.prose.push('');
    return;
  }
  if (isTemplateTag(reading, text)) {
    readMarkdownLine(reading, text.trim());
    return;
  }
  if (isIndentedCode(reading, text)) {
    reading.wasIndentedCode = true;
    writeCode(reading, text);
    return;
  }
  reading.wasIndentedCode = false;
  readContent(reading, text);
}

/** Reads a line, which may be the first of a step. */
function readContent(reading: Reading, line: string): void {
  const step = reading.frames.at(-1)?.step;
  readMarkdownLine(reading, step?.isOpen ? beginStep(step, line) : line);
}

function readMarkdownLine(reading: Reading, line: string): void {
  const content = line.trim();
  trackList(reading, line);
  if (startVerbatim(reading, line) || skipComment(reading, content) || skipModuleLines(reading, line)) return;
  if (isNotShown(content)) return;
  if (readContainer(reading, line, content) || readTags(reading, line)) return;
  reading.prose.push(line);
  const titled = TITLED_CALLOUT.exec(line)?.[1];
  if (titled !== undefined) reading.prose.push(titled);
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
  const definition = readDefinition(content);
  // A term right above it is in its paragraph.
  if (definition !== null && isAfterGap(reading)) {
    openContainer(reading, DEFINITION_CONTAINER, indentOf(line));
    reading.prose.push(' '.repeat(indentOf(line)) + definition);
    return true;
  }
  const container = colons ?? readIndentedContainer(content);
  if (container) {
    openContainer(reading, container, indentOf(line));
    return true;
  }
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
  const container = shortcodeContainer(shortcode, reading.frames.at(-1)?.closedBy);
  if (container) openContainer(reading, container, indent);
  else writeLabel(reading, indent, literal(shortcodeLabel(shortcode) || shortcodeText(source)));
}

/** Reads tags at the beginning of a line that hold blocks. False where the line is running text. */
function readTags(reading: Reading, line: string): boolean {
  const indent = indentOf(line);
  const content = line.trim();
  if (!content.startsWith('<')) return readTrailingTag(reading, line, content, indent);
  const found = scanLines(reading, content);
  if (found?.tag.name === 'details' && openDetails(reading, found, indent)) return true;
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
  else openContainer(reading, tagContainer(tag, reading.frames.at(-1)?.closedBy), indent);
  const inner = isWhole ? rest.slice(0, -closing.length) : rest;
  if (inner.trim()) readContent(reading, ' '.repeat(indent + insetOf(reading)) + inner.trim());
  if (isWhole) closeContainer(reading, `<${tag.name}`);
  return true;
}

/** Opens a section that has a label. False where it has none, or the tag stands in other HTML. */
function openDetails(reading: Reading, { tag, rest, lines }: FoundTag, indent: number): boolean {
  const mayOpen =
    tag.kind === 'opening' && (reading.isMdx || isAfterGap(reading)) && reading.frames.length < MAX_FRAMES;
  const next = reading.at + lines - 1;
  const summary = mayOpen && readSummary(rest, reading.lines.slice(next, next + MAX_TAG_LINES));
  if (!summary) return false;
  reading.at = next + summary.lines;
  openContainer(reading, { ...tagContainer(tag), label: summary.label, expands: true }, indent);
  const inner = summary.rest.replace(/<\/details>$/, '').trim();
  if (inner) readMarkdownLine(reading, ' '.repeat(indent) + inner);
  if (summary.rest.endsWith('</details>')) closeContainer(reading, '<details');
  return true;
}

interface FoundTag {
  tag: ComponentTag;
  rest: string;
  lines: number;
}

/** A tag at the beginning of the text, which may go on over the next lines. `rest` is what follows it on its last line. */
function scanLines(reading: Reading, content: string): FoundTag | null {
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
  if (tag.kind === 'opening' && isPlainAside(tag) && !isClosedAside(reading, rest)) return false;
  if (reading.isMdx || tag.kind === 'closing') return true;
  const next = (reading.lines[reading.at + lines - 1] ?? '').trim();
  return !rest && isAfterGap(reading) && (next === '' || (isPlainAside(tag) && !next.startsWith('<')));
}

/** Does its end follow soon? Without one, all that follows would be a note. */
function isClosedAside(reading: Reading, rest: string): boolean {
  let open = 1;
  for (const line of [rest, ...reading.lines.slice(reading.at, reading.at + MAX_ASIDE_LINES)]) {
    for (const [tag] of line.matchAll(ASIDE_TAG)) {
      open += tag.startsWith('</') ? -1 : 1;
      if (open === 0) return true;
    }
  }
  return false;
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

const isComment = (content: string) => content.startsWith('<!--') && content.indexOf('-->') === content.length - 3;

/** Skips a comment that goes over several lines. What follows it on its last line is read as a line. */
function skipComment(reading: Reading, content: string): boolean {
  if (opensComment(content)) return skipWikiComment(reading);
  // An empty line in its place would end the HTML around it.
  if (isComment(content) && !isAfterGap(reading) && HTML_LINE.test(reading.prose.at(-1) ?? '')) return true;
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

/** Skips a comment of a wiki over several lines, up to a line that ends with its sign. */
function skipWikiComment(reading: Reading): boolean {
  if (reading.missing.has('%%')) return false;
  for (let at = reading.at; at < reading.lines.length; at += 1) {
    if (!closesComment((reading.lines[at] ?? '').trimEnd())) continue;
    reading.at = at + 1;
    return true;
  }
  reading.missing.add('%%');
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

/** Closing tags alone on an indented line after an empty one: they end a template, and are no sample of code. */
function isClosingTags(reading: Reading, line: string): boolean {
  return isApartAndIndented(reading, line) && CLOSING_TAGS.test(line.trim());
}

/** A block element that is indented because it is in another or in a tag of a template, as the line before says. */
function isTemplateTag(reading: Reading, line: string): boolean {
  if (reading.isInList || !isApartAndIndented(reading, line) || !BLOCK_TAG.test(line.trim())) return false;
  const before = reading.lines
    .slice(Math.max(0, reading.at - 1 - MAX_GAP), reading.at - 1)
    .findLast((one) => one.trim());
  return before !== undefined && TEMPLATE_LINE.test(before.trim());
}

const isApartAndIndented = (reading: Reading, line: string) =>
  !reading.wasIndentedCode && indentOf(line) >= CONTENT_INDENT && line.length <= MAX_TAG_LINE && isAfterGap(reading);

function trackList(reading: Reading, line: string): void {
  if (LIST_ITEM.test(line)) reading.isInList = true;
  else if (isAfterGap(reading) && !/^[ \t]/.test(line)) reading.isInList = false;
}
