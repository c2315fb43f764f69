import { TABLES } from '../all-tables.ts';
import type { Reads, SqlValue } from '../db.ts';

/** A table with the same columns on every engine. */
export type MovedTable = (typeof TABLES)[number];

/** One row, its values in the order of the table's columns. */
export type MovedRow = (string | number | null)[];

/**
 * Tables that are not copied row by row: each engine keeps the schema version, counters, short-lived leases and limits, and files
 * in its own way. Counters and files are copied separately. What the reader has read is read once more at the target.
 */
const NOT_COPIED = [
  'schema_version',
  'arriving',
  'counters',
  'leases',
  'limit_states',
  'files',
  'file_parts',
  'word_codes',
  'read_generations',
];

/** Copied last: its rows declare which vectors exist. */
export const VECTOR_INDEXES = 'vector_indexes';

/** The name of a table among the parts of a move. */
export const partOf = ({ name }: Pick<MovedTable, 'name'>) => `table ${name}`;

/** Conditions on the rows to copy: retired indexes are about to be erased. */
const ROW_CONDITIONS: Record<string, string> = { [VECTOR_INDEXES]: "state <> 'retired'" };

/** All tables to copy. */
export const MOVED_TABLES: MovedTable[] = TABLES.filter(({ name }) => !NOT_COPIED.includes(name)).sort((one, other) =>
  one.name < other.name ? -1 : 1,
);

const where = ({ name }: MovedTable) => ROW_CONDITIONS[name] ?? '1 = 1';

/** The number of rows, and approximately their bytes. */
export async function sizeOf(reads: Reads, table: MovedTable): Promise<{ rows: number; bytes: number }> {
  const texts = table.columns.filter(({ type }) => type === 'text');
  const lengths = texts.map(({ name }) => `coalesce(length(${name}), 0)`).join(' + ') || '0';
  const [row] = await reads.read<{ rows: number; bytes: number | null }>(
    `select count(*) as rows, sum(${lengths}) as bytes from ${table.name} where ${where(table)}`,
  );
  const rows = Number(row?.rows ?? 0);
  return {
    rows,
    bytes: Number(row?.bytes ?? 0) + rows * BYTES_OF_NUMBERS * (table.columns.length - texts.length),
  };
}

const BYTES_OF_NUMBERS = 8;

/** The approximate bytes of one row, counted like `sizeOf`. */
export const bytesOf = (row: MovedRow): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : BYTES_OF_NUMBERS), 0);

/** The next rows in the engine's order of the key, after the row with the key `after`. */
export async function nextRows(
  reads: Reads,
  table: MovedTable,
  after: SqlValue[] | null,
  limit: number,
): Promise<MovedRow[]> {
  const key = table.key.join(', ');
  const places = table.key.map(() => '?').join(', ');
  const beyond = after === null ? '' : `and (${key}) > (${places})`;
  const rows = await reads.read<Record<string, string | number | null>>(
    `select ${table.list} from ${table.name} where ${where(table)} ${beyond} order by ${key} limit ?`,
    [...(after ?? []), limit],
  );
  return rows.map((row) => table.columns.map(({ name }) => row[name] ?? null));
}

export const keyOf = (table: MovedTable, row: MovedRow): SqlValue[] =>
  table.key.map((key) => row[table.columns.findIndex(({ name }) => name === key)] ?? null);

/** The tables whose rows may have hundreds of thousands of characters, or millions. */
const LARGE_ROWS = ['documents', 'widget_images'];

/** How many rows of a table are held in memory at a time. */
export const rowsAtOnce = ({ name }: MovedTable): number => (LARGE_ROWS.includes(name) ? 4 : 100);

/** A statement that inserts this many rows. */
export function insertInto(table: MovedTable, rows: number): string {
  const row = `(${table.columns.map(() => '?').join(', ')})`;
  return `insert into ${table.name} (${table.list}) values ${Array(rows).fill(row).join(', ')}`;
}
