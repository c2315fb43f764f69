import type { Reads, Tx } from '../../db.ts';

/** They count in the database itself, so that no way of changing what is searched is left out. As SQLite keeps them. */
export const GENERATION_TRIGGERS = ['generations', 'documents'].flatMap((table) =>
  ['insert', 'update', 'delete'].map(
    (event) => `CREATE TRIGGER search_${table}_${event} after ${event} on ${table}
   begin update search_changes set count = count + 1; end`,
  ),
);

/** Has the database count the changes of generations and documents, of whatever project. */
export async function countGenerationChanges(tx: Tx): Promise<void> {
  await tx.write('create table if not exists search_changes (id integer primary key, count integer not null)');
  await tx.write('insert into search_changes (id, count) values (1, 0) on conflict do nothing');
  for (const trigger of GENERATION_TRIGGERS) await tx.write(trigger.replace('TRIGGER', 'TRIGGER if not exists'));
}

/** What has been read of generations and documents is still so as long as this number is the same. Within a snapshot. */
export async function generationChanges(reads: Reads): Promise<number> {
  const [row] = await reads.read<{ count: number }>('select count from search_changes where id = 1');
  return row?.count ?? 0;
}
