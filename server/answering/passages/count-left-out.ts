import type { Block } from '../../store/types.ts';
import type { Span } from '../types.ts';
import { isProse, LEADS_IN } from './group-blocks.ts';
import { headOf, type TablePassage, textOfRow } from './table-head.ts';

/**
 * How many rows, items or lines are missing at the ends of what is shown: of the table, list or code that it begins or ends with.
 * Null if it continues outside of the passage, or ends in a colon that leads into what is not shown. The number of a step says by
 * itself that there are steps before it.
 */
export function countLeftOut(excerpt: TablePassage, { start, end }: Span): number | null {
  const { passage, goesOn } = excerpt;
  const { blocks, text } = passage;
  const first = blocks.findIndex((block) => block.end > start);
  const last = blocks.findLastIndex((block) => block.start < end);
  const [begins, ends] = [blocks[first], blocks[last]];
  if (!begins || !ends) return 0;
  const before = countEntries(excerpt, blocks.slice(0, first).reverse(), begins);
  const after = countEntries(excerpt, blocks.slice(last + 1), ends);
  const next = blocks[last + 1];
  const isUnknown =
    (next !== undefined && next.kind !== 'heading' && LEADS_IN.test(text.slice(start, end))) ||
    (before.isAll && goesOn?.before === true) ||
    (after.isAll && goesOn?.after === true) ||
    (before.isAllOfList && goesOn?.list?.before === true && !begins.ordered) ||
    (after.isAllOfList && goesOn?.list?.after === true);
  const cut = linesIn(text, begins, begins.start, start) + linesIn(text, ends, end, ends.end);
  return isUnknown ? null : (isFirstHead(excerpt, begins) || begins.ordered ? 0 : before.count) + after.count + cut;
}

/**
 * How many of these blocks, the nearest first, are rows of the same table or items of the same list? `isAll`, `isAllOfList`: all of
 * them are, and of a list.
 */
function countEntries(
  excerpt: TablePassage,
  blocks: Block[],
  next: Block,
): { count: number; isAll: boolean; isAllOfList: boolean } {
  const head = textOfHead(excerpt, next);
  const isRow = (block: Block) => block.kind === 'table-row' && (!block.header || textOfHead(excerpt, block) === head);
  const isWithin = ({ depth = 0 }: Block) => depth > 0;
  const belongs = next.kind === 'table-row' ? isRow : isWithin(next) ? isWithin : () => false;
  const other = blocks.findIndex((block) => !belongs(block));
  const entries = (other === -1 ? blocks : blocks.slice(0, other)).filter(
    ({ kind, header, depth = 0 }) => (kind === 'table-row' && !header) || (kind === 'list-item' && depth <= 1),
  );
  return {
    count: entries.length,
    isAll: other === -1 && !isProse(blocks.at(-1) ?? next),
    isAllOfList: other === -1 && isWithin(next),
  };
}

const linesIn = (text: string, { kind }: Block, from: number, to: number) =>
  kind === 'code' ? text.slice(from, Math.max(from, to)).trim().split('\n').filter(Boolean).length : 0;

/** Is it the head of a table, not the same again within it? */
function isFirstHead(excerpt: TablePassage, block: Block): boolean {
  const { blocks } = excerpt.passage;
  const before = blocks[blocks.indexOf(block) - 1];
  const isWithin = before?.kind === 'table-row' && textOfHead(excerpt, before) === textOfHead(excerpt, block);
  return block.header === true && !isWithin;
}

function textOfHead(excerpt: TablePassage, row: Block): string | undefined {
  const head = row.kind === 'table-row' ? headOf(excerpt, row) : undefined;
  return head && textOfRow(head);
}
