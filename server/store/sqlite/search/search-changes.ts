import type { Reads, Tx } from '../../db.ts';

/** What changes what is searched, or what is shown of it. */
const CHANGES = [
  ...['generations', 'documents'].flatMap((table) =>
    ['insert', 'update', 'delete'].map((event) => ({ name: `${table}_${event}`, event: `${event} on ${table}` })),
  ),
  { name: 'sources_update', event: 'update of metadata, url, external_id, repository_id on sources' },
  { name: 'repositories_update', event: 'update of forge on repositories' },
];

/** They count in the database itself, so that no way of changing what is searched is left out. As SQLite keeps them. */
export const SEARCH_TRIGGERS = CHANGES.map(
  ({ name, event }) => `CREATE TRIGGER search_${name} after ${event}
   begin update search_changes set count = count + 1; end`,
);

/** Has the database count the changes of generations and documents, and of what is shown of their sources, of whatever project. */
export async function countSearchChanges(tx: Tx): Promise<void> {
  await tx.write('create table if not exists search_changes (id integer primary key, count integer not null)');
  await tx.write('insert into search_changes (id, count) values (1, 0) on conflict do nothing');
  for (const trigger of SEARCH_TRIGGERS) await tx.write(trigger.replace('TRIGGER', 'TRIGGER if not exists'));
}

/** The number of changes, as SQL. */
export const CHANGES_COUNTED = '(select count from search_changes where id = 1)';

/**
 * What has been read of a project's documents before is still so as long as this number is the same; null where there is no such
 * project. Within a snapshot, or before what it is remembered with.
 */
export async function searchChanges(reads: Reads, projectId: string): Promise<number | null> {
  const [row] = await reads.read<{ changes: number }>(
    `select ${CHANGES_COUNTED} as changes from projects where id = ?`,
    [projectId],
  );
  return row?.changes ?? null;
}
