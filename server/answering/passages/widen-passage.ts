import type { Block, ChunkRow, Store } from '../../store/types.ts';
import type { Passage, Span } from '../types.ts';
import { joinParts } from './join-parts.ts';

/** A passage with its neighbours in the section, as one. */
export interface WidePassage {
  passage: Passage;
  /** Where the passage that was found is in the text. */
  within: Span;
  /** Does its first block, or the table that it begins or ends with, have more before it or after it? */
  goesOn: GoesOn;
  /** Reads the first passage of each section that follows under its headings, as far as is looked. */
  sections(): Promise<Passage[]>;
}

export interface GoesOn {
  before: boolean;
  after: boolean;
  /** Where the list that it begins or ends with has more items. */
  list?: Record<'before' | 'after', boolean>;
  /** The head of the table that the passage begins in the middle of, if it is not far before it. */
  head?: TableHead;
}

/** The text of a passage, and the row in it that is the head. */
export interface TableHead {
  text: string;
  row: Block;
}

/** Neighbours on each side. */
const REACH = 1;
/** The same where a numbered list is cut: what the third step is good for depends on the first. */
const REACH_IN_LIST = 5;
/** So many passages before one are looked at for the head of its table. */
const REACH_FOR_HEAD = 50;
/** A passage is not widened beyond this length. */
const MAX_LENGTH = 6000;

/**
 * A passage with the passages before and after it under the same heading: an answer is not cut off where a passage happens to
 * end. A neighbour that begins within a block is left out, as the white space between the two is not stored.
 */
export async function widenPassage(
  chunks: Pick<Store['chunks'], 'between'>,
  projectId: string,
  passage: Passage,
): Promise<WidePassage> {
  const read = (from: number, to: number) =>
    chunks.between(projectId, passage.sourceId, passage.seq + from, passage.seq + to);
  // With the next one on each side, which tells whether a block or a list has more there.
  let [rows, reach] = [await read(-REACH - 1, REACH + 1), REACH + 1];
  if (rows.some(isWithinList)) [rows, reach] = [await read(-REACH_IN_LIST - 1, REACH_IN_LIST + 1), REACH_IN_LIST + 1];
  const at = rows.findIndex(({ id }) => id === passage.chunkId);
  const { start, end } = rows[at] ?? passage;
  // Read again meanwhile, or one release of several: it stands by itself.
  if (at === -1 || start !== passage.start || end !== passage.end)
    return {
      passage,
      within: { start: 0, end: passage.text.length },
      goesOn: { before: false, after: false },
      sections: async () => [],
    };
  let [first, last] = [at, at];
  const reaches = (from: number, to: number) => Math.abs(to - at) <= (isWithinList(rows[from]) ? REACH_IN_LIST : REACH);
  const fits = (from: number, to: number) => (rows[to]?.end ?? 0) - (rows[from]?.start ?? 0) <= MAX_LENGTH;
  while (canJoin(rows[first - 1], rows[first]) && reaches(first, first - 1) && fits(first - 1, last)) first -= 1;
  while (canJoin(rows[last], rows[last + 1]) && reaches(last + 1, last + 1) && fits(first, last + 1)) last += 1;
  const before = isOneBlock(rows[first - 1], rows[first]);
  const head = before ? await tableHead(chunks, projectId, passage.sourceId, rows[first]) : null;
  const list = { before: isOneList(rows[first - 1], rows[first]), after: isOneList(rows[last], rows[last + 1]) };
  const after = isOneBlock(rows[last], rows[last + 1]);
  const goesOn = { before, after, ...((list.before || list.after) && { list }), ...(head && { head }) };
  const sections = async () => {
    const further = reach > REACH_IN_LIST ? [] : await read(reach + 1, REACH_IN_LIST + 1);
    return sectionsBelow(passage, [...rows, ...further], last);
  };
  return { ...joinRows(passage, rows.slice(first, last + 1)), goesOn, sections };
}

/** The head of the table that a passage begins in the middle of; null if it does not, or if the head is far before it. */
async function tableHead(
  chunks: Pick<Store['chunks'], 'between'>,
  projectId: string,
  sourceId: string,
  row: ChunkRow | undefined,
): Promise<TableHead | null> {
  if (row?.blocks[0]?.kind !== 'table-row') return null;
  const before = await chunks.between(projectId, sourceId, row.seq - REACH_FOR_HEAD, row.seq - 1);
  for (const { text, blocks, section } of before.toReversed()) {
    if (section !== row.section) return null;
    const head = blocks.findLastIndex(({ header }, at) => header === true && blocks[at - 1]?.header !== true);
    const rest = head === -1 ? blocks : blocks.slice(head);
    if (!rest.every(({ kind }) => kind === 'table-row')) return null;
    if (head !== -1) return { text, row: blocks[head] as Block };
  }
  return null;
}

function sectionsBelow(passage: Passage, rows: ChunkRow[], last: number): Passage[] {
  const isBelow = ({ headings }: ChunkRow) => passage.headings.every((heading, at) => headings[at] === heading);
  const after = rows.slice(last + 1);
  const end = after.findIndex((row) => !isBelow(row));
  return (end === -1 ? after : after.slice(0, end))
    .filter(({ section }, at) => section !== (after[at - 1] ?? rows[last])?.section)
    .map(({ id, ...row }) => ({ ...passage, ...row, chunkId: id }));
}

/** Do two passages part a block, or a table? */
export function isOneBlock(before: ChunkRow | undefined, after: ChunkRow | undefined): boolean {
  const [last, next] = [before?.blocks.at(-1), after?.blocks[0]];
  if (!before || !after || !last || !next || before.seq + 1 !== after.seq) return false;
  const isOneTable =
    last.kind === 'table-row' && next.kind === 'table-row' && (!next.header || isHeadAgain(before, after));
  return next.continued === true || (isOneTable && before.section === after.section);
}

/** Does the second passage begin with the head of the table that the first one ends with? */
function isHeadAgain(before: ChunkRow, after: ChunkRow): boolean {
  const textOf = ({ text, blocks }: ChunkRow, at: number) => text.slice(blocks[at]?.start, blocks[at]?.end);
  const other = before.blocks.findLastIndex(({ kind }) => kind !== 'table-row');
  const head = before.blocks.findLastIndex(({ header }) => header === true);
  return head > other && textOf(before, head) === textOf(after, 0);
}

/** More than the white space between two blocks is text that was left out, such as a heading. In UTF-16 units. */
const MAX_GAP = 2;

function canJoin(before: ChunkRow | undefined, after: ChunkRow | undefined): boolean {
  if (!before || !after || before.seq + 1 !== after.seq || before.section !== after.section) return false;
  const gap = after.start - before.end;
  const [begins] = after.blocks;
  // Code is cut between its lines; in a sentence, the white space may be any.
  return gap > 0 && gap <= MAX_GAP && begins !== undefined && (!begins.continued || begins.kind === 'code');
}

const FIRST_STEP = /^1\b/;

/** Do two passages part a list between its items? */
function isOneList(before: ChunkRow | undefined, after: ChunkRow | undefined): boolean {
  const [last, next] = [before?.blocks.at(-1), after?.blocks[0]];
  if (!after || !canJoin(before, after) || (last?.depth ?? 0) === 0 || next?.kind !== 'list-item') return false;
  return !FIRST_STEP.test(after.text.slice(next.start));
}

const isWithinList = (row: ChunkRow | undefined) => (row?.blocks[0]?.depth ?? 0) > 0;

/** Passages that follow each other, as one. */
export function joinRows(passage: Passage, rows: ChunkRow[]): Pick<WidePassage, 'passage' | 'within'> {
  const joined = joinParts(rows[0] as ChunkRow, rows.slice(1));
  const within = { start: passage.start - joined.start, end: passage.end - joined.start };
  return { passage: { ...passage, ...joined }, within };
}
