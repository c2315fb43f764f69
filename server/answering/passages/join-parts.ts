import { joinBlocks, moveBlock } from '../../store/types/join-blocks.ts';
import type { ChunkRow } from '../../store/types.ts';

type Part = Pick<ChunkRow, 'start' | 'end' | 'text' | 'blocks' | 'page' | 'laterPages'>;

/**
 * Parts of a document that follow each other, as one. Only the length of the white space between two of them is known, so it becomes
 * line breaks.
 */
export function joinParts(first: Part, others: Part[]): Part {
  const { start, page } = first;
  let { text, blocks } = first;
  const laterPages = [...first.laterPages];
  for (const part of others) {
    const offset = part.start - start;
    text = text.padEnd(offset, '\n') + part.text;
    blocks = joinBlocks(
      blocks,
      part.blocks.map((block) => moveBlock(block, offset)),
    );
    if (part.page !== null && part.page !== (laterPages.at(-1)?.page ?? page))
      laterPages.push({ page: part.page, start: part.start });
    laterPages.push(...part.laterPages);
  }
  return { start, end: start + text.length, text, blocks, page, laterPages };
}
