import { isTitle } from '../../language/sentences/sentence-end.ts';
import { markerOf } from '../../store/types/block-text.ts';
import type { Block } from '../../store/types.ts';
import type { Span } from '../types.ts';

/** Blocks that are shown together or not at all. */
export interface BlockGroup extends Span {
  blocks: Block[];
}

/** A colon at the end leads into what follows. */
export const LEADS_IN = /[:：]\s*$/u;
/** A heading that asks. */
export const ASKS = /[?？؟]\s*$/u;
/** A longer paragraph is more than a question. */
const MAX_QUESTION_LENGTH = 200;

/**
 * Groups the blocks of a passage into what a reader would not want torn apart: a heading or a sentence that ends in a colon
 * with what follows it, a question with what answers it, a list item with what is inside it, and each other block by itself. A
 * summary leads into nothing.
 */
export function groupBlocks(blocks: Block[], text: string): BlockGroup[] {
  const groups: BlockGroup[] = [];
  let open = false;
  let asks = false;
  for (const block of blocks) {
    const group = groups.at(-1);
    const before = group?.blocks.at(-1);
    if (group && before && (open || (asks && answers(block, before)) || belongsTo(block, before))) {
      group.blocks.push(block);
      group.end = block.end;
    } else groups.push({ start: block.start, end: block.end, blocks: [block] });
    // A picture stands between what leads in and what follows.
    if (block.picture) continue;
    open = introduces(block, text.slice(block.start, block.end));
    asks = isProse(block) && !block.summary && isQuestion(text.slice(block.start, block.end));
  }
  return groups;
}

/** A heading, what ends in a colon, or a line by itself such as the title of a note. */
function introduces(block: Block, text: string): boolean {
  if (block.summary) return false;
  if (block.kind === 'heading' || (isProse(block) && LEADS_IN.test(text))) return true;
  return block.kind === 'paragraph' && isTitle(text);
}

const isQuestion = (text: string) => text.length <= MAX_QUESTION_LENGTH && ASKS.test(text);

/** Another section does not answer, nor does the next of several questions in a list. */
const answers = (block: Block, before: Block) =>
  block.kind !== 'heading' && (block.kind !== 'list-item' || before.kind !== 'list-item');

export const isProse = ({ kind }: Block) => kind === 'paragraph' || kind === 'list-item';

/** A nested item, or what is in the same item. */
function belongsTo(block: Block, before: Block): boolean {
  const depth = before.depth ?? 0;
  if (depth === 0 || (block.depth ?? 0) === 0) return false;
  return block.kind === 'list-item' ? (block.depth ?? 0) > 1 : true;
}

/** Joins groups that make one list or one table, as long as they fit: the steps of a list are read together. */
export function joinRuns(groups: BlockGroup[], limit: number): BlockGroup[] {
  const joined: BlockGroup[] = [];
  for (let from = 0; from < groups.length; ) {
    let to = from + 1;
    while (to < groups.length && continuesRun(groups[to - 1], groups[to])) to += 1;
    const run = groups.slice(from, to);
    const [first, last] = [run[0] as BlockGroup, run.at(-1) as BlockGroup];
    if (last.end - first.start <= limit)
      joined.push({ start: first.start, end: last.end, blocks: run.flatMap(({ blocks }) => blocks) });
    else joined.push(...run);
    from = to;
  }
  return joined;
}

/** Does a group go on with the list or the table that another one ends with? */
export function continuesRun(before: BlockGroup | undefined, next: BlockGroup | undefined): boolean {
  const [last, first] = [before?.blocks.at(-1), next?.blocks[0]];
  if (!last || !first) return false;
  if (first.kind === 'list-item') return (last.depth ?? 0) > 0;
  return first.kind === 'table-row' && last.kind === 'table-row';
}

/** Is no more of an item than its marker in a stretch that ends there? So it is where “1.” ends a sentence. */
export const hasOnlyMarker = (text: string, block: Block, end: number): boolean =>
  block.kind === 'list-item' && end <= block.start + markerOf(text, block).length;
