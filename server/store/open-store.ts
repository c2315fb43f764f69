import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { openSqliteStore } from './sqlite/open.ts';
import { readSigningSecret } from './sqlite/signing-secret.ts';
import type { Store } from './types.ts';

/**
 * The store that the settings name: a Postgres database that other servers may share, or the data directory of this one.
 * `embedder`: what makes the vectors of what is written; null where nothing is. Throws a sentence where it cannot be opened.
 */
export async function openStore(
  { dataDir, databaseUrl, databasePool }: Pick<Env, 'dataDir' | 'databaseUrl' | 'databasePool'>,
  embedder: { id: string; dimensions: number } | null,
  log: Log,
): Promise<Store> {
  if (databaseUrl === null) return openSqliteStore({ dataDir, embedder, log });
  // What the embedded engine has no use for is not loaded with it.
  const { openPostgresStore } = await import('./postgres/open.ts');
  return openPostgresStore({ url: databaseUrl, poolSize: databasePool, dataDir, embedder, log });
}

/**
 * The secret of the server without opening its store, as a command beside a running server must; null if it has none yet, or
 * keeps it in a Postgres database.
 */
export const readSecret = async ({ dataDir, jwtSecret }: Pick<Env, 'dataDir' | 'jwtSecret'>): Promise<string | null> =>
  jwtSecret ?? (await readSigningSecret(dataDir));
