import { cellSpans, levelsOf, markerOf, tableRun } from '../../store/types/block-text.ts';
import type { Block } from '../../store/types.ts';
import type { Passage, Span } from '../types.ts';
import { isProse } from './group-blocks.ts';
import { ESCAPED, fence, inlineCode, type TextStyle } from './markdown-text.ts';
import type { GoesOn } from './widen-passage.ts';

/** A part of a passage that is shown: whole blocks, or sentences of one. */
export interface Excerpt extends Span {
  passage: Passage;
  /** The words that matter most, within the part; null where all of it matters. */
  key: Span | null;
  /** Where the part belongs to a numbered list: the beginnings of the other steps. */
  steps?: Span[];
  /** Whether the first and the last block of the passage go on outside of it. */
  goesOn?: GoesOn;
}

/** Spaces a list level: enough for what is inside an item with a number of two digits. */
const INDENT = 4;
const ELLIPSIS = '…';

/** The Markdown of an excerpt, from the blocks of its passage. By default, what would be taken for markup is escaped. */
export function renderExcerpt(excerpt: Excerpt, style = ESCAPED): string {
  // Steps before and after the excerpt are items of its list.
  const parts = [excerpt, ...(excerpt.steps ?? [])].sort((a, b) => a.start - b.start);
  const text = parts
    .map(
      (part) =>
        renderPart({ ...excerpt, start: part.start, end: part.end }, style) +
        (hasMore(excerpt, part) ? ` ${ELLIPSIS}` : ''),
    )
    .join('\n');
  const { before, after } = listGoesOn(excerpt.passage.blocks, parts[0] ?? excerpt, parts.at(-1) ?? excerpt);
  return `${before ? `${ELLIPSIS}\n\n` : ''}${text}${after ? `\n\n${ELLIPSIS}` : ''}`;
}

/** Has a list items before the first part that is shown, or after the last one? The number of a step says so itself. */
function listGoesOn(blocks: Block[], { start }: Span, { end }: Span): GoesOn {
  const first = blocks.findIndex((block) => block.start === start);
  const last = blocks.findIndex((block) => block.end === end);
  const isWithin = (block: Block | undefined) => (block?.depth ?? 0) > 0;
  return {
    before: blocks[first]?.kind === 'list-item' && !blocks[first].ordered && isWithin(blocks[first - 1]),
    after: isWithin(blocks[last]) && blocks[last + 1]?.kind === 'list-item',
  };
}

/** Has a step that is shown by its beginning more than the item itself, such as code? */
function hasMore({ passage, steps = [] }: Excerpt, part: Span): boolean {
  const at = passage.blocks.findIndex(({ start, end }) => start <= part.start && end === part.end);
  const next = passage.blocks[at + 1];
  return at !== -1 && steps.includes(part) && next !== undefined && levelsOf(next) > 0;
}

function renderPart(excerpt: Excerpt, style: TextStyle): string {
  const shown = shownBlocks(excerpt);
  if (shown.length === 0) return renderParagraph(excerpt, excerpt, [], style);
  const { blocks } = excerpt.passage;
  const parts: { lines: string; separator: string }[] = [];
  for (let at = 0; at < shown.length; ) {
    const block = shown[at] as Block;
    const run = block.kind === 'table-row' ? tableRun(shown, at) : [block];
    const markdown = block.kind === 'table-row' ? renderTable(excerpt, run, style) : renderBlock(excerpt, block, style);
    const outside = levelsOutside(blocks, block);
    parts.push({ lines: inPlace(markdown, block, outside), separator: separatorOf(shown[at - 1], block, outside) });
    at += run.length;
  }
  const { before, after } = cutEnds(excerpt, shown);
  const [first, last] = [shown[0], shown.at(-1)];
  const opening =
    before && first?.kind === 'code' ? `${inPlace(ELLIPSIS, first, levelsOutside(blocks, first))}\n\n` : '';
  if (last && after && last.kind !== 'table-row')
    parts.push({ lines: ELLIPSIS, separator: isProse(last) ? ' ' : '\n\n' });
  return parts.reduce((text, { lines, separator }) => text + separator + lines, opening);
}

/** Is the first or the last block of an excerpt, or the table that it is in, shown in part? */
function cutEnds({ passage, start, end, goesOn }: Excerpt, shown: Block[]): GoesOn {
  const { blocks } = passage;
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return { before: false, after: false };
  const isRow = (block: Block | undefined) => block?.kind === 'table-row';
  const [previous, next] = [blocks[blocks.indexOf(first) - 1], blocks[blocks.indexOf(last) + 1]];
  return {
    before:
      start > first.start ||
      (previous ? isRow(first) && isRow(previous) && !first.header && !previous.header : goesOn?.before === true),
    after: end < last.end || (next ? isRow(last) && isRow(next) && !next.header : goesOn?.after === true),
  };
}

/** The blocks that an excerpt shows, whole or in part. */
export const shownBlocks = ({ passage, start, end }: Excerpt): Block[] =>
  passage.blocks.filter((block) => block.start < end && block.end > start);

function separatorOf(before: Block | undefined, block: Block, outside: number): string {
  if (!before) return '';
  if (isTight(before, block)) return '\n';
  // A quote continues over an empty line only if that is quoted, too.
  return block.callout !== undefined && before.callout === block.callout ? `\n${margin(outside)}>\n` : '\n\n';
}

/** Items of one list stand on adjacent lines. */
const isTight = (before: Block, block: Block) =>
  before.kind === 'list-item' && block.kind === 'list-item' && before.callout === block.callout;

function renderBlock(excerpt: Excerpt, block: Block, style: TextStyle): string {
  const { text } = excerpt.passage;
  const span = { start: Math.max(block.start, excerpt.start), end: Math.min(block.end, excerpt.end) };
  if (block.kind === 'code') return fence(text.slice(span.start, span.end), block.language ?? '');
  if (block.kind === 'heading') return `**${style.inline(text.slice(span.start, span.end))}**`;
  if (block.kind === 'paragraph') return renderParagraph(excerpt, span, block.codeSpans ?? [], style);
  const marker = markerOf(text, block);
  const begin = Math.max(span.start, block.start + marker.length);
  const cut = span.start > block.start && begin === span.start ? `${ELLIPSIS} ` : '';
  return (
    (marker.replace(BULLET, '- ') || '- ') +
    cut +
    renderParagraph(excerpt, { ...span, start: begin }, block.codeSpans ?? [], style)
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

/** Indents a block by the lists that it is in, and sets it in its quote. */
function inPlace(markdown: string, block: Block, outside: number): string {
  const indent = (text: string, levels: number) => text.replace(/^(?=.)/gm, margin(levels));
  if (block.callout === undefined) return indent(markdown, outside);
  return indent(indent(markdown, levelsOf(block) - outside).replace(/^/gm, '> '), outside);
}

/** Running text of a passage: code as code, the key words marked, the rest in the style. */
function renderParagraph(
  { passage, key }: Excerpt,
  { start, end }: Span,
  codeSpans: [number, number][],
  style: TextStyle,
): string {
  const marked = key && key.start >= start && key.end <= end && (key.start > start || key.end < end) ? key : null;
  const edges = marked ? [start, marked.start, marked.end, end] : [start, end];
  const parts = edges.slice(1).map((to, at) => renderInline(passage.text, edges[at] as number, to, codeSpans, style));
  const [before = '', bold = '', after = ''] = parts;
  return style.lines(marked ? `${before}**${bold}**${after}` : before);
}

function renderInline(
  text: string,
  start: number,
  end: number,
  codeSpans: [number, number][],
  style: TextStyle,
): string {
  let output = '';
  let from = start;
  for (const [codeStart, codeEnd] of codeSpans) {
    // Code that the key words end in the middle of is text like any other.
    if (codeStart < from || codeEnd > end) continue;
    output += style.inline(text.slice(from, codeStart)) + inlineCode(text.slice(codeStart, codeEnd));
    from = codeEnd;
  }
  return output + style.inline(text.slice(from, end));
}

/**
 * Rows under the head of their table, also where that is not part of the excerpt. A row of three dots stands for those that are
 * left out.
 */
function renderTable(excerpt: Excerpt, rows: Block[], style: TextStyle): string {
  const { passage } = excerpt;
  const [first] = rows;
  const { before, after } = cutEnds(excerpt, rows);
  const own = first?.header ? first : headOf(passage.blocks, first);
  const cellsOf = (row: Block) =>
    cellSpans(passage.text, row).map(({ start, end }) =>
      renderInline(passage.text, start, end, row.codeSpans ?? [], style)
        .replace(/\n/g, ' ')
        .replaceAll('|', '\\|'),
    );
  const head = own ? cellsOf(own) : [];
  const body = rows.filter((row) => row !== own).map(cellsOf);
  const columns = Math.max(head.length, ...body.map((cells) => cells.length));
  const line = (cells: string[]) => `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const leftOut = line(Array(columns).fill(ELLIPSIS));
  return [
    line(head),
    `|${' --- |'.repeat(columns)}`,
    ...(before ? [leftOut] : []),
    ...body.map(line),
    ...(after ? [leftOut] : []),
  ].join('\n');
}

/** The head of the table that a row is in. */
function headOf(blocks: Block[], row: Block | undefined): Block | null {
  for (let at = row ? blocks.indexOf(row) - 1 : -1; blocks[at]?.kind === 'table-row'; at -= 1) {
    if (blocks[at]?.header && !blocks[at - 1]?.header) return blocks[at] ?? null;
  }
  return null;
}
