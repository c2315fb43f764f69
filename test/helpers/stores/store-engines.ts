import { newId } from '../../../server/platform/ids.ts';
import type { Log } from '../../../server/platform/log.ts';
import { openPostgresStore, openStoreOn } from '../../../server/store/postgres/open.ts';
import { openSqliteStore } from '../../../server/store/sqlite/open.ts';
import type { Store } from '../../../server/store/types.ts';
import { pgliteSessions, stopPglite } from './pglite.ts';
import { startPostgres } from './postgres-server.ts';

interface Opening {
  /** An empty store. */
  dataDir: string;
  embedder: { id: string; dimensions: number };
  log: Log;
}

/** The engines for an empty store outside of tests, for evaluations and benches. */
export const STORE_ENGINES: Record<string, (opening: Opening) => Promise<Store>> = {
  sqlite: (opening) => openSqliteStore(opening),

  /** In this process, with pgvector, for some thousand passages. */
  async pglite({ dataDir, embedder, log }) {
    const schema = newId('proj')
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]/g, '_');
    const store = await openStoreOn(pgliteSessions(schema), { embedder, temporaryDirectory: dataDir, log });
    return {
      ...store,
      async close() {
        await store.close();
        await stopPglite();
      },
    };
  },

  /** A real server for this store alone, with pgvector if its installation has it. */
  async postgres({ dataDir, embedder, log }) {
    const server = await startPostgres();
    const url = await server.createDatabase();
    const store = await openPostgresStore({ url, poolSize: 8, dataDir, embedder, log });
    return {
      ...store,
      async close() {
        await store.close();
        await server.remove();
      },
    };
  },
};
