import type { Reads, Tx } from '../../db.ts';

/** Connections count apart, so that two that write to the same project seldom wait for each other or conflict. */
const SLOTS = 64;

/** The rows that a statement has changed, whatever it is. */
const CHANGED = { insert: 'new table as changed', update: 'new table as changed', delete: 'old table as changed' };

/** What is shown of what is found. Triggers of columns are not told the rows that a statement has changed. */
const SHOWN = { sources: ['metadata', 'url', 'external_id', 'repository_id'], repositories: ['forge'] };

const COUNT_CHANGE = `create or replace function count_search_change() returns trigger language plpgsql as $$
  begin
    insert into search_changes (project_id, slot, changes)
    select id, pg_backend_pid() % ${SLOTS}, 1 from projects where id = new.project_id
    on conflict (project_id, slot) do update set changes = search_changes.changes + 1;
    return null;
  end $$`;

const COUNT_CHANGES = `create or replace function count_search_changes() returns trigger language plpgsql as $$
  begin
    insert into search_changes (project_id, slot, changes)
    select distinct project_id, pg_backend_pid() % ${SLOTS}, 1 from changed
    where exists (select 1 from projects where projects.id = changed.project_id) order by project_id
    on conflict (project_id, slot) do update set changes = search_changes.changes + 1;
    return null;
  end $$`;

const FORGET_PROJECT = `create or replace function forget_search_changes() returns trigger language plpgsql as $$
  begin
    delete from search_changes where project_id = old.id;
    return null;
  end $$`;

const TRIGGERS = [
  ...['generations', 'documents'].flatMap((table) =>
    Object.entries(CHANGED).map(([event, rows]) => ({
      name: `search_${table}_${event}`,
      sql: `after ${event} on ${table} referencing ${rows} for each statement execute function count_search_changes()`,
    })),
  ),
  ...Object.entries(SHOWN).map(([table, columns]) => ({
    name: `search_${table}_update`,
    sql: `after update of ${columns.join(', ')} on ${table} for each row
      when (${columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')})
      execute function count_search_change()`,
  })),
  {
    name: 'search_projects_delete',
    sql: 'after delete on projects for each row execute function forget_search_changes()',
  },
];

/**
 * Has the database count the changes of generations and documents of each project, and of what is shown of their sources, so that no
 * way of changing what is searched is left out, on whatever server. A statement counts once, however many generations or documents it
 * changes. Triggers are created only where they are missing, as that waits until no one writes to their tables.
 */
export async function countSearchChanges(tx: Tx): Promise<void> {
  await tx.write(
    `create table if not exists search_changes (
       project_id text not null, slot integer not null, changes bigint not null, primary key (project_id, slot)
     ) with (fillfactor = 50)`,
  );
  await tx.write(COUNT_CHANGE);
  await tx.write(COUNT_CHANGES);
  await tx.write(FORGET_PROJECT);
  const present = await tx.read<{ name: string }>(
    `select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where pg_class.relnamespace = current_schema()::regnamespace`,
  );
  const names = new Set(present.map(({ name }) => name));
  for (const { name, sql } of TRIGGERS) if (!names.has(name)) await tx.write(`create trigger ${name} ${sql}`);
}

/** The changes of a project, whose id is SQL. */
export const changesOf = (projectId: string): string =>
  `(select coalesce(sum(changes), 0) from search_changes where search_changes.project_id = ${projectId})`;

/**
 * What has been read of a project's documents before is still so as long as this number is the same; null where there is no such
 * project. Within a snapshot, or before what it is remembered with.
 */
export async function searchChanges(reads: Reads, projectId: string): Promise<number | null> {
  const [row] = await reads.read<{ changes: number }>(
    `select ${changesOf('projects.id')} as changes from projects where id = ?`,
    [projectId],
  );
  return row?.changes ?? null;
}
