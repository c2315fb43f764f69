import type { Env } from '../config/env.ts';

/** Throws the sentence where a command knows the embedded database alone and the settings name another. */
export function assertEmbedded({ databaseUrl }: Pick<Env, 'databaseUrl'>, instead: string): void {
  if (databaseUrl === null) return;
  throw new Error(`this works on the embedded database, but DATABASE_URL names one that is not. ${instead}`);
}
