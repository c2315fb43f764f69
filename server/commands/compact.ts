import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { formatBytes } from '../platform/text/format-bytes.ts';
import { openSqliteStore } from '../store/sqlite/open.ts';
import { type Command, withProgress } from './command.ts';
import { assertEmbedded } from './existing-store.ts';

const PROGRESS_INTERVAL_MS = 200;

/**
 * `footnote compact`: rewrites the embedded database so that its file contains no deleted data. The server does this when it is
 * idle; the command does it at once.
 */
export async function compact(command: Command): Promise<boolean> {
  if (command.words.length > 0) return false;
  const { env, log, say } = command;
  assertEmbedded(env, 'Postgres removes deleted rows by itself; run VACUUM FULL to do it now.');
  const dataDir = resolve(env.dataDir);
  const path = join(dataDir, 'footnote.db');
  const store = await openSqliteStore({ dataDir, embedder: null, log, begin: 'never' });
  try {
    const { before, after } = await withProgress(command, async ({ show }) => {
      // The new pages are written to the log first, so its size shows the progress.
      const total = statSync(path).size;
      const logSize = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
      const timer = setInterval(() => show(Math.min(logSize(), total), total), PROGRESS_INTERVAL_MS);
      return store.compact().finally(() => clearInterval(timer));
    });
    say(`No deleted data is left in ${path}. Its size went from ${formatBytes(before)} to ${formatBytes(after)}.`);
  } finally {
    await store.close();
  }
  return true;
}
