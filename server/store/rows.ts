import type { Reads, SqlValue, Tx, Written } from './db.ts';
import type { Columns, Raw, Table, Values } from './table.ts';

interface Inserting {
  /** The rest of a `select`, in place of `values`: without a row that it finds, nothing is inserted. */
  select?: string;
  /** What follows, such as `on conflict do nothing`. */
  conflict?: string;
  /** Of both. */
  parameters?: SqlValue[];
}

/** Inserts a row with all columns of the table. */
export function insert<C extends Columns>(
  tx: Pick<Tx, 'write'>,
  table: Table<C, unknown>,
  row: NoInfer<Values<C>>,
  { select, conflict, parameters = [] }: Inserting = {},
): Promise<Written<Raw>> {
  const { name, list, marks, insertion } = table;
  const into = select === undefined ? insertion : `insert into ${name} (${list}) select ${marks} ${select}`;
  const values = valuesOf(table, row);
  values.push(...parameters);
  return tx.write<Raw>(conflict === undefined ? into : `${into} ${conflict}`, values);
}

/** Inserts rows in one statement. */
export function insertAll<C extends Columns>(
  tx: Pick<Tx, 'write'>,
  table: Table<C, unknown>,
  rows: NoInfer<Values<C>>[],
): Promise<Written<Raw>> {
  const more = `, (${table.marks})`.repeat(rows.length - 1);
  return tx.write<Raw>(
    table.insertion + more,
    rows.flatMap((row) => valuesOf(table, row)),
  );
}

/** For `insert`: only if the row that the new one belongs to is there. */
export const ifThere = (table: 'projects' | 'users', id: string): Inserting => ({
  select: `from ${table} where id = ?`,
  parameters: [id],
});

/** The same, and that row is kept until the transaction ends, where others change rows meanwhile (`counting`). */
export const ifKept = (table: 'projects', id: string): Inserting => ({
  select: `from ${table} where id = ? for key share`,
  parameters: [id],
});

/** For `insert`: a row with this key gets the new values of these columns, or of all. */
export function replacing<C extends Columns>(
  { columns, key }: Table<C, unknown>,
  changed?: (keyof C & string)[],
): string {
  const set = columns.filter(({ property, name }) => changed?.includes(property) ?? !key.includes(name));
  return `on conflict (${key.join(', ')}) do update set ${set.map(({ name }) => `${name} = excluded.${name}`).join(', ')}`;
}

type Changes<C extends Columns> = NoInfer<Partial<Values<C>>>;

/** Sets the given columns of the rows that a condition finds. Returns how many there are. */
export async function update<C extends Columns>(
  tx: Pick<Tx, 'write'>,
  table: Table<C, unknown>,
  changes: Changes<C>,
  where: string,
  parameters: SqlValue[],
): Promise<number> {
  const set = setting(table, changes);
  const sql = `update ${table.name} set ${set.sql} where ${where}`;
  return (await tx.write(sql, [...set.values, ...parameters])).changes;
}

/** The same for one row, which it returns as it is then; null if there is none. */
export async function updateOne<C extends Columns, R>(
  tx: Pick<Tx, 'write'>,
  table: Table<C, R>,
  changes: Changes<C>,
  where: string,
  parameters: SqlValue[],
): Promise<R | null> {
  const set = setting(table, changes);
  const sql = `update ${table.name} set ${set.sql} where ${where} returning *`;
  const { rows } = await tx.write<Raw>(sql, [...set.values, ...parameters]);
  return rows[0] ? table.toRow(rows[0]) : null;
}

/** Deletes the rows that a condition finds. Returns how many there were. */
export async function remove(
  tx: Pick<Tx, 'write'>,
  { name }: Pick<Table, 'name'>,
  where: string,
  parameters: SqlValue[],
): Promise<number> {
  return (await tx.write(`delete from ${name} where ${where}`, parameters)).changes;
}

/** Whether a condition finds a row. It may end in a lock. */
export async function exists(
  reads: Reads,
  { name }: Pick<Table, 'name'>,
  where: string,
  parameters: SqlValue[],
): Promise<boolean> {
  return (await reads.read(`select 1 as found from ${name} where ${where}`, parameters)).length > 0;
}

/** The rows that a condition finds, which may end in an order. */
export async function findAll<C extends Columns, R>(
  reads: Reads,
  table: Table<C, R>,
  where: string,
  parameters: SqlValue[],
): Promise<R[]> {
  return (await reads.read<Raw>(`select * from ${table.name} where ${where}`, parameters)).map(table.toRow);
}

/** The first of them; null if there is none. */
export async function find<C extends Columns, R>(
  reads: Reads,
  table: Table<C, R>,
  where: string,
  parameters: SqlValue[],
): Promise<R | null> {
  return (await findAll(reads, table, where, parameters))[0] ?? null;
}

function setting<C extends Columns>(
  table: Table<C, unknown>,
  changes: Changes<C>,
): { sql: string; values: SqlValue[] } {
  const given = changes as Record<string, unknown>;
  const changed = table.columns.filter(({ property }) => given[property] !== undefined);
  return {
    sql: changed.map(({ name }) => `${name} = ?`).join(', '),
    values: changed.map(({ property, write }) => write(given[property])),
  };
}

function valuesOf<C extends Columns>({ columns }: Table<C, unknown>, row: Values<C>): SqlValue[] {
  const given = row as Record<string, unknown>;
  return columns.map(({ property, initial, write }) =>
    write(given[property] === undefined ? initial : given[property]),
  );
}
