import { once } from 'node:events';
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { pendingDeletions, settleDeletions } from '../database/deletion-counter.ts';
import type { SqliteDb } from '../database/driver.ts';

/** The size of the database with its log, in bytes. */
export interface Compaction {
  before: number;
  after: number;
}

const MAIN = fileURLToPath(new URL(`./compaction-thread-main${extname(import.meta.url)}`, import.meta.url));

/**
 * Rewrites the database file from what is in it, so that no byte of what was deleted is left: SQLite overwrites what is
 * deleted, but not the copies that rows leave behind when it moves them. Writes wait meanwhile, about a second for each
 * 100 MB (measured), and reads do not: SQLite works in a thread of its own. Needs twice the size of the file on the disk,
 * half of it where SQLite puts its temporary files. Throws if that is missing, or if another program is reading
 * an earlier state; nothing is lost then.
 */
export async function compact(db: SqliteDb, path: string): Promise<Compaction> {
  const before = sizeOf(path);
  const covered = await pendingDeletions(db);
  const complete = await db.exclusive(() => rewriteInThread(path));
  if (!complete) throw new Error('another program is reading the database file. Try again when it has finished.');
  await db.tx((tx) => settleDeletions(tx, covered));
  return { before, after: sizeOf(path) };
}

async function rewriteInThread(path: string): Promise<boolean> {
  const worker = new Worker(MAIN, { workerData: path, name: 'store-compact' });
  const ended = once(worker, 'exit');
  try {
    // Rejects with what the thread throws.
    const [complete] = (await once(worker, 'message')) as [boolean];
    return complete;
  } finally {
    await ended;
  }
}

export function sizeOf(path: string): number {
  return [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}
