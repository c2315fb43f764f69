import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivateFile } from '../../files/local-files.ts';

/** 4 MB at a time: the progress is seen, and Ctrl-C is heard, in between. */
const PAGES_A_STEP = 1000;

/**
 * Copies the database of a data directory into a new file as it is at one moment, while a server may be writing to it. Not
 * with VACUUM INTO: that gives rows without a declared key new numbers, by which sqlite-vec finds its blocks.
 *
 * `onCopied` hears how many bytes of how many there are.
 */
export async function copyDatabase(
  dataDir: string,
  to: string,
  onCopied: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = join(dataDir, 'footnote.db');
  if (!existsSync(path)) throw new Error(`there is no database in ${dataDir}. Set DATA_DIR to the server's.`);
  createPrivateFile(to);
  const database = new Database(path, { readonly: true, timeout: 5000 });
  try {
    // The backup starts over with every change of the file, unless the connection keeps its snapshot open.
    database.exec('begin');
    database.prepare('select count(*) from sqlite_master').get();
    const pageSize = Number(database.pragma('page_size', { simple: true }));
    await database.backup(to, {
      progress({ totalPages, remainingPages }) {
        signal.throwIfAborted();
        onCopied((totalPages - remainingPages) * pageSize, totalPages * pageSize);
        return PAGES_A_STEP;
      },
    });
  } finally {
    database.close();
  }
  // A copy says in its first page that it has a log; as a file of its own it has none.
  const copy = new Database(to);
  copy.pragma('journal_mode = delete');
  copy.close();
}
