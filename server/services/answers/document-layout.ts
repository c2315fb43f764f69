import { joinBlocks, moveBlock } from '../../store/types/join-blocks.ts';
import type { Block, ChunkRow, DocumentRow, PageStart } from '../../store/types.ts';

/** Adjacent passages of a document as one text again, with offsets into the document. */
export interface DocumentLayout {
  /** In order. The level of a heading counts from 1 without gaps; the title has none, so it is 0. */
  blocks: Block[];
  /** The pages that begin in it. */
  pages: PageStart[];
}

type Laid = Pick<ChunkRow, 'start' | 'end' | 'text' | 'headings' | 'blocks' | 'page' | 'laterPages'>;

/**
 * Lays out adjacent passages. `text` is the document's, `title` what it calls itself, `from` where the passage before the first one
 * ends. The headings between passages are in no passage's blocks, only in their paths: they are found in the text.
 */
export function layOutDocument(
  { text, title }: Pick<DocumentRow, 'text' | 'title'>,
  rows: Laid[],
  from: number,
): DocumentLayout {
  let blocks: Block[] = [];
  const pages: PageStart[] = [];
  let end = from;
  let page: number | null = null;
  for (const row of rows) {
    if (row.page !== null && row.page !== page) pages.push({ page: row.page, start: row.start });
    pages.push(...row.laterPages);
    page = row.laterPages.at(-1)?.page ?? row.page;
    const titled = row.headings[0] === title;
    blocks.push(...headingsBetween(text, end, row, titled));
    blocks = joinBlocks(
      blocks,
      withDepths(row, title, titled).map((block) => moveBlock(block, row.start)),
    );
    end = row.end;
  }
  return { blocks, pages };
}

/** The last headings of a passage's path, as many as stand between the passage before and this one. */
function headingsBetween(text: string, from: number, { start, headings }: Laid, titled: boolean): Block[] {
  if (headings.length === 0) return [];
  const found = paragraphsOf(text.slice(from, start)).slice(-headings.length);
  const first = headings.length - found.length + (titled ? 0 : 1);
  return found.map((span, index) => ({
    kind: 'heading',
    start: from + span.start,
    end: from + span.end,
    level: first + index,
  }));
}

/** The blocks of a passage, its headings with their depth in the document. */
function withDepths({ text, headings, blocks }: Laid, title: string | null, titled: boolean): Block[] {
  // A document that was read before passages had blocks.
  if (blocks.length === 0) return paragraphsOf(text).map((span) => ({ kind: 'paragraph', ...span }));
  const base = headings.length - (titled ? 1 : 0);
  const levels: number[] = [];
  return blocks.map((block) => {
    if (block.kind !== 'heading') return block;
    const words = text.slice(block.start, block.end).replace(/\s+/g, ' ');
    const inPath = headings.indexOf(words);
    if (inPath !== -1) return { ...block, level: inPath + (titled ? 0 : 1) };
    if (words === title && levels.length === 0) return { ...block, level: 0 };
    while ((levels.at(-1) ?? 0) >= (block.level ?? 1)) levels.pop();
    levels.push(block.level ?? 1);
    return { ...block, level: base + levels.length };
  });
}

/** Blank lines part the blocks of a document's text. */
function paragraphsOf(text: string): { start: number; end: number }[] {
  return [...text.matchAll(/\S(?:(?!\n\n).)*/gs)].map(({ index, 0: words }) => ({
    start: index,
    end: index + words.trimEnd().length,
  }));
}
