import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';

/**
 * Lets an account look after the whole server, beside those that do already. False: there is no such account. Throws a
 * sentence where there is no database, or a server that runs holds it.
 */
export async function makeOperator(env: Env, log: Log, email: string): Promise<boolean> {
  // Opening would make one: a mistyped DATA_DIR must not look like an empty server.
  if (!existsSync(join(env.dataDir, 'footnote.db'))) {
    throw new Error(`There is no database in ${env.dataDir}. Set DATA_DIR to the server's.`);
  }
  const store = await openSqliteStore({ dataDir: env.dataDir, embedder: null, log });
  try {
    const user = await store.users.byEmail(email.trim().toLowerCase());
    if (!user) return false;
    return (await store.users.update(user.id, { operator: true })) !== null;
  } finally {
    await store.close();
  }
}
