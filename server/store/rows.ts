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
  { select, conflict = '', parameters = [] }: Inserting = {},
): Promise<Written<Raw>> {
  const marks = table.columns.map(() => '?').join(', ');
  const source = select === undefined ? `values (${marks})` : `select ${marks} ${select}`;
  return tx.write<Raw>(`insert into ${table.name} (${table.list}) ${source} ${conflict}`.trimEnd(), [
    ...valuesOf(table, row),
    ...parameters,
  ]);
}

/** Inserts rows in one statement. */
export function insertAll<C extends Columns>(
  tx: Pick<Tx, 'write'>,
  table: Table<C, unknown>,
  rows: NoInfer<Values<C>>[],
): Promise<Written<Raw>> {
  const marks = `(${table.columns.map(() => '?').join(', ')})`;
  return tx.write<Raw>(
    `insert into ${table.name} (${table.list}) values ${rows.map(() => marks).join(', ')}`,
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

/** Changes the given columns of all rows that a condition finds, and returns these rows. */
export async function update<C extends Columns, R>(
  tx: Pick<Tx, 'write'>,
  table: Table<C, R>,
  changes: NoInfer<Partial<Values<C>>>,
  where: string,
  parameters: SqlValue[],
): Promise<R[]> {
  const given = changes as Record<string, unknown>;
  const changed = table.columns.filter(({ property }) => given[property] !== undefined);
  const { rows } = await tx.write<Raw>(
    `update ${table.name} set ${changed.map(({ name }) => `${name} = ?`).join(', ')} where ${where} returning *`,
    [...changed.map(({ property, write }) => write(given[property])), ...parameters],
  );
  return rows.map(table.toRow);
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

function valuesOf<C extends Columns>({ columns }: Table<C, unknown>, row: Values<C>): SqlValue[] {
  const given = row as Record<string, unknown>;
  return columns.map(({ property, initial, write }) =>
    write(given[property] === undefined ? initial : given[property]),
  );
}
