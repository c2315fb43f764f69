import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { migrations } from '../migrations/all.ts';
import type { Store } from '../types.ts';
import { answeringIndex } from '../vectors/vector-indexes.ts';
import { createTables } from './database/create-tables.ts';
import { openSqliteReader, type SqliteDb } from './database/driver.ts';

/** What may be asked of a database that another process may be writing. */
export interface ReadingStore extends Pick<Store, 'search' | 'chunks' | 'documents' | 'sources'> {
  /** Oldest first. */
  projects(): Promise<{ id: string; name: string }[]>;
  close(): Promise<void>;
}

/**
 * Opens the embedded store to read it, without taking the directory: a server may run on it, and goes on unhindered. What is
 * asked of it to write is refused. Works in the caller's own thread. Throws a sentence where the database is not there, is
 * of another version, or is searched by the vectors of another embedder.
 */
export async function openSqliteToRead(
  dataDir: string,
  embedder: { id: string; dimensions: number },
  log: Log,
): Promise<ReadingStore> {
  const path = join(dataDir, 'footnote.db');
  if (!existsSync(path)) throw new Error(`There is no database in ${dataDir}. Set DATA_DIR to the server's.`);
  const db = openSqliteReader(path, Date.now);
  try {
    await assertCurrent(db);
    await assertAnswersWith(db, embedder);
  } catch (cause) {
    await db.close();
    throw cause;
  }
  const nothing = { delete: () => Promise.reject(new Error('This side of the store only reads.')) };
  const tables = createTables(db, { embedder, files: nothing, log });
  return {
    search: tables.search,
    chunks: tables.chunks,
    documents: tables.documents,
    sources: tables.sources,
    projects: () => db.read<{ id: string; name: string }>('select id, name from projects order by number'),
    close: () => db.close(),
  };
}

/** Only a start of the server changes the schema. */
async function assertCurrent(db: SqliteDb): Promise<void> {
  const [table] = await db.read("select 1 as found from sqlite_master where name = 'schema_version'");
  const [row] = table ? await db.read<{ version: number }>('select version from schema_version where id = 1') : [];
  if (row?.version === migrations.length) return;
  throw new Error(
    'The database is of another version of Footnote than this one. Start this version of the server on it first.',
  );
}

async function assertAnswersWith(db: SqliteDb, { id, dimensions }: { id: string; dimensions: number }): Promise<void> {
  if ((await answeringIndex(db, id))?.dimensions === dimensions) return;
  const [active] = await db.read<{ embedder: string }>("select embedder from vector_indexes where state = 'active'");
  throw new Error(
    `The documents in this database are searched by the vectors of the embedder ${active?.embedder}, but EMBEDDER says ${id}. Set it as it is set for the server, or wait until that has embedded all documents anew.`,
  );
}
