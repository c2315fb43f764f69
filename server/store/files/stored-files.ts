import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomBase62 } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Db } from '../db.ts';
import type { Files, StoredFile } from '../types.ts';
import { createFileParts } from './file-parts.ts';
import { reportOrphans } from './orphaned-originals.ts';

/** How many files without a row go at once: should rows be missing by mistake, most originals are still there an hour later. */
const SWEPT_AT_ONCE = 20;

/** Whether a row refers to the file. */
const NAMED = `(exists (select 1 from sources where sources.file_id = files.id)
  or exists (select 1 from jobs where jobs.replacement_file_id = files.id)
  or exists (select 1 from erasures where erasures.file_id = files.id))`;

/**
 * Uploaded originals in the database that all replicas share, so that it is the only thing to look after and to back up. A
 * store of objects (S3) could take its place behind `Files`; with documents of at most some megabytes nothing asks for one.
 *
 * A file is seen once it is whole. What a process that died has left of one, or stored without saying what it belongs to, is
 * removed by `sweep`.
 */
export function createStoredFiles(db: Db, temporaryDirectory: string, log: Log): Files {
  const { write, read, remove } = createFileParts(db);
  const temporaryPath = () => join(temporaryDirectory, randomBase62(32));

  async function borrow(stream: Readable): Promise<{ path: string; release(): Promise<void> }> {
    const path = temporaryPath();
    const release = () => rm(path, { force: true });
    try {
      await pipeline(stream, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
    } catch (error) {
      await release();
      throw error;
    }
    return { path, release };
  }

  async function adopt(path: string): Promise<string> {
    const fileId = randomBase62(32);
    try {
      await write(fileId, bytesOf(path));
    } catch (error) {
      // Where the database is gone, the sweep finds it.
      await remove(fileId).catch(() => undefined);
      throw error;
    }
    await rm(path, { force: true });
    return fileId;
  }

  return {
    temporaryDirectory,

    adopt,

    async adoptAll(paths) {
      const fileIds: string[] = [];
      try {
        for (const path of paths) fileIds.push(await adopt(path));
      } catch (error) {
        for (const fileId of fileIds) await remove(fileId).catch(() => undefined);
        throw error;
      }
      return fileIds;
    },

    async find(fileId): Promise<StoredFile | null> {
      const [row] = await db.read<{ size: number; parts: number }>(
        'select size, parts from files where id = ? and whole = 1',
        [fileId],
      );
      if (!row) return null;
      const stream = () => Readable.from(read(fileId, row.parts), { objectMode: false });
      return { size: row.size, stream, borrow: () => borrow(stream()) };
    },

    delete: remove,

    async sweep({ unfinishedBefore, orphanedBefore }) {
      await db.write(`update files set orphaned_since = null where orphaned_since is not null and ${NAMED}`);
      // What was stored just now gets its row yet.
      const { changes: count } = await db.write(
        `update files set orphaned_since = ? where orphaned_since is null and stored_at < ? and not ${NAMED}`,
        [db.now(), unfinishedBefore],
      );
      const old = await db.read<{ id: string }>(
        `select id from files where (whole = 0 and stored_at < ?) or (orphaned_since < ? and not ${NAMED})
         order by stored_at limit ?`,
        [unfinishedBefore, orphanedBefore, SWEPT_AT_ONCE],
      );
      reportOrphans(log, { count });
      for (const { id } of old) await remove(id);
    },
  };
}

/** Opened when they are first taken: what a stream cannot read before anything listens to it ends the process. */
async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path);
}
