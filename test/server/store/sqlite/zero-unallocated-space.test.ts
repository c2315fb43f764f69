import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, it } from 'vitest';
import { blankGaps } from '../../../../server/store/sqlite/zero-unallocated-space.ts';
import { seeded } from '../../../helpers/input/seeded.ts';
import { temporaryPlaces } from '../../../helpers/stores/rows.ts';

describe('the gaps in the pages of a database', () => {
  const places = temporaryPlaces();
  afterEach(() => places.clear());

  /** A database in which 60 groups of rows came and most went again in a shuffled order, with every kind of b-tree page. */
  function worn(pageSize: number, seed: number) {
    const path = join(places.directory(), 'worn.db');
    const database = new Database(path);
    database.pragma(`page_size = ${pageSize}`);
    database.pragma('secure_delete = on');
    database.pragma('synchronous = off');
    database.pragma('journal_mode = memory');
    database.exec(`create table entries (id bigint primary key, kind int, body text);
      create index entries_by_body on entries (body);
      create table named (name text primary key, kind int) without rowid`);
    const random = seeded(seed);
    let id = 0;
    for (let kind = 0; kind < 60; kind += 1) {
      for (let row = 0; row < 8; row += 1) {
        id += 1;
        const body = `${'words '.repeat(Math.floor(random() * 60))}CANARY${kind}x`;
        database.prepare('insert into entries values (?, ?, ?)').run(id, kind, body);
        database.prepare('insert into named values (?, ?)').run(`${random()} CANARY${kind}x`, kind);
      }
    }
    const gone: number[] = [];
    for (const kind of Array.from({ length: 60 }, (_, step) => (step * 37) % 60)) {
      if (random() < 0.2) continue;
      gone.push(kind);
      for (const table of ['entries', 'named']) {
        const key = table === 'entries' ? 'id' : 'name';
        const keys = database.prepare(`select ${key} from ${table} where kind = ?`).pluck().all(kind);
        for (const value of keys) database.prepare(`delete from ${table} where ${key} = ?`).run(value);
      }
    }
    return { path, database, gone };
  }

  function blankAll(path: string, database: Database.Database): number {
    const roots = database.prepare('select rootpage from sqlite_master where rootpage > 0').pluck().all() as number[];
    const file = openSync(path, 'r+');
    try {
      return [1, ...roots].reduce((sum, root) => sum + blankGaps(file, root), 0);
    } finally {
      closeSync(file);
    }
  }

  it.each([512, 1024, 4096, 65_536])(
    'of %i bytes hold nothing deleted once blanked, and the rest is as it was',
    (size) => {
      let left = 0;
      for (let seed = 1; seed <= 5; seed += 1) {
        const { path, database, gone } = worn(size, seed);
        const rows = () => database.prepare('select * from entries order by id').all();
        const before = rows();
        const traces = () => {
          const bytes = readFileSync(path);
          return gone.filter((kind) => bytes.includes(`CANARY${kind}x`));
        };
        left += traces().length;
        blankAll(path, database);
        expect(traces()).toEqual([]);
        database.close();
        const reopened = new Database(path);
        expect(reopened.pragma('integrity_check', { simple: true })).toBe('ok');
        expect(reopened.prepare('select * from entries order by id').all()).toEqual(before);
        expect(blankAll(path, reopened)).toBe(0);
        reopened.close();
      }
      // Otherwise this would show nothing: SQLite does leave copies behind, on pages of the usual sizes.
      if (size <= 4096) expect(left).toBeGreaterThan(0);
    },
  );

  it('are left alone where a page is no page of a tree', () => {
    const { path, database } = worn(4096, 1);
    database.close();
    const before = readFileSync(path);
    const file = openSync(path, 'r+');
    expect(() => blankGaps(file, before.length / 4096 + 1)).toThrow('could not be read');
    closeSync(file);
    const overflowing = new Database(path);
    overflowing.prepare('insert into entries values (?, ?, ?)').run(9_999, 0, 'x'.repeat(100_000));
    const [overflow] = overflowing
      .prepare("select pageno from dbstat where pagetype = 'overflow' limit 1")
      .pluck()
      .all() as number[];
    overflowing.close();
    const grown = readFileSync(path);
    const again = openSync(path, 'r+');
    expect(() => blankGaps(again, overflow ?? 0)).toThrow('is not a page of a table or an index');
    closeSync(again);
    expect(readFileSync(path).equals(grown)).toBe(true);
  });
});
