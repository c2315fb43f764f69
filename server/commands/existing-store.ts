import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/types.ts';

/**
 * Opens the configured store for a command. Throws if there is no database: opening would create one, and a mistyped DATA_DIR
 * must not look like an empty server.
 */
export async function openExistingStore(env: Env, log: Log): Promise<Store> {
  if (env.databaseUrl === null && !existsSync(join(env.dataDir, 'footnote.db'))) {
    throw new Error(`There is no database in ${env.dataDir}. Set DATA_DIR to the server's.`);
  }
  return openStore(env, null, log);
}
