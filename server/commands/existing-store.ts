import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/types.ts';

/** Opens the configured store for a command. Throws if there is no database: opening would create one. */
export const openExistingStore = (env: Env, log: Log): Promise<Store> => openStore(env, null, log, 'never');
