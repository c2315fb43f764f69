import { existsSync, statSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../../../../server/store/db.ts';
import { migrate } from '../../../../../server/store/migrations/migrate.ts';
import { openSqlite, openSqliteReader, type SqliteDb } from '../../../../../server/store/sqlite/database/driver.ts';
import { temporaryPlaces } from '../../../../helpers/stores/rows.ts';
import { settle } from '../../../../helpers/timing/until.ts';

describe('the SQLite driver', () => {
  const places = temporaryPlaces();
  let path: string;
  let db: SqliteDb;
  beforeEach(async () => {
    path = join(places.directory(), 'test.db');
    db = openSqlite(path, () => 42);
    await db.write('create table entries (id integer primary key, value text)');
  });
  afterEach(async () => {
    await db.close();
    await places.clear();
  });
  const values = async () =>
    (await db.read<{ value: string }>('select value from entries order by id')).map((row) => row.value);

  it('sets its pragmas on a reopened file as on a new one', async () => {
    await db.close();
    db = openSqlite(path, () => 42);
    const written = async (name: string) => Object.values((await db.write<object>(`pragma ${name}`)).rows[0] ?? {})[0];
    const read = async (name: string) => Object.values((await db.read<object>(`pragma ${name}`))[0] ?? {})[0];
    expect({
      journal_mode: await written('journal_mode'),
      synchronous: await written('synchronous'),
      foreign_keys: await written('foreign_keys'),
      busy_timeout: await written('busy_timeout'),
      secure_delete: await written('secure_delete'),
      temp_store: await written('temp_store'),
      mmap_size: await written('mmap_size'),
    }).toEqual({
      journal_mode: 'wal',
      synchronous: 2,
      foreign_keys: 1,
      busy_timeout: 2_000,
      secure_delete: 1,
      temp_store: 2,
      mmap_size: 0,
    });
    expect({ query_only: await read('query_only'), temp_store: await read('temp_store') }).toEqual({
      query_only: 1,
      temp_store: 2,
    });
  });

  it('maps the file into memory where it searches, half of the memory at most, and nowhere else', async () => {
    const mapped = async (reader: SqliteDb) => {
      const [own] = await reader.read<{ mmap_size: number }>('pragma mmap_size');
      const [snapshot] = await reader.snapshot((reads) => reads.read<{ mmap_size: number }>('pragma mmap_size'));
      expect(own).toEqual(snapshot);
      return own?.mmap_size ?? 0;
    };
    const [plain, searching] = [openSqliteReader(path, Date.now), openSqliteReader(path, Date.now, { searches: true })];
    expect([await mapped(db), await mapped(plain)]).toEqual([0, 0]);
    expect(await mapped(searching)).toBeGreaterThan(0);
    expect(await mapped(searching)).toBeLessThanOrEqual(Math.min(2 ** 31, totalmem() / 2));
    await plain.close();
    await searching.close();
  });

  it('lets what somebody waits for go before what is done in the background, and closes after both', async () => {
    const order: string[] = [];
    const add = (value: string, background: boolean) =>
      db.tx(
        async (tx) => {
          await tx.write('insert into entries (value) values (?)', [value]);
          order.push(value);
        },
        { background },
      );
    const all = [add('first', true), add('series', true), add('series', true), add('question', false)];
    const closed = db.close();
    await Promise.all(all);
    await closed;
    expect(order).toEqual(['question', 'first', 'series', 'series']);
    db = openSqlite(path, () => 42);
    expect(await values()).toEqual(order);
  });

  it('leaves a moment to the next write of a question, and goes on while many write', async () => {
    const order: string[] = [];
    const add = (value: string, background = false) => db.tx(async () => void order.push(value), { background });
    await add('question');
    const series = add('series', true);
    await Promise.all([add('answer'), series]);
    expect(order).toEqual(['question', 'answer', 'series']);

    let done = false;
    const amongOthers = add('series', true).then(() => {
      done = true;
    });
    while (!done) await add('question');
    await amongOthers;
  });

  it('waits for the disk at every commit, but for those that need not last', async () => {
    const level = async (tx: Tx) => (await tx.read<{ synchronous: number }>('pragma synchronous'))[0]?.synchronous;
    const [normal, full] = [1, 2];
    expect(await db.tx(level)).toBe(full);
    expect(await db.tx(level, { durable: false })).toBe(normal);
    expect([await db.counting(level), await db.counting(level, { durable: false })]).toEqual([full, normal]);
    expect(await db.tx(level)).toBe(full);
    await db.tx(level, { durable: false });
    expect((await db.write<{ synchronous: number }>('pragma synchronous')).rows).toEqual([{ synchronous: full }]);
  });

  it('keeps the file and its log to its user', async () => {
    await db.write("insert into entries (value) values ('x')");
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);
  });

  it('never mixes transactions that wait inside, and lets no write in between', async () => {
    const slow = db.tx(async (tx) => {
      await tx.write("insert into entries (value) values ('slow 1')");
      await settle(30);
      await tx.write("insert into entries (value) values ('slow 2')");
    });
    const failing = db.tx(async (tx) => {
      await tx.write("insert into entries (value) values ('failed')");
      await settle(10);
      throw new Error('changed its mind');
    });
    const alone = db.write("insert into entries (value) values ('alone')");
    await expect(failing).rejects.toThrow('changed its mind');
    await Promise.all([slow, alone]);
    expect(await values()).toEqual(['slow 1', 'slow 2', 'alone']);
  });

  it('answers reads at once while a transaction is open, without what is not committed', async () => {
    let during: string[] = ['not read'];
    await db.tx(async (tx) => {
      await tx.write("insert into entries (value) values ('x')");
      during = await values();
      expect(await tx.read('select value from entries')).toEqual([{ value: 'x' }]);
    });
    expect(during).toEqual([]);
    expect(await values()).toEqual(['x']);
  });

  it('gives a snapshot one state, and other reads the newest', async () => {
    await db.snapshot(async (reads) => {
      expect(await reads.read('select value from entries')).toEqual([]);
      await db.write("insert into entries (value) values ('later')");
      expect(await reads.read('select value from entries')).toEqual([]);
      expect(await values()).toEqual(['later']);
    });
  });

  it('refuses statements of a transaction that has ended, and writes on the reading side', async () => {
    const escaped = await db.tx(async (tx) => tx);
    await expect(escaped.write("insert into entries (value) values ('x')")).rejects.toThrow('has ended');
    await expect(db.read("insert into entries (value) values ('x') returning id")).rejects.toThrow(
      /readonly|read-only/,
    );
    expect(await values()).toEqual([]);
  });

  it('says that the disk is full, rolls back and goes on', async () => {
    await db.write('pragma max_page_count = 20');
    const tooMuch = db.tx(async (tx) => {
      await tx.write("insert into entries (value) values ('first')");
      await tx.write('insert into entries (value) values (?)', ['x'.repeat(500_000)]);
    });
    await expect(tooMuch).rejects.toMatchObject({ code: 'storage_full' });
    expect(await values()).toEqual([]);
    await db.write("insert into entries (value) values ('small')");
    expect(await values()).toEqual(['small']);
  });

  it('deletes the reserve of a full disk, and tries once more', async () => {
    await db.write('pragma max_page_count = 20');
    const reserve = join(dirname(path), 'reserve');
    writeFileSync(reserve, 'kept free');
    let attempts = 0;
    const tooMuch = () =>
      db.tx(async (tx) => {
        attempts += 1;
        await tx.write('insert into entries (value) values (?)', ['x'.repeat(500_000)]);
      });
    await expect(tooMuch()).rejects.toMatchObject({ code: 'storage_full' });
    expect([attempts, existsSync(reserve)]).toEqual([2, false]);
    await expect(tooMuch()).rejects.toMatchObject({ code: 'storage_full' });
    expect(attempts).toBe(3);
  });

  it('brings a schema up to date step by step, once, and leaves a failed step undone', async () => {
    const first = ['create table one (id integer)'];
    const second = ['create table two (id integer)', 'insert into two values (1)'];
    await Promise.all([migrate(db, [first, second]), migrate(db, [first, second])]);
    expect(await db.read('select * from two')).toEqual([{ id: 1 }]);
    const broken = ['create table three (id integer)', 'this is no statement'];
    await expect(migrate(db, [first, second, broken])).rejects.toThrow('syntax error');
    expect(await db.read("select name from sqlite_master where name = 'three'")).toEqual([]);
    expect(await db.read('select version from schema_version')).toEqual([{ version: 2 }]);
    await expect(migrate(db, [first])).rejects.toThrow('Start the newer version of Footnote');
  });
});
