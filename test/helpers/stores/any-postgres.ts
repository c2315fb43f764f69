import { createPostgresDb, prepareCounters } from '../../../server/store/postgres/database/driver.ts';
import type { Sessions } from '../../../server/store/postgres/database/session.ts';
import { migrateTogether } from '../../../server/store/postgres/prepare.ts';
import { pgliteSessions } from './pglite.ts';
import { noPostgres } from './postgres.ts';
import { preparedSessions, serverSessions } from './postgres-sessions.ts';

/**
 * The Postgres of tests for which it does not matter whether it has pgvector: PGlite takes several times the processor time of
 * a server, and is the same Postgres.
 */
export const ANY_POSTGRES: AnyPostgres =
  noPostgres === null
    ? { name: 'postgres (server)', sessions: serverSessions, prepared: preparedSessions }
    : { name: 'postgres (PGlite)', sessions: async (schema) => pgliteSessions(schema), prepared: migratedOnPglite };

interface AnyPostgres {
  name: string;
  /** Sessions in a schema of that name, which is created if necessary. */
  sessions(schema: string): Promise<Sessions>;
  /** The same with our tables. */
  prepared(schema: string): Promise<Sessions>;
}

async function migratedOnPglite(schema: string): Promise<Sessions> {
  const db = createPostgresDb(pgliteSessions(schema));
  await migrateTogether(db);
  await db.tx(prepareCounters);
  return pgliteSessions(schema);
}
