import { isTitle } from '../../language/sentences/sentence-end.ts';
import type { Block, ParsedDocument } from '../types.ts';

/** Blocks that are understood together; most are alone. Document offsets. */
export interface BlockGroup {
  start: number;
  end: number;
}

/** Where a chunk should begin whose first block would be this one. */
export interface BlockContext {
  group: BlockGroup;
  /** Where the headings, the title, the sentence with a colon or the table head directly before the block begins; the block's own start without. */
  introducedFrom: number;
}

/** Finds for each block of a section what it belongs with. */
export function contextOfBlocks({ text }: ParsedDocument, blocks: Block[]): BlockContext[] {
  const contexts: BlockContext[] = [];
  for (const [index, block] of blocks.entries()) {
    const before = blocks[index - 1];
    const context = contexts.at(-1);
    const isIntroduced = before !== undefined && introduces(text, before, block);
    const isJoined = isIntroduced || (before !== undefined && continues(before, block));
    const group = context && isJoined ? context.group : { start: block.start, end: block.end };
    group.end = block.end;
    contexts.push({ group, introducedFrom: isIntroduced && context ? context.introducedFrom : block.start });
  }
  return contexts;
}

/**
 * Says nothing without what follows: a heading, the head of a table, what ends with a colon, the title of a note, and that of a tab
 * or an example, which is followed by code.
 */
function introduces(text: string, { kind, header, picture, depth, callout, start, end }: Block, next: Block): boolean {
  if (kind === 'code') return false;
  if (kind === 'heading' || header === true || /[:：]/.test(text.slice(end - 1, end))) return true;
  const isOfNote = callout !== undefined && next.callout === callout;
  const mayBeTitle = kind === 'paragraph' && !picture && !depth && (isOfNote || next.kind === 'code');
  return mayBeTitle && isTitle(text.slice(start, end));
}

/** True for the rows of one table, and for what is in a list item after its first paragraph. */
function continues(before: Block, { kind, header, depth }: Block): boolean {
  if (kind === 'table-row') return before.kind === 'table-row' && header !== true;
  return kind !== 'list-item' && depth !== undefined && before.depth !== undefined && before.depth >= depth;
}
