import type { Sessions } from '../../../server/store/postgres/database/session.ts';
import { pgliteSessions } from './pglite.ts';
import { noPostgres } from './postgres.ts';
import { serverSessions } from './postgres-sessions.ts';

/**
 * The Postgres of tests for which it does not matter whether it has pgvector: PGlite takes several times the processor time of
 * a server, and is the same Postgres. Sessions are in a schema of that name, which is created if necessary.
 */
export const ANY_POSTGRES: { name: string; sessions(schema: string): Promise<Sessions> } =
  noPostgres === null
    ? { name: 'postgres (server)', sessions: serverSessions }
    : { name: 'postgres (PGlite)', sessions: async (schema) => pgliteSessions(schema) };
