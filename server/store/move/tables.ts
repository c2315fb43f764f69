import type { Reads, SqlValue } from '../db.ts';

/** A table that all engines have alike. */
export interface MovedTable {
  name: string;
  columns: string[];
  /** The columns of its key, in the key's order. */
  key: string[];
  /** Those that hold texts, whose lengths are most of a row. */
  texts: string[];
}

/** One row, its values in the order of the table's columns. */
export type MovedRow = (string | number | null)[];

/**
 * What each engine has in its own way, or for itself: the version of its schema, numbers, what is under way for a minute, files
 * and secrets. A move takes those one by one, where they are worth it.
 */
const APART = ['schema_version', 'arriving', 'counters', 'leases', 'limit_states', 'files', 'file_parts', 'secrets'];

/** Moved last, as its rows are what says that there are vectors. */
export const VECTOR_INDEXES = 'vector_indexes';

/** What a table is called among the parts of a move. */
export const partOf = ({ name }: Pick<MovedTable, 'name'>) => `table ${name}`;

/** Those that are to be erased have no vectors worth moving. */
const MOVED_OF: Record<string, string> = { [VECTOR_INDEXES]: "state <> 'retired'" };

/**
 * All tables of the one schema, as the embedded engine describes them: what a schema change adds is moved without being named
 * here. Those of the search index, which each engine lays out for itself, begin with `search_`.
 */
export async function movedTables(sqlite: Reads): Promise<MovedTable[]> {
  const columns = await sqlite.read<{ name: string; column: string; type: string; place: number }>(
    `select tables.name, info.name as "column", lower(info.type) as type, info.pk as place
     from sqlite_master as tables, pragma_table_info(tables.name) as info
     where tables.type = 'table' and tables.name not like 'sqlite%' and tables.name not like 'search%'
     order by tables.name, info.cid`,
  );
  const names = [...new Set(columns.map(({ name }) => name))].filter((name) => !APART.includes(name));
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

const where = ({ name }: MovedTable) => MOVED_OF[name] ?? '1 = 1';

/** How many rows it has, and about how many bytes they are. */
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

/** The same of one row. */
export const bytesOf = (row: MovedRow): number =>
  row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : BYTES_OF_NUMBERS), 0);

/** The next rows in the order of the key, as the engine sorts; `after` is the key of the last one before them. */
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

/** How many rows of a table are held in memory at a time: whole documents are millions of characters. */
export const rowsAtOnce = ({ name }: MovedTable): number => (name === 'documents' ? 4 : 100);

/** A statement that inserts so many rows. */
export function insertInto(table: MovedTable, rows: number): string {
  const row = `(${table.columns.map(() => '?').join(', ')})`;
  return `insert into ${table.name} (${table.columns.join(', ')}) values ${Array(rows).fill(row).join(', ')}`;
}
