import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/types.ts';

/** Opens the configured store for a command. Throws if there is no database: opening would create one. */
export const openExistingStore = (env: Env, log: Log): Promise<Store> => openStore(env, null, log, 'never');

/** Throws if the settings name another database and the command supports only the embedded one. */
export function assertEmbedded({ databaseUrl }: Pick<Env, 'databaseUrl'>, instead: string): void {
  if (databaseUrl === null) return;
  throw new Error(`this command supports only the embedded database, but DATABASE_URL is set. ${instead}`);
}
