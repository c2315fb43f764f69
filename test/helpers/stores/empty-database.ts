import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from '../../../server/store/sqlite/open.ts';
import { databaseFile, SILENT } from './rows.ts';

let empty: Promise<Buffer> | null = null;

/**
 * Puts the database of an empty store into a data directory that has none. For tests for which it does not matter how it comes
 * about: creating it in small steps is a fifth of the time of opening a store.
 */
export async function placeEmptyDatabase(dataDir: string): Promise<void> {
  if (existsSync(databaseFile(dataDir))) return;
  empty ??= makeEmptyDatabase();
  writeFileSync(databaseFile(dataDir), await empty, { mode: 0o600 });
}

/** `openSqliteStore`, but for the creation of the database. */
export async function openPreparedStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  await placeEmptyDatabase(options.dataDir);
  return openSqliteStore(options);
}

async function makeEmptyDatabase(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'footnote-empty-'));
  const store = await openSqliteStore({ dataDir, embedder: null, log: SILENT });
  await store.close();
  const bytes = readFileSync(databaseFile(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
  return bytes;
}
