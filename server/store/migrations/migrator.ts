import type { Db } from '../db.ts';

/**
 * Brings the schema up to date. Each step and its new version number are one transaction that looks at the version
 * again inside: a process killed in the middle leaves the step undone, and of two that start at once only one does it.
 * Refuses a database that a newer program has already changed.
 */
export async function migrate(db: Db, migrations: string[][]): Promise<void> {
  await db.write('create table if not exists schema_version (id integer primary key, version integer not null)');
  await db.write('insert into schema_version (id, version) values (1, 0) on conflict (id) do nothing');
  const [current] = await db.read<{ version: number }>('select version from schema_version where id = 1');
  const version = current?.version ?? 0;
  if (version > migrations.length) {
    throw new Error(
      `This database has schema version ${version}, but this version of Footnote knows only ${migrations.length}. Start the newer version of Footnote that wrote it, or go back to the database of before, which that version has put into the folder backups of the data directory.`,
    );
  }
  for (let step = version; step < migrations.length; step += 1) {
    await db.tx(async (tx) => {
      const claimed = await tx.write('update schema_version set version = ? where id = 1 and version = ?', [
        step + 1,
        step,
      ]);
      if (claimed.changes === 0) return;
      for (const statement of migrations[step] ?? []) await tx.write(statement);
    });
  }
}
