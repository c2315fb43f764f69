import { type ApiError, errors } from '../../platform/errors.ts';
import type { Counter, Db } from '../db.ts';
import { ifThere, insert } from '../rows.ts';
import type { Columns, Table, Values } from '../table.ts';
import { assertBelow } from './assert-below.ts';

interface Kind<C extends Columns, R> {
  table: Table<C, R>;
  /** Gives the row its number. */
  counter: Counter;
  reached: (limit: number) => ApiError;
}

/** Adds a row to a project. Throws `reached` if the project has `most` of them already, and 404 if it is gone. */
export function addToProject<C extends Columns, R>(
  db: Db,
  { table, counter, reached }: Kind<C, R>,
  row: NoInfer<Omit<Values<C>, 'number'>> & { projectId: string },
  most: number | null,
): Promise<R> {
  const { projectId } = row;
  return db.forProject(projectId).tx(async (tx) => {
    await assertBelow(tx, { table: table.name, owner: 'project_id', id: projectId }, most, reached);
    const [number = 0] = await tx.numbers(counter);
    const numbered = { ...row, number } as unknown as Values<C>;
    const { rows } = await insert(tx, table, numbered, { ...ifThere('projects', projectId), conflict: 'returning *' });
    if (!rows[0]) throw errors.notFound();
    return table.toRow(rows[0]);
  });
}
