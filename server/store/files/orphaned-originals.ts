import { mkdirSync } from 'node:fs';
import { readdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import type { Reads } from '../db.ts';
import { FILE_ID, ORPHANS_FOLDER, UPLOADS_FOLDER } from './local-files.ts';

/** A process that is killed while it stores an upload leaves one or two; more are a sign that rows are missing. */
const FEW = 5;

/**
 * Looks at a start which originals no row refers to, and moves them aside: what is left by a process that ended between storing
 * a file and writing its row is no loss, but what a database does not know because it is an older one would be. Those that
 * rows refer to again, as a newer database was put back, return. Reports both to the log, and originals that are missing.
 */
export async function setOrphansAside(db: Reads, dataDir: string, log: Log): Promise<void> {
  const [uploads, orphans] = [join(dataDir, UPLOADS_FOLDER), join(dataDir, ORPHANS_FOLDER)];
  const named = new Set((await db.read<{ id: string }>(NAMED)).map(({ id }) => id));
  const stored = new Set(await filesIn(uploads));
  const unnamed = [...stored].filter((fileId) => !named.has(fileId));
  if (unnamed.length > 0) mkdirSync(orphans, { recursive: true, mode: 0o700 });
  const now = new Date();
  for (const fileId of unnamed) {
    await rename(join(uploads, fileId), join(orphans, fileId));
    // They are kept from now on, however old they are.
    await utimes(join(orphans, fileId), now, now);
  }
  const back = (await filesIn(orphans)).filter((fileId) => named.has(fileId) && !stored.has(fileId));
  for (const fileId of back) await rename(join(orphans, fileId), join(uploads, fileId));
  report(log, { aside: unnamed.length, back: back.length, folder: orphans });
  const there = new Set([...stored, ...back]);
  const missing = (await db.read<{ id: string }>(NEEDED)).filter(({ id }) => FILE_ID.test(id) && !there.has(id));
  if (missing.length > 0) log.warn('originals_missing', { count: missing.length, ...MISSING });
}

const NEEDED = 'select file_id as id from sources where file_id is not null';
const MISSING = {
  effect: 'their sources still answer, but cannot be processed again',
  remedy: 'put the folder uploads back, restore a backup, or upload them again',
};

const NAMED = `select file_id as id from sources where file_id is not null
  union select file_id from erasures where file_id is not null
  union select replacement_file_id from jobs where replacement_file_id is not null`;

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => FILE_ID.test(name));
}

function report(log: Log, { aside, back, folder }: { aside: number; back: number; folder: string }): void {
  if (back > 0) log.info('originals_returned', { count: back });
  reportOrphans(log, { count: aside, folder });
}

/** Tells of originals that were seen to have no row for the first time. */
export function reportOrphans(log: Log, fields: { count: number; folder?: string }): void {
  if (fields.count === 0) return;
  if (fields.count <= FEW) log.info('originals_without_source', fields);
  else
    log.warn('originals_without_source', {
      ...fields,
      effect: 'the database knows no source for them; they are kept aside and deleted after 30 days',
      remedy: 'if sources are missing, stop the server and put the right database back, or restore a backup',
    });
}
