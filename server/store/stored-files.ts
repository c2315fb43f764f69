import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomBase62 } from '../ids.ts';
import type { Db } from './db.ts';
import type { Files, StoredFile } from './types.ts';

/** Bytes of one row: small enough that no transaction and no process ever holds much of a file. */
const PART = 256 * 1024;
/** Rows that are removed in one transaction. */
const PARTS_ERASED_AT_ONCE = 8;

/**
 * Uploaded originals in the database that all replicas share, so that it is the only thing to look after and to back up. A
 * store of objects (S3) could take its place behind `Files`; with documents of at most some megabytes nothing asks for one.
 *
 * A file is seen once it is whole. What a process that died has left of one, or stored without saying what it belongs to, is
 * removed by `sweep`.
 */
export function createStoredFiles(db: Db, temporaryDirectory: string): Files {
  const temporaryPath = () => join(temporaryDirectory, randomBase62(32));

  async function put(fileId: string, path: string): Promise<void> {
    await db.write('insert into files (id, size, parts, whole, stored_at) values (?, 0, 0, 0, ?)', [fileId, db.now()]);
    let [size, parts] = [0, 0];
    // The next part is read while nothing waits but this: what the database does not take stays on the disk.
    for await (const bytes of createReadStream(path, { highWaterMark: PART }) as AsyncIterable<Buffer>) {
      await db.write('insert into file_parts (file_id, seq, bytes) values (?, ?, ?)', [fileId, parts, bytes]);
      size += bytes.length;
      parts += 1;
    }
    await db.write('update files set size = ?, parts = ?, whole = 1 where id = ?', [size, parts, fileId]);
  }

  async function* partsOf(fileId: string, parts: number): AsyncGenerator<Uint8Array> {
    for (let seq = 0; seq < parts; seq += 1) {
      const [part] = await db.read<{ bytes: Uint8Array }>(
        'select bytes from file_parts where file_id = ? and seq = ?',
        [fileId, seq],
      );
      if (!part) throw new Error('The file was deleted while it was read.');
      yield part.bytes;
    }
  }

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

  async function remove(fileId: string): Promise<void> {
    // From here on nobody finds it.
    await db.write('update files set whole = 0 where id = ?', [fileId]);
    for (;;) {
      const { changes } = await db.write(
        `delete from file_parts where file_id = ?
           and seq in (select seq from file_parts where file_id = ? order by seq limit ?)`,
        [fileId, fileId, PARTS_ERASED_AT_ONCE],
      );
      if (changes === 0) break;
    }
    await db.write('delete from files where id = ?', [fileId]);
  }

  return {
    temporaryDirectory,

    async adopt(path) {
      const fileId = randomBase62(32);
      try {
        await put(fileId, path);
      } catch (error) {
        // Where the database is gone, the sweep finds it.
        await remove(fileId).catch(() => undefined);
        throw error;
      }
      await rm(path, { force: true });
      return fileId;
    },

    async find(fileId): Promise<StoredFile | null> {
      const [row] = await db.read<{ size: number; parts: number }>(
        'select size, parts from files where id = ? and whole = 1',
        [fileId],
      );
      if (!row) return null;
      const stream = () => Readable.from(partsOf(fileId, Number(row.parts)), { objectMode: false });
      return { size: Number(row.size), stream, borrow: () => borrow(stream()) };
    },

    delete: remove,

    async sweep(before) {
      const orphans = await db.read<{ id: string }>(
        `select id from files where stored_at < ? and (whole = 0 or not (
           exists (select 1 from sources where sources.file_id = files.id)
           or exists (select 1 from jobs where jobs.replacement_file_id = files.id)
           or exists (select 1 from erasures where erasures.file_id = files.id)))`,
        [before],
      );
      for (const { id } of orphans) await remove(id);
      return orphans.length;
    },
  };
}
