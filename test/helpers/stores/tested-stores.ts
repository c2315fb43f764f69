import { basename } from 'node:path';
import { beforeAll } from 'vitest';
import { createPostgresDb } from '../../../server/store/postgres/database/driver.ts';
import { openStoreOn } from '../../../server/store/postgres/open.ts';
import type { Store } from '../../../server/store/types.ts';
import { openPreparedStore } from './empty-database.ts';
import { pgliteSessions, startedPglite } from './pglite.ts';
import { noPostgres } from './postgres.ts';
import { preparedSessions } from './postgres-sessions.ts';
import { EMBEDDER, querySqlite, SILENT } from './rows.ts';

/** The stores that tests of searching and vectors run on. Each test opens a separate store. */
export const searchStores = (): TestedStore[] => [SQLITE, onPglite(), ...(noPostgres === null ? [onServer()] : [])];

/** The stores that all other tests run on: PGlite is slow, and is the same Postgres where a server is installed. */
export const rowStores = (): TestedStore[] => [SQLITE, noPostgres === null ? onServer() : onPglite()];

const SQLITE: TestedStore = {
  name: 'sqlite',
  alone: true,
  open: (dataDir, embedder = EMBEDDER) => openPreparedStore({ dataDir, embedder, log: SILENT }),
  rows: async (dataDir, sql) => querySqlite(dataDir, sql),
  vectors: (dataDir) => vectorsIn(async (sql) => querySqlite(dataDir, sql), SQLITE_TABLES, 'id'),
};

/** Postgres with pgvector, compiled to WebAssembly. */
function onPglite(): TestedStore {
  // Its start is not part of a test, and takes long on a busy machine.
  beforeAll(async () => {
    await startedPglite();
  });
  return {
    name: 'postgres (PGlite)',
    alone: false,
    open: (dataDir, embedder = EMBEDDER) => openStoreOn(pgliteSessions(schemaOf(dataDir)), partsIn(dataDir, embedder)),
    rows: (dataDir, sql) => createPostgresDb(pgliteSessions(schemaOf(dataDir))).read(sql),
    vectors: (dataDir) =>
      vectorsIn((sql) => createPostgresDb(pgliteSessions(schemaOf(dataDir))).read(sql), POSTGRES_TABLES, 'chunk_id'),
  };
}

/** Postgres without pgvector, as Debian does not include it. It tests the search without pgvector. */
function onServer(): TestedStore {
  return {
    name: 'postgres (server)',
    alone: false,
    open: async (dataDir, embedder = EMBEDDER) =>
      openStoreOn(await preparedSessions(dataDir), partsIn(dataDir, embedder)),
    rows: (dataDir, sql) => readOnServer(dataDir, sql),
    vectors: (dataDir) => vectorsIn((sql) => readOnServer(dataDir, sql), POSTGRES_TABLES, 'chunk_id'),
  };
}

async function readOnServer<Row>(dataDir: string, sql: string): Promise<Row[]> {
  const db = createPostgresDb(await preparedSessions(dataDir));
  try {
    return await db.read<Row>(sql);
  } finally {
    await db.close();
  }
}

const SQLITE_TABLES =
  "select name from sqlite_master where sql like 'create virtual table search_vectors%' order by name";
const POSTGRES_TABLES = `select tablename as name from pg_tables
  where schemaname = current_schema() and tablename ~ '^search_vectors_[0-9]+$' order by name`;

async function vectorsIn(
  rows: <Row>(sql: string) => Promise<Row[]>,
  tables: string,
  id: string,
): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {};
  for (const { name } of await rows<{ name: string }>(tables)) {
    found[name] = (await rows<{ id: number }>(`select ${id} as id from ${name} order by ${id}`)).map((row) => row.id);
  }
  return found;
}

type ChosenEmbedder = { id: string; dimensions: number } | null;

interface TestedStore {
  name: string;
  /** Only one process uses it, so that a start may recover jobs of the previous one. */
  alone: boolean;
  open(dataDir: string, embedder?: ChosenEmbedder): Promise<Store>;
  /** The tables of vectors with their ids. */
  vectors(dataDir: string): Promise<Record<string, number[]>>;
  /** The content of its tables. */
  rows<Row>(dataDir: string, sql: string): Promise<Row[]>;
}

const schemaOf = (dataDir: string) =>
  basename(dataDir)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '_');
const partsIn = (dataDir: string, embedder: ChosenEmbedder) => ({
  embedder,
  temporaryDirectory: dataDir,
  log: SILENT,
});
