import type { Env } from '../config/env.ts';

/** Throws if the settings name another database and the command supports only the embedded one. */
export function assertEmbedded({ databaseUrl }: Pick<Env, 'databaseUrl'>, instead: string): void {
  if (databaseUrl === null) return;
  throw new Error(`this command supports only the embedded database, but DATABASE_URL is set. ${instead}`);
}
