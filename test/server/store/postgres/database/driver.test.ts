import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SqlValue } from '../../../../../server/store/db.ts';
import { createPostgresDb, type PostgresDb } from '../../../../../server/store/postgres/database/driver.ts';
import { openPool } from '../../../../../server/store/postgres/database/pool.ts';
import { statementOf } from '../../../../../server/store/postgres/database/statement.ts';
import { noPostgres } from '../../../../helpers/stores/postgres.ts';
import { schemaUrl } from '../../../../helpers/stores/postgres-sessions.ts';
import { SILENT } from '../../../../helpers/stores/rows.ts';

describe('a statement', () => {
  it('has its places numbered, but for what is data or a name', () => {
    expect(statementOf(`select '?', "a?" from t where a = ? and b = 'it''s ?' and c = ?`).text).toBe(
      `select '?', "a?" from t where a = $1 and b = 'it''s ?' and c = $2`,
    );
  });

  it('of a list of any length has no name', () => {
    expect(statementOf('select ?').name).not.toBeNull();
    expect(statementOf(`select ${Array.from({ length: 100 }, () => '?').join()}`).name).toBeNull();
  });
});

describe.skipIf(noPostgres)(`the driver of Postgres (${noPostgres ?? 'server'})`, () => {
  let number = 0;
  let url: string;
  let db: PostgresDb;
  let other: pg.Client;
  beforeEach(async () => {
    number += 1;
    url = await schemaUrl(`driver_${number}`);
    db = createPostgresDb(openPool({ url, size: 4, log: SILENT }));
    other = new pg.Client(url);
    await other.connect();
    await db.write('create table t (id text primary key, n bigint not null, bytes bytea)');
    await db.write("insert into t (id, n) values ('a', 0)");
  });
  afterEach(async () => {
    await other.end();
    await db.close();
  });

  const n = async () => (await db.read<{ n: number }>("select n from t where id = 'a'"))[0]?.n;
  const add = "update t set n = n + 1 where id = 'a'";
  /** Ends every connection to this database but the one that asks. */
  const cut = () =>
    other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

  it('gives numbers as numbers and bytes as bytes, and a NUL as what a text may hold', async () => {
    const bytes = Uint8Array.of(0, 1, 255);
    await db.write('insert into t (id, n, bytes) values (?, ?, ?)', ['b\0', 2 ** 53 - 1, bytes]);
    const [row] = await db.read<{ id: string; n: number; total: number; bytes: Uint8Array }>(
      "select id, n, bytes, (select sum(n) from t) as total from t where id <> 'a'",
    );
    expect([row?.id, row?.n, row?.total]).toEqual(['b\ufffd', 2 ** 53 - 1, 2 ** 53 - 1]);
    expect([...(row?.bytes ?? [])]).toEqual([...bytes]);
  });

  it.each([[true], [undefined], [new Date()]])('refuses %s as a parameter', async (value) => {
    await expect(db.write('update t set n = ?', [value as unknown as SqlValue])).rejects.toThrow(TypeError);
  });

  it('commits all of a transaction or nothing, also where its failure was swallowed', async () => {
    await expect(
      db.tx(async (tx) => {
        await tx.write(add);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(
      db.tx(async (tx) => {
        await tx.write(add);
        await tx.write('insert into t (id, n) values (?, 1)', ['a']).catch(() => undefined);
      }),
    ).rejects.toThrow(/duplicate key/);
    expect(await n()).toBe(0);
    const kept = await db.tx(async (tx) => tx);
    await expect(kept.write(add)).rejects.toThrow(/has ended/);
  });

  it('lets transactions take effect one after the other, whatever each has read before it writes', async () => {
    const step = () =>
      db.tx(async (tx) => {
        const [row] = await tx.read<{ n: number }>("select n from t where id = 'a'");
        await tx.write("update t set n = ? where id = 'a'", [(row?.n ?? 0) + 1]);
      });
    await Promise.all(Array.from({ length: 24 }, step));
    expect(await n()).toBe(24);
  });

  it('lets those that count wait for each other, and begins none of them anew', async () => {
    let begun = 0;
    const step = () =>
      db.counting(async (tx) => {
        begun += 1;
        await tx.write(add);
      });
    await Promise.all(Array.from({ length: 40 }, step));
    expect([await n(), begun]).toEqual([40, 40]);
  });

  it('reads one state in a snapshot, while others write', async () => {
    const seen = await db.snapshot(async (reads) => {
      const before = await reads.read('select n from t');
      await db.write(add);
      return [before, await reads.read('select n from t')];
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(await n()).toBe(1);
  });

  it('goes on by itself when its connections are cut, and does what it was doing once', async () => {
    await Promise.all([n(), n(), n()]);
    await cut();
    expect(await n()).toBe(0);
    let tries = 0;
    await db.tx(async (tx) => {
      tries += 1;
      await tx.write(add);
      if (tries === 1) await cut();
      await tx.read('select 1');
    });
    expect([await n(), tries]).toEqual([1, 2]);
  });

  it('tells those who wait too long that it is busy, and serves again afterwards', async () => {
    const small = createPostgresDb(openPool({ url, size: 1, log: SILENT, maxWaitMs: 100 }));
    const held = small.tx(async (tx) => {
      await tx.read('select pg_sleep(0.5)');
    });
    await expect(small.read('select 1')).rejects.toMatchObject({ status: 429, code: 'busy' });
    await held;
    expect(await small.read('select 1 as one')).toEqual([{ one: 1 }]);
    await small.close();
  });

  it('reads a table that another start has changed meanwhile', async () => {
    const all = () => db.read("select * from t where id = 'a'");
    await all();
    await other.query('alter table t add column more text');
    expect(await all()).toEqual([{ id: 'a', n: 0, bytes: null, more: null }]);
  });

  it('says that the database is not there, in words without its password', async () => {
    const nowhere = createPostgresDb(
      openPool({ url: 'postgres://u:secret-word@127.0.0.1:1/none', size: 1, log: SILENT, maxWaitMs: 100 }),
    );
    const failure = await nowhere.read('select 1').catch((error: Error) => error);
    expect(failure).toMatchObject({ status: 500, code: 'database_unavailable' });
    expect(String(failure)).not.toContain('secret-word');
    await nowhere.close();
  });
});
