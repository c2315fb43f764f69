import { rmSync } from 'node:fs';
import { APIError, Footnote, type Source } from '@footnote/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isReady } from '../helpers/processes/balancer.ts';
import {
  clientOf,
  endLeases,
  holdTransaction,
  ingestedOnce,
  logsOf,
  openProject,
  queryPostgres,
  register,
  startReplica,
} from '../helpers/processes/replica.ts';
import type { ServerProcess } from '../helpers/processes/server-process.ts';
import { type PostgresServer, postgresMissing, startPostgres } from '../helpers/stores/postgres-server.ts';
import { settle, until } from '../helpers/timing/until.ts';
import { longText } from './replicas-harbour.ts';

const skipped = postgresMissing ? ` (${postgresMissing})` : '';
const DOCUMENTS = 4;
const CALLS = 12;
const CONNECTIONS = 2;

/** A server of its own, because it is stopped in the middle of everything. */
describe.skipIf(postgresMissing)(`replicas and their database, struck${skipped}`, () => {
  let postgres: PostgresServer;
  let database: string;
  let a: ServerProcess;
  let b: ServerProcess;
  let token: string;

  beforeAll(async () => {
    postgres = await startPostgres();
    database = await postgres.createDatabase();
    [a, b] = await Promise.all([startReplica(database), startReplica(database)]);
    token = await register(a);
  });
  beforeEach(({ onTestFailed }) => onTestFailed(() => void process.stdout.write(logsOf([a, b]))));
  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()]);
    await postgres?.remove();
  });

  const pause = (server: ServerProcess) => process.kill(server.pid, 'SIGSTOP');
  const resume = (server: ServerProcess) => process.kill(server.pid, 'SIGCONT');

  /** Some of its chunks are written, and not yet all. */
  const writing = async () =>
    (await queryPostgres(database, "select id from generations where state = 'staging' and chunks > 0")).length > 0;

  /** Waits for them all, and for nothing half-done or done twice to be left. */
  async function expectWhole(client: Footnote, sources: Source[]): Promise<void> {
    await client.sources.waitUntilReady(sources);
    const clean = async () =>
      (await queryPostgres(database, "select id from generations where state <> 'live'")).length === 0;
    await until(clean, 'what was half done is swept');
    const { sources: all, promised, ...rest } = await ingestedOnce(database);
    expect(rest).toEqual({ jobs: 0, documents: all, generations: all, live: all, chunks: promised });
  }

  const upload = (client: Footnote, number: number, sections?: number) =>
    client.sources.upload({ file: new Blob([longText(number, sections)]), name: `log-${number}.md` });

  it('read every file that was given to one which was killed in the middle, each once, without its disk', async () => {
    const { id, key } = await openProject(a, token);
    const survivor = clientOf(b, key);
    pause(b);
    const sources = await Promise.all(Array.from({ length: DOCUMENTS }, (_, n) => upload(clientOf(a, key), n)));
    await until(writing, 'one of them is being written');
    await a.kill9();
    rmSync(a.dataDir, { recursive: true });
    resume(b);
    await endLeases(database);
    await expectWhole(survivor, sources);
    for (let n = 0; n < DOCUMENTS; n += 1) {
      const { citations } = await survivor.chat.create(id, { query: `For how many crowns was ship ${n} sold?` });
      expect(citations[0]?.quote).toContain(`Ship ${n} was sold for ${n}000 crowns.`);
    }
    a = await startReplica(database);
  });

  it('refuse what one writes that slept past the end of its lease, while the other does its work', async () => {
    const { key } = await openProject(a, token);
    const times = (server: ServerProcess, event: string, id: string) =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes(event) && line.includes(id)).length;
    pause(b);
    const source = await upload(clientOf(a, key), 7, 200);
    await until(writing, 'it is being written');
    pause(a);
    resume(b);
    await endLeases(database);
    const taken = async () =>
      (await queryPostgres<{ attempt: number }>(database, 'select attempt from jobs'))[0]?.attempt === 2;
    await until(taken, 'the other has taken it');
    pause(b);
    resume(a);
    await until(() => times(a, 'ingestion_dropped', source.id) > 0, 'it has noticed');
    resume(b);
    await expectWhole(clientOf(a, key), [source]);
    expect([a, b].map((server) => times(server, 'ingestion_completed', source.id))).toEqual([0, 1]);
  });

  it('tell who finds no free connection that they are busy, and go on once there is one', async () => {
    const small = await startReplica(database, { DATABASE_POOL: String(CONNECTIONS) });
    const { id, key } = await openProject(small, token);
    const client = clientOf(small, key);
    const other = await holdTransaction(database, 'lock table projects in access exclusive mode');
    let refused = 0;
    const calls = Array.from({ length: CALLS }, () =>
      client.sources.list(id).catch((error: unknown) => {
        refused += 1;
        return error;
      }),
    );
    try {
      await until(async () => !(await isReady(small.url)), 'it is not ready');
      expect((await fetch(`${small.url}/health`)).status).toBe(200);
      // Whoever has a connection waits for the lock, all others for a connection, and not for ever.
      await until(() => refused >= CALLS - CONNECTIONS, 'the others are told');
    } finally {
      await other.end();
    }
    const busy = { status: 429, code: 'busy', retryAfter: expect.any(Number) };
    for (const answer of await Promise.all(calls)) {
      expect(answer).toEqual(answer instanceof Error ? expect.objectContaining(busy) : expect.anything());
    }
    await Promise.all(Array.from({ length: CALLS }, () => client.sources.list(id)));
    await until(() => isReady(small.url), 'it is ready again');
    await small.stop();
  });

  it('outlive their database, which is stopped and killed under load: what was acknowledged is there', async () => {
    const { id, key } = await openProject(a, token);
    const sent: Promise<Source>[] = [];
    const said: string[] = [];
    const unexpected: unknown[] = [];
    let over = false;
    const passes = (error: unknown) =>
      error instanceof APIError && ['busy', 'in_progress', 'database_unavailable'].includes(error.code);
    const again = async (call: (n: number) => Promise<void>) => {
      for (let n = 0; !over; n += 1) {
        await call(n).catch((error: unknown) => passes(error) || unexpected.push(error));
        await settle(20);
      }
    };
    const load = [a, b].flatMap((server) => {
      const patient = new Footnote({ baseURL: server.baseURL, apiKey: key, maxRetries: 8 });
      return [
        again(async () => {
          said.push((await clientOf(server, key).chat.create(id, { query: 'Who kept the log?' })).message_id);
        }),
        again(async (n) => {
          sent.push(patient.sources.addText({ title: `Note ${n}`, text: `Note ${n} of the keeper.` }));
          await sent.at(-1);
        }),
      ];
    });
    const answered = async () => {
      const before = said.length;
      await until(() => said.length >= before + 3 && sent.length > 0, 'questions are answered');
    };
    await answered();
    for (const how of [undefined, 'crash'] as const) {
      await postgres.stop(how);
      await until(async () => !(await isReady(a.url)) && !(await isReady(b.url)), 'neither is ready');
      await postgres.start();
      await until(async () => (await isReady(a.url)) && (await isReady(b.url)), 'both are ready again');
      await answered();
    }
    over = true;
    await Promise.all(load);
    const sources = (await Promise.allSettled(sent)).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(unexpected).toEqual([]);
    // A job whose worker could not say how it ended waits for the end of its lease.
    await settle(1_000);
    await endLeases(database);
    await expectWhole(clientOf(b, key), sources);
    // Of what was not acknowledged until the client gave up, each may be there, but none twice.
    const { total } = await clientOf(a, key).sources.counts(id);
    expect([total >= sources.length, total <= sent.length, sources.length > 0]).toEqual([true, true, true]);
    const kept = await queryPostgres(database, 'select id from messages where id = any($1)', [said]);
    expect(kept.length).toBe(said.length);
    for (const server of [a, b]) expect(() => process.kill(server.pid, 0)).not.toThrow();
  });
});
