import type { Reads, SqlValue } from '../db.ts';

/** A table with the same columns on every engine. */
export interface MovedTable {
  name: string;
  columns: string[];
  /** The columns of its key, in the key's order. */
  key: string[];
  /** The text columns, which make up most of a row's size. */
  texts: string[];
}

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

/**
 * All tables to copy, read from the schema of SQLite, so that tables which a migration adds are included. The tables of the search
 * index begin with `search_`; each engine has its own.
 */
export async function movedTables(sqlite: Reads): Promise<MovedTable[]> {
  const columns = await sqlite.read<{ name: string; column: string; type: string; place: number }>(
    `select tables.name, info.name as "column", lower(info.type) as type, info.pk as place
     from sqlite_master as tables, pragma_table_info(tables.name) as info
     where tables.type = 'table' and tables.name not like 'sqlite%' and tables.name not like 'search%'
     order by tables.name, info.cid`,
  );
  const names = [...new Set(columns.map(({ name }) => name))].filter((name) => !NOT_COPIED.includes(name));
  return names.map((name) => {
    const own = columns.filter((column) => column.name === name);
    const key = own.filter(({ place }) => place > 0).sort((one, other) => one.place - other.place);
    return {
      name,
      columns: own.map(({ column }) => column),
      key: key.map(({ column }) => column),
      texts: own.filter(({ type }) => type === 'text').map(({ column }) => column),
    };
  });
}

const where = ({ name }: MovedTable) => ROW_CONDITIONS[name] ?? '1 = 1';

/** The number of rows, and approximately their bytes. */
export async function sizeOf(reads: Reads, table: MovedTable): Promise<{ rows: number; bytes: number }> {
  const lengths = table.texts.map((column) => `coalesce(length(${column}), 0)`).join(' + ') || '0';
  const [row] = await reads.read<{ rows: number; bytes: number | null }>(
    `select count(*) as rows, sum(${lengths}) as bytes from ${table.name} where ${where(table)}`,
  );
  const rows = Number(row?.rows ?? 0);
  return {
    rows,
    bytes: Number(row?.bytes ?? 0) + rows * BYTES_OF_NUMBERS * (table.columns.length - table.texts.length),
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
    `select ${table.columns.join(', ')} from ${table.name} where ${where(table)} ${beyond} order by ${key} limit ?`,
    [...(after ?? []), limit],
  );
  return rows.map((row) => table.columns.map((column) => row[column] ?? null));
}

export const keyOf = (table: MovedTable, row: MovedRow): SqlValue[] =>
  table.key.map((column) => row[table.columns.indexOf(column)] ?? null);

/** The tables whose rows may have hundreds of thousands of characters, or millions. */
const LARGE_ROWS = ['documents', 'widget_images'];

/** How many rows of a table are held in memory at a time. */
export const rowsAtOnce = ({ name }: MovedTable): number => (LARGE_ROWS.includes(name) ? 4 : 100);

/** A statement that inserts this many rows. */
export function insertInto(table: MovedTable, rows: number): string {
  const row = `(${table.columns.map(() => '?').join(', ')})`;
  return `insert into ${table.name} (${table.columns.join(', ')}) values ${Array(rows).fill(row).join(', ')}`;
}
