import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setAside } from '../../backup/restore-backup.ts';
import { commandLine } from '../../platform/program/command-line.ts';
import { loadSecret, openStore } from '../../store/open-store.ts';
import { isEmptyDatabase } from '../../store/sqlite/database/leftovers.ts';
import { lockDataDirectory } from '../../store/sqlite/lock.ts';
import type { Command } from '../command.ts';

/**
 * `footnote begin-empty`: makes an empty database where the one of a server is gone, which no start does by itself. What is left
 * of that server is kept in a folder of the data directory. Throws if there is a database.
 */
export async function beginEmpty({ words, env, log, say }: Command): Promise<boolean> {
  if (words.length > 0) return false;
  const dataDir = resolve(env.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // A database on a server is made first: if it cannot be reached, nothing was moved.
  const begin = async () => {
    const store = await openStore(env, null, log, 'empty');
    const accounts = await store.users.count();
    await store.close();
    if (accounts > 0) throw new Error('the database that DATABASE_URL names has accounts. Nothing was changed.');
  };
  if (env.databaseUrl !== null) await begin();
  const aside = await moveAside(dataDir, env.databaseUrl !== null);
  if (env.databaseUrl === null) await begin();
  await loadSecret(env);
  say(`There is an empty database now. Start the server: ${commandLine('start')}`);
  if (aside !== null) say(`What was left of the data is in ${aside}. Remove it when you no longer need it.`);
  return true;
}

async function moveAside(dataDir: string, isElsewhere: boolean): Promise<string | null> {
  const lock = lockDataDirectory(join(dataDir, 'footnote.lock'), dataDir);
  try {
    if (!isElsewhere && !isEmptyDatabase(dataDir))
      throw new Error(
        `there is a database in ${dataDir}. To begin with an empty server, set DATA_DIR to a new folder.`,
      );
    return await setAside(dataDir);
  } finally {
    lock.release();
  }
}
