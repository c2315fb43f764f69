import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '../../../server/store/db.ts';
import { createPostgresDb } from '../../../server/store/postgres/database/driver.ts';
import { openSqlite } from '../../../server/store/sqlite/database/driver.ts';
import { ANY_POSTGRES } from './any-postgres.ts';
import { placeEmptyDatabase } from './empty-database.ts';
import { databaseFile } from './rows.ts';

/** A database with our schema, for tests of code that all engines share. */
export interface TestDatabase {
  db: Db;
  close(): Promise<void>;
}

/** The engines that several processes may share, or that stand in for such an engine. */
export const DATABASES: { name: string; open(): Promise<TestDatabase> }[] = [
  { name: 'sqlite', open: openOnSqlite },
  { name: ANY_POSTGRES.name, open: openOnPostgres },
];

let schemas = 0;

async function openOnSqlite(): Promise<TestDatabase> {
  const directory = mkdtempSync(join(tmpdir(), 'footnote-database-'));
  await placeEmptyDatabase(directory);
  const db = openSqlite(databaseFile(directory), Date.now);
  return {
    db,
    async close() {
      await db.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function openOnPostgres(): Promise<TestDatabase> {
  schemas += 1;
  const db = createPostgresDb(await ANY_POSTGRES.prepared(`database_${schemas}`));
  return { db, close: () => db.close() };
}
