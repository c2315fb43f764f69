import { cellSpans, levelsOf, markerOf, tableRun } from '../../store/types/block-text.ts';
import type { Block } from '../../store/types.ts';
import type { Passage, Span } from '../types.ts';
import { countLeftOut } from './count-left-out.ts';
import { isProse } from './group-blocks.ts';
import { ESCAPED, fence, inlineCode, type TextStyle } from './markdown-text.ts';
import { headOf, textOfRow } from './table-head.ts';
import type { GoesOn, TableHead } from './widen-passage.ts';

/** A part of a passage that is shown: whole blocks, or sentences of one. */
export interface Excerpt extends Span {
  passage: Passage;
  /** The words that say most of what is asked, within the part; null where no sentence is known. */
  key: Span | null;
  /** Where the part belongs to a numbered list: the beginnings of the other steps. */
  steps?: Span[];
  /** Where it opens its page: the names of the sections below it. */
  outline?: string[];
  /** Whether the first and the last block of the passage go on outside of it. */
  goesOn?: GoesOn;
  /** What is above its section, where others of its page have the same name. */
  apart?: string;
}

/** How an excerpt is written. */
interface ExcerptStyle {
  text?: TextStyle;
  /** What is set in bold, wherever it is running text. */
  bold?: Span | null;
  /** A marker, and the place in running text that it follows. */
  cite?: { at: number; marker: string };
  /** What follows a list, table or code of which this many entries or lines are left out; null if their number is not known. */
  more?: (count: number | null) => string;
}

/** What of running text is more than text. */
type InlineMarks = Pick<Block, 'codeSpans' | 'links'>;

/** Spaces a list level: enough for what is inside an item with a number of two digits. */
const INDENT = 4;
const ELLIPSIS = '…';

/** The Markdown of an excerpt, from the blocks of its passage. By default, what would be taken for markup is escaped. */
export function renderExcerpt(excerpt: Excerpt, style: ExcerptStyle = {}): string {
  // Steps before and after the excerpt are items of its list.
  const parts = [excerpt, ...(excerpt.steps ?? [])].sort((a, b) => a.start - b.start);
  const lead = parts.find((part) => part !== excerpt && isLead(excerpt, part));
  const text = parts
    .map((part, at) => {
      const shown = { ...excerpt, start: part.start, end: part.end };
      // A paragraph on the next line would go on with the item before it.
      const isApart = shownBlocks(shown)[0]?.kind === 'paragraph' || parts[at - 1] === lead;
      const separator = at === 0 ? '' : isApart ? '\n\n' : '\n';
      const more = hasMore(excerpt, part, parts[at + 1]) ? ` ${ELLIPSIS}` : '';
      return separator + renderPart(shown, style, at === 0) + more;
    })
    .join('');
  const { more = () => ELLIPSIS } = style;
  const entries = parts.filter((part) => part !== lead);
  const leftOut = countLeftOut(excerpt, { start: entries[0]?.start ?? 0, end: entries.at(-1)?.end ?? 0 });
  return leftOut === 0 ? text : `${text}\n\n${more(leftOut)}`;
}

/** Is a part what leads into the list of the others? */
const isLead = ({ passage: { blocks } }: Excerpt, part: Span) =>
  blocks.some(
    ({ kind, depth = 0, start, end }) => kind === 'paragraph' && depth === 0 && start <= part.start && part.end <= end,
  );

/** A whole passage as Markdown, with its quote in bold. */
export const passageMarkdown = (passage: Passage, quote: Span, goesOn?: GoesOn): string =>
  renderExcerpt({ passage, start: 0, end: passage.text.length, key: null, ...(goesOn && { goesOn }) }, { bold: quote });

/**
 * What an excerpt relies on: its key words, else its first block below a heading. Not all of an excerpt is said to be the answer.
 */
export function quoteOf(excerpt: Excerpt): Span {
  const { key, start, end } = excerpt;
  const block = shownBlocks(excerpt).find(({ kind }) => kind !== 'heading');
  return key ?? (block ? { start: Math.max(block.start, start), end: Math.min(block.end, end) } : { start, end });
}

/** Has a step that is shown by its beginning more than the item itself, such as code, which is not shown next? */
function hasMore({ passage, steps = [] }: Excerpt, part: Span, shownNext: Span | undefined): boolean {
  const at = passage.blocks.findIndex(({ start, end }) => start <= part.start && end === part.end);
  const next = passage.blocks[at + 1];
  if (at === -1 || !steps.includes(part) || next === undefined || levelsOf(next) === 0) return false;
  return shownNext === undefined || next.end <= shownNext.start;
}

/** `isFirst`: it begins the text. What is within an item that is not shown is not indented there, for that would make it code. */
function renderPart(excerpt: Excerpt, style: ExcerptStyle, isFirst: boolean): string {
  const shown = shownBlocks(excerpt);
  if (shown.length === 0) return renderParagraph(excerpt, excerpt, {}, style);
  const { blocks } = excerpt.passage;
  const parts: { lines: string; separator: string }[] = [];
  let notShown = isFirst ? Number.POSITIVE_INFINITY : 0;
  for (let at = 0; at < shown.length; ) {
    const block = shown[at] as Block;
    const isTable = block.kind === 'table-row' && !isRestOfRow(block);
    const head = isTable ? headOf(excerpt, block) : undefined;
    const { rows, size } = isTable
      ? tableRun(excerpt.passage.text, shown, at, head && textOfRow(head))
      : { rows: [block], size: 1 };
    const markdown = isTable ? renderTable(excerpt, rows, head, style) : renderBlock(excerpt, block, style);
    const around = levelsOutside(blocks, block);
    notShown = Math.min(notShown, around);
    const outside = around - notShown;
    const within = levelsOf(block) - around;
    parts.push({
      lines: inPlace(markdown, block, outside, within),
      separator: separatorOf(shown[at - 1], block, outside),
    });
    at += size;
  }
  const text = parts.reduce((before, { lines, separator }) => before + separator + lines, '');
  return goesOnInProse(excerpt, shown.at(-1)) ? `${text} ${ELLIPSIS}` : text;
}

/** Does the last block that is shown, running text, go on? */
function goesOnInProse({ passage: { blocks }, end, goesOn }: Excerpt, last: Block | undefined): boolean {
  return last !== undefined && isProse(last) && (end < last.end || (last === blocks.at(-1) && goesOn?.after === true));
}

/**
 * The blocks that an excerpt shows, whole or in part: without headings that have nothing below them there, and without what
 * stands for pictures, unless there is nothing else. Several headings alone are a list.
 */
export function shownBlocks({ passage, start, end }: Excerpt): Block[] {
  const within = passage.blocks.filter((block) => block.start < end && block.end > start);
  if (within.length > 1 && within.every(({ kind }) => kind === 'heading'))
    return within.map((block) => ({ ...block, kind: 'list-item', depth: 1 }));
  const shown: Block[] = [];
  for (const block of within.toReversed())
    if (!block.picture && !isEmptySection(block, shown.at(-1))) shown.push(block);
  return shown.length > 0 ? shown.reverse() : within;
}

/** Is it a heading that another one of its level or above follows? */
const isEmptySection = (one: Block, next: Block | undefined) =>
  one.kind === 'heading' && next?.kind === 'heading' && (next.level ?? 1) <= (one.level ?? 1);

function separatorOf(before: Block | undefined, block: Block, outside: number): string {
  if (!before) return '';
  if (isTight(before, block)) return '\n';
  // A quote continues over an empty line only if that is quoted, too.
  return block.callout !== undefined && before.callout === block.callout ? `\n${margin(outside)}>\n` : '\n\n';
}

/** Items of one list stand on adjacent lines. */
const isTight = (before: Block, block: Block) =>
  before.kind === 'list-item' && block.kind === 'list-item' && before.callout === block.callout;

function renderBlock(excerpt: Excerpt, block: Block, style: ExcerptStyle): string {
  const { text } = excerpt.passage;
  const span = { start: Math.max(block.start, excerpt.start), end: Math.min(block.end, excerpt.end) };
  if (block.kind === 'code') return fence(text.slice(span.start, span.end), block.language ?? '');
  if (block.kind === 'heading') return textStyleOf(style).heading(text.slice(span.start, span.end));
  if (block.kind === 'paragraph') return renderParagraph(excerpt, span, block, style);
  // Which columns its cells are in is not known.
  if (block.kind === 'table-row') return `${ELLIPSIS} ${renderParagraph(excerpt, span, block, style)}`;
  const marker = markerOf(text, block);
  const begin = Math.max(span.start, block.start + marker.length);
  const cut = span.start > block.start && begin === span.start ? `${ELLIPSIS} ` : '';
  return (
    (marker.replace(BULLET, '- ') || '- ') + cut + renderParagraph(excerpt, { ...span, start: begin }, block, style)
  );
}

const BULLET = /^[^\d]\s+/;

/** How many of these lists are outside of the block's callout, which are those that its first block is in. */
function levelsOutside(blocks: Block[], block: Block): number {
  if (block.callout === undefined) return levelsOf(block);
  let at = blocks.indexOf(block);
  while (blocks[at - 1]?.callout === block.callout) at -= 1;
  return Math.min(levelsOf(blocks[at] ?? block), levelsOf(block));
}

const margin = (levels: number) => ' '.repeat(INDENT * levels);

/** Indents a block by the lists that it is in outside of its quote, and sets it in that, indented by those within. */
function inPlace(markdown: string, { callout }: Block, outside: number, within: number): string {
  const indent = (text: string, levels: number) => text.replace(/^(?=.)/gm, margin(levels));
  if (callout === undefined) return indent(markdown, outside);
  return indent(indent(markdown, within).replace(/^/gm, '> '), outside);
}

const textStyleOf = ({ text = ESCAPED }: ExcerptStyle): TextStyle => text;

/** Running text of a passage, with its line breaks. */
function renderParagraph(excerpt: Excerpt, span: Span, marks: InlineMarks, style: ExcerptStyle): string {
  return textStyleOf(style).lines(renderText(excerpt, span, marks, style));
}

/** Running text: code as code, links as links, what is to be bold in bold, the marker in its place, the rest in the style. */
function renderText(
  { passage: { text } }: Excerpt,
  { start, end }: Span,
  marks: InlineMarks,
  style: ExcerptStyle,
): string {
  const { bold, cite } = style;
  const edges = [start, bold?.start, bold?.end, cite?.at, end].filter((at) => at !== undefined);
  const within = [...new Set(edges)].filter((at) => at >= start && at <= end).sort((a, b) => a - b);
  return within
    .slice(1)
    .map((to, at) => {
      const from = within[at] as number;
      const written = renderInline(text, { start: from, end: to }, marks, textStyleOf(style));
      // A parenthesis right after the marker would make it a link.
      const words = cite?.at === from && written.startsWith('(') ? `\\${written}` : written;
      const isBold = bold && bold.start <= from && to <= bold.end;
      return (isBold ? inBold(words) : words) + (cite?.at === to ? cite.marker : '');
    })
    .join('');
}

/** Nothing is bold whose first or last character is white space. */
const inBold = (words: string) => words.replace(/^(\s*)(\S(?:.*\S)?)(\s*)$/s, '$1**$2**$3');

/** A link or code that the key words begin or end in the middle of is text like any other, as is a link to another file. */
function renderInline(
  text: string,
  { start, end }: Span,
  { links = [], codeSpans = [] }: InlineMarks,
  style: TextStyle,
): string {
  const within = (spans: Span) => renderCode(text, spans, codeSpans, style);
  let output = '';
  let from = start;
  for (const link of links) {
    if (link.start < from || link.end > end || !/^https?:/.test(link.address)) continue;
    // After an exclamation mark it would be a picture.
    const before = within({ start: from, end: link.start }).replace(/!$/, '\\!');
    output += before + style.link(within(link), link.address);
    from = link.end;
  }
  return output + within({ start: from, end });
}

function renderCode(text: string, { start, end }: Span, codeSpans: [number, number][], style: TextStyle): string {
  let output = '';
  let from = start;
  for (const [codeStart, codeEnd] of codeSpans) {
    if (codeStart < from || codeEnd > end) continue;
    output += style.inline(text.slice(from, codeStart)) + inlineCode(text.slice(codeStart, codeEnd));
    from = codeEnd;
  }
  return output + style.inline(text.slice(from, end));
}

/** The rest of a row whose beginning is in the passage before. */
const isRestOfRow = ({ kind, continued, header }: Block) =>
  kind === 'table-row' && continued === true && header !== true;

/** Rows under the head of their table, also where that is not part of the excerpt or of its passage. */
function renderTable(
  excerpt: Excerpt,
  rows: Block[],
  head: TableHead | undefined,
  { cite, ...style }: ExcerptStyle,
): string {
  const { passage } = excerpt;
  const cellsOf = (row: Block, { text } = passage) =>
    cellSpans(text, row).map((cell) =>
      renderText({ ...excerpt, passage: { ...passage, text } }, cell, row, style)
        .replace(/\n/g, ' ')
        .replaceAll('|', '\\|'),
    );
  const names = head ? cellsOf(head.row, { ...passage, text: head.text }) : [];
  const body = rows.filter((row) => row !== head?.row).map((row) => cellsOf(row));
  const columns = Math.max(names.length, ...body.map((cells) => cells.length));
  const line = (cells: string[]) => `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  return [line(names), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n');
}
