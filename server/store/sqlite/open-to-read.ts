import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { migrations } from '../migrations/all.ts';
import type { Store } from '../types.ts';
import { answeringIndex } from '../vectors/vector-indexes.ts';
import { createTables } from './database/create-tables.ts';
import { openSqliteReader, type SqliteDb } from './database/driver.ts';
import { assertDatabase } from './database/find-database.ts';

/** A read-only store over a database that another process may be writing to. */
export interface ReadingStore extends Pick<Store, 'search' | 'chunks' | 'documents' | 'sources' | 'wordCodes'> {
  /** Oldest first. */
  projects(): Promise<{ id: string; name: string }[]>;
  close(): Promise<void>;
}

/**
 * Opens the embedded store read-only in the caller's thread, without locking the directory, so that a server may be running.
 * Methods that write throw. Throws if there is no database, or if it has another schema version or is searched with another
 * embedder.
 */
export async function openSqliteToRead(
  dataDir: string,
  embedder: { id: string; dimensions: number },
  log: Log,
): Promise<ReadingStore> {
  const path = join(dataDir, 'footnote.db');
  assertDatabase(dataDir);
  const db = openSqliteReader(path, Date.now, { searches: true });
  try {
    await assertCurrent(db);
    await assertAnswersWith(db, embedder);
  } catch (cause) {
    await db.close();
    throw cause;
  }
  const nothing = { delete: () => Promise.reject(new Error('This connection is read-only.')) };
  const tables = createTables(db, { embedder, files: nothing, log });
  return {
    search: tables.search,
    chunks: tables.chunks,
    documents: tables.documents,
    sources: tables.sources,
    wordCodes: tables.wordCodes,
    projects: () => db.read<{ id: string; name: string }>('select id, name from projects order by number'),
    close: () => db.close(),
  };
}

/** Only a server migrates the schema. */
async function assertCurrent(db: SqliteDb): Promise<void> {
  const tables = await db.read(
    "select 1 as found from sqlite_master where name in ('schema_version', 'search_changes')",
  );
  const [row] =
    tables.length === 2 ? await db.read<{ version: number }>('select version from schema_version where id = 1') : [];
  if (row?.version === migrations.length) return;
  throw new Error('The database belongs to another version of Footnote. Start this version of the server on it first.');
}

async function assertAnswersWith(db: SqliteDb, { id, dimensions }: { id: string; dimensions: number }): Promise<void> {
  if ((await answeringIndex(db, id))?.dimensions === dimensions) return;
  const [active] = await db.read<{ embedder: string }>("select embedder from vector_indexes where state = 'active'");
  throw new Error(
    `The vectors in this database were made by the embedder ${active?.embedder}, but EMBEDDER is ${id}. Use the server's setting, or wait until the server has embedded all documents again.`,
  );
}
