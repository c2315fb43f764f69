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
import { type FoundTag, findTag, isBlockTag, MAX_TAG_LINES } from './block-tags.ts';
import { withoutMarks } from './callout-marks.ts';
import { createScanBudget } from './component-tags.ts';
import { readSummary } from './expandable.ts';
import { readHeadingAnnotation } from './heading-annotation.ts';
import { indentOf, unindent } from './indentation.ts';
import { isClosingTags, isIndentedCode, isTemplateTag } from './indented-lines.ts';
import {
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
  writeLabelAfter,
} from './markup-reading.ts';
import { readMdc } from './mdc-markup.ts';
import { readMyst } from './myst-markup.ts';
import { type Shortcode, shortcodeLabel, shortcodeText } from './shortcodes.ts';
import { skipComment, skipContents, skipModuleLines } from './skipped-lines.ts';
import { readSlashBlocks } from './slash-blocks.ts';
import { beginStep } from './step-list.ts';
import { readTermLists } from './term-list.ts';
import { evenTable } from './uneven-tables.ts';
import { copyVerbatim, startVerbatim } from './verbatim.ts';
import { linkLabels } from './wiki-links.ts';

const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
/** `> [!note] Title`, whose title is a paragraph of its own. What is longer is a sentence that continues in the next line. */
const TITLED_CALLOUT = /^([ \t]*>[> \t]*)\[![^\]]{1,80}\][+-]?[ \t]+\S.{0,59}$/;
/** `> [!NOTE]` alone on its line: below other lines of a quotation, it begins another. */
const ALERT = /^[ \t]{0,20}>[ \t]?\[![a-z]{1,40}\][ \t]*$/i;
const QUOTED = /^[ \t]{0,20}>/;

/**
 * Rewrites what generators of documentation add to Markdown into plain Markdown: containers (`:::tip`, `!!! note`, `<Aside>`,
 * `{{< note >}}`) become paragraphs around their content that stand for their beginning and end (callout-marks.ts), their
 * content is unindented, titles become paragraphs; imports, tags, comments and shortcodes go. So does what wikis add. Code stays
 * as it is.
 */
export function readGeneratorMarkup(source: string): string {
  const reading: Reading = {
    lines: readTermLists(readMdc(readSlashBlocks(readMyst(withoutMarks(source))))).split('\n'),
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
  if (startVerbatim(reading, line)) return;
  const afterComment = skipComment(reading, content);
  if (afterComment !== null) {
    if (afterComment) readMarkdownLine(reading, afterComment);
    return;
  }
  if (skipModuleLines(reading, line) || skipContents(reading, content) || isNotShown(content)) return;
  if (readContainer(reading, line, content) || readTags(reading, line)) return;
  if (ALERT.test(line) && QUOTED.test(reading.lines[reading.at - 2] ?? '')) reading.prose.push('');
  const annotated = readHeadingAnnotation(line);
  const [head, delimiters] = evenTable(reading.prose.at(-1) ?? '', line) ?? [];
  if (head !== undefined) reading.prose[reading.prose.length - 1] = head;
  reading.prose.push(annotated?.heading ?? delimiters ?? line);
  writeLabelAfter(reading, line);
  if (annotated?.request) writeLabel(reading, indentOf(line), `\`${annotated.request}\``);
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
  // Below a heading, or a gap after its term.
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
  const found = findTag(reading, content);
  if (found?.tag.name === 'details' && openDetails(reading, found, indent)) return true;
  if (!found || !isBlockTag(reading, found)) {
    return readTrailingTag(reading, line, content, indent);
  }
  const { tag, rest, lines } = found;
  const closing = `</${tag.name}>`;
  const isWhole = tag.kind === 'opening' && rest.endsWith(closing);
  if (rest && tag.kind !== 'closing' && !isWhole && (tag.kind === 'empty' || rest.includes(closing))) return false;
  reading.at += lines - 1;
  if (/^[A-Z]/.test(tag.name)) reading.isMdx = true;
  const inner = isWhole ? rest.slice(0, -closing.length) : rest;
  if (tag.kind === 'empty') writeLabel(reading, indent, tagLabel(tag));
  else if (tag.kind === 'closing') closeContainer(reading, `<${tag.name}`);
  else openContainer(reading, tagContainer(tag, reading.frames.at(-1)?.closedBy), indent, inner.trim() !== '');
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

function trackList(reading: Reading, line: string): void {
  if (LIST_ITEM.test(line)) reading.isInList = true;
  else if (isAfterGap(reading) && !/^[ \t]/.test(line)) reading.isInList = false;
}
