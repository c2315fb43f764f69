import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { openSqliteStore } from './sqlite/open.ts';
import { loadSigningSecret, readSigningSecret } from './sqlite/signing-secret.ts';
import type { Beginning, Store } from './types.ts';

/**
 * The store that the settings name: a Postgres database that other servers may share, or the data directory of this one.
 * `embedder`: what makes the vectors of what is written; null where nothing is. `begin`: what happens where there is no
 * database. Throws a sentence where it cannot be opened.
 */
export async function openStore(
  { dataDir, databaseUrl, databasePool }: Pick<Env, 'dataDir' | 'databaseUrl' | 'databasePool'>,
  embedder: { id: string; dimensions: number } | null,
  log: Log,
  begin: Beginning = 'first',
): Promise<Store> {
  if (databaseUrl === null) return openSqliteStore({ dataDir, embedder, log, begin });
  // What the embedded engine has no use for is not loaded with it.
  const { openPostgresStore } = await import('./postgres/open.ts');
  return openPostgresStore({ url: databaseUrl, poolSize: databasePool, dataDir, embedder, log, begin });
}

/** The secret that signs tokens: that of the settings, or else one that the first start generates in the data directory. */
export const loadSecret = async ({ dataDir, jwtSecret }: Pick<Env, 'dataDir' | 'jwtSecret'>): Promise<string> =>
  jwtSecret ?? (await loadSigningSecret(dataDir));

/** The same secret; null if none was generated yet. Writes nothing, so that it can be read beside a running server. */
export const readSecret = async ({ dataDir, jwtSecret }: Pick<Env, 'dataDir' | 'jwtSecret'>): Promise<string | null> =>
  jwtSecret ?? (await readSigningSecret(dataDir));
