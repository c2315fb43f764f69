import type { Db } from '../db.ts';

/**
 * Brings the schema up to date. Each step and its version number are one transaction that checks the version again: a
 * process killed in the middle leaves the step undone, and if two start at once only one runs it. Rejects a database
 * that a newer program has changed; `wayBack` says what the operator can do then instead of starting that program.
 */
export async function migrate(
  db: Db,
  migrations: string[][],
  wayBack = 'restore a backup that was made before the upgrade',
): Promise<void> {
  await db.write('create table if not exists schema_version (id integer primary key, version integer not null)');
  await db.write('insert into schema_version (id, version) values (1, 0) on conflict (id) do nothing');
  const [current] = await db.read<{ version: number }>('select version from schema_version where id = 1');
  const version = current?.version ?? 0;
  if (version > migrations.length) {
    throw new Error(
      `This database has schema version ${version}, but this version of Footnote supports only ${migrations.length}. Start the newer version of Footnote that wrote it, or ${wayBack}.`,
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
