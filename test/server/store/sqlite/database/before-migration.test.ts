import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { migrations } from '../../../../../server/store/migrations/all.ts';
import { migrate } from '../../../../../server/store/migrations/migrate.ts';
import { copyBeforeMigration } from '../../../../../server/store/sqlite/database/before-migration.ts';
import { readDatabaseFacts, readSchemaVersion } from '../../../../../server/store/sqlite/database/database-facts.ts';
import { openSqlite } from '../../../../../server/store/sqlite/database/driver.ts';
import { openSqliteStore } from '../../../../../server/store/sqlite/open.ts';
import {
  databaseFile,
  EMBEDDER,
  ingested,
  SILENT,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

const LATER = [...migrations, ['create table planted (id text primary key)']];

/** As a start of a later version does it. */
async function upgrade(dataDir: string, to = LATER, parts: { now?: () => Date; room?: () => Promise<number> } = {}) {
  const path = databaseFile(dataDir);
  const db = openSqlite(path, Date.now);
  try {
    await copyBeforeMigration(path, to.length, { log: SILENT, ...parts });
    await migrate(db, to);
  } finally {
    await db.close();
  }
}

async function aServersPlace(): Promise<string> {
  const dataDir = places.directory();
  const store = await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT });
  await ingested(store, (await withProject(store)).id, ['One passage.', 'Another one.']);
  await store.close();
  return dataDir;
}

const copiesIn = (dataDir: string) => {
  const folder = join(dataDir, 'backups');
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

describe('a change of the schema', () => {
  it('leaves a checked copy of the database of before', async () => {
    const dataDir = await aServersPlace();
    await upgrade(dataDir);
    expect(readSchemaVersion(databaseFile(dataDir))).toBe(LATER.length);
    const [copy = '', ...more] = copiesIn(dataDir);
    expect(more).toEqual([]);
    expect(copy).toMatch(/^before-schema-\d+-\d{4}-\d\d-\d\dT[\d-]+Z\.sqlite$/);
    expect(copy).toContain(`before-schema-${LATER.length}-`);
    const path = join(dataDir, 'backups', copy);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readSchemaVersion(path)).toBe(migrations.length);
    expect(readDatabaseFacts(path).counts).toMatchObject({ projects: 1, sources: 1, passages: 2 });
    await upgrade(dataDir);
    expect(copiesIn(dataDir)).toEqual([copy]);
  });

  it('makes none of a new database, nor at an ordinary start', async () => {
    const dataDir = await aServersPlace();
    await (await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT })).close();
    expect(copiesIn(dataDir)).toEqual([]);
  });

  it('keeps the last three', async () => {
    const dataDir = await aServersPlace();
    for (let step = 1; step <= 5; step += 1) {
      const steps = [...migrations, ...Array.from({ length: step }, (_, n) => [`create table planted_${n} (id text)`])];
      await upgrade(dataDir, steps, { now: () => new Date(Date.UTC(2026, 0, step)) });
    }
    const kept = copiesIn(dataDir).map((name) =>
      /^before-schema-(\d+)-2026-01-0(\d)T/.exec(name)?.slice(1).map(Number),
    );
    const expected = [3, 4, 5].map((step) => [migrations.length + step, step]);
    // As numbers: by name, the tenth schema comes before the ninth.
    expect(kept.sort((one, other) => (one?.[0] ?? 0) - (other?.[0] ?? 0))).toEqual(expected);
  });

  it('is refused, and nothing changed, where the disk has no room for the copy', async () => {
    const dataDir = await aServersPlace();
    await expect(upgrade(dataDir, LATER, { room: async () => 1_000_000 })).rejects.toThrow(
      /must be copied before it is migrated, but copying failed: only 1 MB are free, and about \d+ MB.*Free some disk space/,
    );
    expect(readSchemaVersion(databaseFile(dataDir))).toBe(migrations.length);
    expect(copiesIn(dataDir)).toEqual([]);
  });

  it('keeps an older version of the program from starting, which says what to do', async () => {
    const dataDir = await aServersPlace();
    await upgrade(dataDir);
    await expect(openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT })).rejects.toThrow(
      new RegExp(
        `schema version ${LATER.length}, but this version of Footnote supports only ${migrations.length}\\. Start the newer version .* the folder backups`,
      ),
    );
  });
});
