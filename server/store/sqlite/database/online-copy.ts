import { join } from 'node:path';
import Database from 'better-sqlite3';
import { createPrivateFile } from '../../files/local-files.ts';
import { openToLook } from './database-facts.ts';
import { assertDatabase } from './find-database.ts';

/** 4 MB at a time, so that progress is shown and Ctrl-C is handled in between. */
const PAGES_A_STEP = 1000;

/**
 * Copies a snapshot of the database of a data directory into a new file, while a server may be writing to it. VACUUM INTO is
 * not used: it renumbers rows without a declared key, by which sqlite-vec finds its blocks.
 *
 * `onCopied` is called with the bytes copied so far and the total.
 */
export async function copyDatabase(
  dataDir: string,
  to: string,
  onCopied: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = join(dataDir, 'footnote.db');
  assertDatabase(dataDir);
  createPrivateFile(to);
  const database = openToLook(path);
  try {
    // Without an open snapshot, SQLite's backup restarts at every change of the file.
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
  // The copy is marked as having a write-ahead log, which a single file does not have.
  const copy = new Database(to);
  copy.pragma('journal_mode = delete');
  copy.close();
}
