import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog, type Log } from '../../../../server/platform/log.ts';
import type { Db } from '../../../../server/store/db.ts';
import { createStoredFiles } from '../../../../server/store/files/stored-files.ts';
import type { Files } from '../../../../server/store/types.ts';
import { seeded } from '../../../helpers/input/seeded.ts';
import { DATABASES, type TestDatabase } from '../../../helpers/stores/databases.ts';
import { SILENT } from '../../../helpers/stores/rows.ts';
import { settle } from '../../../helpers/timing/until.ts';

/** A log, and the lines that it has got. */
function collectLog(): [told: () => object[], log: Log] {
  const lines: string[] = [];
  return [() => lines.map((line) => JSON.parse(line)), createLog((line) => lines.push(line))];
}

const MEGABYTE = 2 ** 20;
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

for (const { name, open } of DATABASES) {
  describe(`originals in the database (${name})`, () => {
    let database: TestDatabase;
    let directory: string;
    let files: Files;
    beforeEach(async () => {
      database = await open();
      directory = mkdtempSync(join(tmpdir(), 'footnote-files-'));
      files = createStoredFiles(database.db, directory, SILENT);
    });
    afterEach(async () => {
      await database.close();
      rmSync(directory, { recursive: true, force: true });
    });

    const upload = async (bytes: Uint8Array, into = files, name = 'upload') => {
      const path = join(directory, name);
      await writeFile(path, bytes);
      return into.adopt(path);
    };
    const bytesOf = (size: number) => {
      const random = seeded(size);
      return Uint8Array.from({ length: size }, () => Math.floor(random() * 256));
    };
    const counts = async () => {
      const count = async (table: string) =>
        Number((await database.db.read<{ total: number }>(`select count(*) as total from ${table}`))[0]?.total);
      return { files: await count('files'), parts: await count('file_parts') };
    };

    it('are stored together in their order, or none of them', async () => {
      const paths = ['one', 'two'].map((name) => join(directory, name));
      for (const path of paths) await writeFile(path, path);
      const [first = '', second = ''] = await files.adoptAll(paths);
      const textOf = async (id: string) => (await (await files.find(id))?.stream().toArray())?.join('');
      expect([await textOf(first), await textOf(second)]).toEqual(paths);
      const before = await counts();
      await writeFile(join(directory, 'three'), 'three');
      await expect(files.adoptAll([join(directory, 'three'), join(directory, 'missing')])).rejects.toThrow('ENOENT');
      expect(await counts()).toEqual(before);
    });

    it.each([0, 1, 262_143, 262_144, 262_145, 3 * MEGABYTE + 7])(
      'come back as they were, as a stream and as a file: %i bytes',
      async (size) => {
        const bytes = bytesOf(size);
        const id = await upload(bytes);
        expect(existsSync(join(directory, 'upload'))).toBe(false);
        const file = await files.find(id);
        expect(file?.size).toBe(size);
        const streamed: Buffer[] = [];
        for await (const part of file?.stream() ?? []) streamed.push(part as Buffer);
        expect(digest(Buffer.concat(streamed))).toBe(digest(bytes));

        const borrowed = await file?.borrow();
        const path = borrowed?.path ?? '';
        expect(digest(await readFile(path))).toBe(digest(bytes));
        expect(statSync(path).mode & 0o777).toBe(0o600);
        await borrowed?.release();
        expect(readdirSync(directory)).toEqual([]);
      },
    );

    it('are read no faster than they are taken', async () => {
      let read = 0;
      const counting: Db = {
        ...database.db,
        read: async <Row>(...given: Parameters<Db['read']>) => {
          read += 1;
          return database.db.read<Row>(...given);
        },
      };
      const slow = createStoredFiles(counting, directory, SILENT);
      const file = await slow.find(await upload(bytesOf(4 * MEGABYTE)));
      const stream = file?.stream();
      stream?.once('readable', () => undefined);
      await settle(200);
      expect(read).toBeLessThan(6);
      stream?.destroy();
    });

    it('are gone when deleted, part by part, for who reads them too', async () => {
      const id = await upload(bytesOf(4 * MEGABYTE));
      const kept = await upload(bytesOf(10));
      const file = await files.find(id);
      await files.delete(id);
      await files.delete(id);
      expect(await files.find(id)).toBeNull();
      expect(await counts()).toEqual({ files: 1, parts: 1 });
      await expect(file?.borrow()).rejects.toThrow('deleted while it was read');
      expect(readdirSync(directory)).toEqual([]);
      expect(await files.find(kept)).not.toBeNull();
    });

    it('of which only half arrived are never seen, and nothing is left of them', async () => {
      let parts = 0;
      const breaking: Db = {
        ...database.db,
        write: async <Row>(sql: string, parameters?: Parameters<Db['write']>[1]) => {
          if (sql.includes('insert into file_parts')) parts += 1;
          if (parts > 2 && !sql.startsWith('delete')) throw new Error('The connection was lost.');
          return database.db.write<Row>(sql, parameters);
        },
      };
      const id = upload(bytesOf(MEGABYTE), createStoredFiles(breaking, directory, SILENT));
      await expect(id).rejects.toThrow('connection was lost');
      expect(existsSync(join(directory, 'upload'))).toBe(true);
      const now = database.db.now();
      await files.sweep({ unfinishedBefore: now + 1_000, orphanedBefore: 0 });
      expect(await counts()).toEqual({ files: 0, parts: 0 });
    });

    it('that nothing names are swept once they are old enough, the others stay', async () => {
      const orphan = await upload(bytesOf(10));
      const named = await upload(bytesOf(11));
      await database.db.write(
        `insert into sources (id, number, project_id, type, status, metadata, file_id, chunks_count, created_at, updated_at)
         values ('src_1', 1, 'proj_1', 'file', 'pending', '{}', ?, 0, 1, 1)`,
        [named],
      );
      const now = database.db.now();
      await files.sweep({ unfinishedBefore: now + 1_000, orphanedBefore: now - 60_000 });
      expect(await files.find(orphan)).not.toBeNull();
      await files.sweep({ unfinishedBefore: 0, orphanedBefore: now + 60_000 });
      expect(await files.find(orphan)).toBeNull();
      expect(await files.find(named)).not.toBeNull();
    });

    it('whose row goes long after they were stored are kept as long as those that never had one', async () => {
      const DAY = 24 * 60 * 60_000;
      const [told, log] = collectLog();
      let day = 0;
      const now = () => database.db.now() + day * DAY;
      const aging = createStoredFiles({ ...database.db, now }, directory, log);
      const sweepOn = (later: number) => {
        day = later;
        return aging.sweep({ unfinishedBefore: now() - DAY / 24, orphanedBefore: now() - 30 * DAY });
      };
      const ids = await Promise.all([1, 2, 3, 4, 5, 6].map((size) => upload(bytesOf(size), aging, `upload-${size}`)));
      const [id = ''] = ids;
      await sweepOn(400);
      await sweepOn(429);
      expect(await files.find(id)).not.toBeNull();
      expect(told()).toEqual([expect.objectContaining({ event: 'originals_without_source', level: 'warn', count: 6 })]);

      // A row that is there again ends the time.
      const erasure = "insert into erasures (id, kind, file_id, begun_at) values ('e', 'source', ?, 1)";
      await database.db.write(erasure, [id]);
      await sweepOn(431);
      expect((await Promise.all(ids.map((one) => files.find(one)))).map(Boolean)).toEqual([
        true,
        ...Array(5).fill(false),
      ]);
      await database.db.write('delete from erasures');
      for (const later of [500, 529]) await sweepOn(later);
      expect(await files.find(id)).not.toBeNull();
      await sweepOn(531);
      expect(await files.find(id)).toBeNull();
    });
  });
}
