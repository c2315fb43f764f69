import { basename } from 'node:path';
import { createPostgresDb } from '../../server/store/postgres/driver.ts';
import { openStoreOn } from '../../server/store/postgres/open.ts';
import { openSqliteStore } from '../../server/store/sqlite/open.ts';
import type { Store } from '../../server/store/types.ts';
import { pgliteSessions } from './pglite.ts';
import { noPostgres } from './postgres.ts';
import { serverSessions } from './server-sessions.ts';
import { EMBEDDER, lookInto, SILENT } from './stores.ts';

/** Every engine whose store is tested, each opened on a place that only this test uses. */
export const STORES: TestedStore[] = [
  {
    name: 'sqlite',
    alone: true,
    open: (dataDir, embedder = EMBEDDER) => openSqliteStore({ dataDir, embedder, log: SILENT }),
    rows: async (dataDir, sql) => lookInto(dataDir, sql),
  },
  {
    name: 'postgres (PGlite)',
    alone: false,
    open: (dataDir, embedder = EMBEDDER) => openStoreOn(pgliteSessions(schemaOf(dataDir)), partsIn(dataDir, embedder)),
    rows: (dataDir, sql) => createPostgresDb(pgliteSessions(schemaOf(dataDir))).read(sql),
  },
  ...(noPostgres === null ? [onServer()] : []),
];

/** Without pgvector, as Debian has none of it: what is done without is tested here. */
function onServer(): TestedStore {
  return {
    name: 'postgres (server)',
    alone: false,
    open: async (dataDir, embedder = EMBEDDER) =>
      openStoreOn(await serverSessions(schemaOf(dataDir)), partsIn(dataDir, embedder)),
    async rows(dataDir, sql) {
      const db = createPostgresDb(await serverSessions(schemaOf(dataDir)));
      try {
        return await db.read(sql);
      } finally {
        await db.close();
      }
    },
  };
}

type ChosenEmbedder = { id: string; dimensions: number } | null;

interface TestedStore {
  name: string;
  /** One process has it for itself, so that a start may take up what the last one left. */
  alone: boolean;
  open(dataDir: string, embedder?: ChosenEmbedder): Promise<Store>;
  /** What stands in its tables. */
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
