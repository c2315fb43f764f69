import { isTotal } from '../../../language/vocabulary/total-words.ts';
import { cellSpans, tableRun } from '../../../store/types/block-text.ts';
import type { Block, Store } from '../../../store/types.ts';
import { isOneBlock, joinRows } from '../../passages/widen-passage.ts';
import type { Passage } from '../../types.ts';

/** A table from its head to its last row, without rows that sum up others. */
export interface Table {
  /** Offsets of its blocks are in the text of this. */
  passage: Passage;
  /** Null where each row has the names of its columns. */
  head: Block | null;
  /** The names of the columns. */
  columns: string[];
  rows: TableRow[];
}

export interface TableRow {
  block: Block;
  /** One for each column: what a row does not have is empty. */
  cells: string[];
}

/** So many passages before and after one are looked at for the rest of its table. */
const REACH = 150;

/** The tables of which a passage has rows: each whole and with names of its columns, else not there. */
export async function readTables(
  chunks: Pick<Store['chunks'], 'between'>,
  projectId: string,
  passage: Passage,
): Promise<Table[]> {
  if (!passage.blocks.some(isRow)) return [];
  const stored = await chunks.between(projectId, passage.sourceId, passage.seq - REACH, passage.seq + REACH);
  const at = stored.findIndex(({ id }) => id === passage.chunkId);
  if (at === -1) return [];
  let [first, last] = [at, at];
  while (isOneBlock(stored[first - 1], stored[first])) first -= 1;
  while (isOneBlock(stored[last], stored[last + 1])) last += 1;
  const isCut = (seq: number) => Math.abs(seq - passage.seq) === REACH;
  if (isCut(stored[first]?.seq ?? 0) || isCut(stored[last]?.seq ?? 0)) return [];
  const from = stored[first]?.start ?? passage.start;
  const { passage: whole } = joinRows(passage, stored.slice(first, last + 1));
  return tablesOf(whole).filter(({ rows }) =>
    rows.some(({ block }) => from + block.end > passage.start && from + block.start < passage.end),
  );
}

function tablesOf(passage: Passage): Table[] {
  const { text, blocks } = passage;
  const tables: Table[] = [];
  for (let at = 0; at < blocks.length; ) {
    const run = isRow(blocks[at]) ? tableRun(text, blocks, at) : null;
    const [first, ...others] = run?.rows ?? [];
    const table = !first
      ? null
      : first.header
        ? belowHead(passage, first, others)
        : ofNamedCells(passage, [first, ...others]);
    if (table && table.rows.length > 0) tables.push(table);
    at += run?.size ?? 1;
  }
  return tables;
}

/** Null with a head of two rows, where a column has two names. */
function belowHead(passage: Passage, head: Block, rows: Block[]): Table | null {
  if (rows.some(({ header }) => header)) return null;
  const columns = cellsOf(passage, head);
  const all = rows.map((block) => {
    const written = cellsOf(passage, block);
    return { block, cells: columns.map((_, at) => written[at] ?? '') };
  });
  return { passage, head, columns, rows: withoutTotals(all) };
}

/** What parts the name of a column from its cell, where a row has both: `Name: Anna | Age: 7`. An empty cell is left out there. */
const NAMED = ': ';

/** Null if a cell has no name, or a row has a name twice. */
function ofNamedCells(passage: Passage, rows: Block[]): Table | null {
  const all = rows.map((block) => {
    const cells = cellsOf(passage, block).map((cell): [string, string] => {
      const at = cell.indexOf(NAMED);
      return [cell.slice(0, Math.max(at, 0)), cell.slice(at + NAMED.length)];
    });
    return { block, cells, byName: new Map(cells) };
  });
  if (all.some(({ cells, byName }) => byName.has('') || byName.size < cells.length)) return null;
  const columns = [...new Set(all.flatMap(({ byName }) => [...byName.keys()]))];
  const tabular = all.map(({ block, byName }) => ({ block, cells: columns.map((name) => byName.get(name) ?? '') }));
  return { passage, head: null, columns, rows: withoutTotals(tabular) };
}

const cellsOf = ({ text }: Passage, row: Block) => cellSpans(text, row).map(({ start, end }) => text.slice(start, end));

const withoutTotals = (rows: TableRow[]) => rows.filter(({ cells: [first = ''] }) => !isTotal(first));

const isRow = (block: Block | undefined) => block?.kind === 'table-row';
