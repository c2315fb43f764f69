import { existsSync } from 'node:fs';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { freshDatabase, noPostgres } from '../helpers/stores/postgres.ts';
import { postgresMissing, startPostgres } from '../helpers/stores/postgres-server.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(noPostgres)(`the Postgres of the tests${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  it('gives each caller a database of its own', async () => {
    const [one, other] = [await freshDatabase(), await freshDatabase()];
    await query(one, 'create table kept (id integer)');
    await expect(query(other, 'select * from kept')).rejects.toThrow('"kept" does not exist');
  });
});

describe.skipIf(postgresMissing)(
  `a Postgres of one test's own${postgresMissing ? ` (${postgresMissing})` : ''}`,
  () => {
    it('keeps its data and its address when it is restarted or crashes, and leaves nothing', async () => {
      const server = await startPostgres();
      const url = await server.createDatabase();
      await query(url, 'create table kept (id integer)');
      for (const how of [undefined, 'crash'] as const) {
        await query(url, 'insert into kept values (1)');
        await server.stop(how);
        await expect(query(url, 'select 1')).rejects.toThrow('ECONNREFUSED');
        await server.start();
      }
      expect(await query(url, 'select count(*)::int as count from kept')).toEqual([{ count: 2 }]);
      const [{ data_directory } = {}] = await query(url, 'show data_directory');
      await server.remove();
      expect([typeof data_directory, existsSync(String(data_directory))]).toEqual(['string', false]);
    });
  },
);
