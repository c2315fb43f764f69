import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import type { Log } from '../platform/log.ts';
import { localAddress } from '../platform/network/local-host.ts';
import { setupLink, setupSentence } from '../services/accounts/setup-link.ts';
import { loadSecret, readSecret } from '../store/open-store.ts';
import { readDatabaseFacts } from '../store/sqlite/database/database-facts.ts';
import { assertDatabase } from '../store/sqlite/database/find-database.ts';
import type { Command } from './command.ts';
import { openExistingStore } from './existing-store.ts';

/** `footnote setup-link`: prints where the first account is created, also while the server runs. */
export async function printSetupLink({ words, env, log, say }: Command): Promise<boolean> {
  if (words.length > 0) return false;
  const { accounts, secret } = await readServer(env, log);
  if (accounts > 0) throw new Error('the first account exists already. Sign in with it.');
  const url = env.publicUrl ?? localAddress(env.host, env.port);
  say(setupSentence(setupLink(url, secret)));
  return true;
}

async function readServer(env: Env, log: Log): Promise<{ accounts: number; secret: string }> {
  const known = await readSecret(env);
  const database = join(env.dataDir, 'footnote.db');
  if (env.databaseUrl === null && known !== null) {
    assertDatabase(env.dataDir);
    // A running server holds the embedded database, but it can be read.
    return { accounts: readDatabaseFacts(database).counts.accounts, secret: known };
  }
  const store = await openExistingStore(env, log);
  try {
    return { accounts: await store.users.count(), secret: known ?? (await loadSecret(env)) };
  } finally {
    await store.close();
  }
}
