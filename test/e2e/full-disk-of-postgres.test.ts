import { chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { register, startReplica } from '../helpers/processes/replica.ts';
import type { ServerProcess } from '../helpers/processes/server-process.ts';
import { mountSmallDisk } from '../helpers/processes/small-disk.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../helpers/stores/postgres-server.ts';
import { until } from '../helpers/timing/until.ts';

const disk = postgresMissing === null ? mountSmallDisk() : null;

async function statement(url: string, ...statements: string[]) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let result: pg.QueryResult | null = null;
    for (const sql of statements) result = await client.query(sql);
    return result?.rows ?? [];
  } finally {
    await client.end();
  }
}

describe.skipIf(!disk)('a server whose Postgres has no disk space left', () => {
  let postgres: PostgresServer;
  let server: ServerProcess;
  let client: Footnote;
  let project: string;

  /** The data of the database is on the small disk, its log is not: as where the disk of a tablespace is full. */
  beforeAll(async () => {
    postgres = await startPostgres();
    const url = await postgres.createDatabase();
    const [{ data_directory }] = await statement(url, 'show data_directory');
    const { uid, gid } = statSync(data_directory);
    const place = join(disk?.folder ?? '', 'tablespace');
    mkdirSync(place, { mode: 0o700 });
    chownSync(disk?.folder ?? '', uid, gid);
    chownSync(place, uid, gid);
    const name = new URL(url).pathname.slice(1);
    await statement(
      postgres.url('postgres'),
      `create tablespace small location '${place}'`,
      `alter database ${name} set tablespace small`,
    );
    server = await startReplica(url, { RATE_LIMIT_CHAT: '10000' });
    const guest = new Footnote({ baseURL: server.baseURL, maxRetries: 0 });
    const owner = guest.withOptions({ accessToken: await register(server) });
    project = (await owner.projects.create({ name: 'Manuals' })).id;
    const { key } = await owner.projects.apiKeys.create(project, {});
    client = guest.withOptions({ apiKey: key });
    const text = 'The warranty of the lantern lasts two years.';
    await client.sources.waitUntilReady([await client.sources.addText({ title: 'Warranty', text })]);
    disk?.fill();
  });
  afterAll(async () => {
    await server?.stop();
    await postgres?.remove();
  });

  const ask = () => client.chat.create(project, { query: 'How long does the warranty last?' });

  it('answers every question, and says which it did not keep', async () => {
    // What is free in the pages of a table takes some more rows.
    const unkept = async () => {
      const answer = await ask();
      expect(answer.response).toContain('two years');
      return answer.kept === false;
    };
    await until(unkept, 'an answer is not kept');
    for (let at = 0; at < 20; at++) expect((await ask()).response).toContain('two years');
    expect(server.output()).toContain('message_not_stored');
  });

  it('is ready, and says that a disk is full', async () => {
    const parts = { database: 'ok', embedder: 'ok', answerer: 'ok', queue: 'ok', disk: 'low' };
    await until(async () => (await ask()).kept === false, 'an answer is not kept');
    const ready = await fetch(`${server.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', parts }]);
  });

  it('keeps what is asked as soon as there is room, without a restart', async () => {
    disk?.clear();
    await until(async () => (await ask()).kept === undefined, 'an answer is kept');
  });
});
