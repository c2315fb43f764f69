import type { Db, SqlValue } from '../db.ts';
import type { Columns, Raw, Table } from '../table.ts';
import type { Page, Paging } from '../types.ts';

/** A list query in parts. User input goes into `parameters` only. */
interface Listing {
  table: string;
  /** Default: every column. */
  select?: string;
  /** Joins for the selected columns. They must not change the number of rows. */
  join?: string;
  where: string;
  parameters: SqlValue[];
  order: string;
}

/** One page of a list with the total, read in one transaction. */
export function paginate<Row>(
  db: Db,
  { table, select = '*', join = '', where, parameters, order }: Listing,
  { limit, offset }: Paging,
  toRow: (raw: Raw) => Row,
): Promise<Page<Row>> {
  return db.snapshot(async (reads) => {
    const rows = await reads.read<Raw>(
      `select ${select} from ${table} ${join} where ${where} order by ${order} limit ? offset ?`,
      [...parameters, limit, offset],
    );
    const [count] = await reads.read<{ total: number }>(
      `select count(*) as total from ${table} where ${where}`,
      parameters,
    );
    return { rows: rows.map(toRow), total: Number(count?.total ?? 0) };
  });
}

/** One page of the rows of a table that a condition finds. */
export const pageOf = <C extends Columns, R>(
  db: Db,
  { name: table, toRow }: Table<C, R>,
  where: string,
  parameters: SqlValue[],
  order: string,
  paging: Paging,
): Promise<Page<R>> => paginate(db, { table, where, parameters, order }, paging, toRow);
