import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Footnote, RateLimitError } from '@footnote/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ACCOUNT,
  clientOf,
  holdTransaction,
  logIn,
  logsOf,
  openProject,
  ownerOf,
  queryPostgres,
  register,
  replicaEnv,
  startReplica,
} from '../helpers/processes/replica.ts';
import { startCommand } from '../helpers/processes/run-command.ts';
import type { ServerProcess } from '../helpers/processes/server-process.ts';
import { freshDatabase, noPostgres } from '../helpers/stores/postgres.ts';
import { until } from '../helpers/timing/until.ts';

const LIMIT = 60;
const STARTS = 4;
const SITE = 'https://shop.example.com';
const skipped = noPostgres ? ` (${noPostgres})` : '';

/** What the calls came to: the names of the errors, or `fine`, each with how often. */
async function outcomes(calls: Promise<unknown>[]): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const call of await Promise.allSettled(calls)) {
    const name = call.status === 'fulfilled' ? 'fine' : (call.reason as Error).constructor.name;
    counted[name] = (counted[name] ?? 0) + 1;
  }
  return counted;
}

describe.skipIf(noPostgres)(`an empty database${skipped}`, () => {
  it('is whole after a start was killed in the middle of the migration, by the one that waited for it', async () => {
    const database = await freshDatabase();
    // The last table of the schema is being made by somebody else, so that whoever migrates stands still just before it.
    const other = await holdTransaction(database, 'create table erasures (id text primary key)');
    const dataDir = mkdtempSync(join(tmpdir(), 'footnote-killed-'));
    const first = startCommand(['start'], { ...replicaEnv(database), DATA_DIR: dataDir, PORT: '0' });
    const waiting = () => queryPostgres(database, "select pid from pg_stat_activity where wait_event_type = 'Lock'");
    await until(async () => (await waiting()).length > 0, 'the first stands still');
    const second = startReplica(database);
    try {
      await until(async () => (await waiting()).length > 1, 'the second waits for it');
      first.child.kill('SIGKILL');
      expect((await first.ended).signal).toBe('SIGKILL');
    } finally {
      await other.end();
    }
    const replica = await second;
    rmSync(dataDir, { recursive: true, force: true });
    expect(await queryPostgres(database, 'select version from schema_version')).toHaveLength(1);
    expect((await fetch(`${replica.url}/health/ready`)).status).toBe(200);
    await replica.stop();
  });
});

describe.skipIf(noPostgres)(`replicas on one database${skipped}`, () => {
  let database: string;
  let a: ServerProcess;
  let b: ServerProcess;
  let token: string;
  const started: ServerProcess[] = [];

  beforeAll(async () => {
    database = await freshDatabase();
    started.push(
      ...(await Promise.all(
        Array.from({ length: STARTS }, () => startReplica(database, { RATE_LIMIT_CHAT: String(LIMIT) })),
      )),
    );
    [a, b] = started as [ServerProcess, ServerProcess];
  });
  beforeEach(({ onTestFailed }) => onTestFailed(() => void process.stdout.write(logsOf(started))));
  afterAll(() => Promise.all(started.map((server) => server.stop())));

  /** Somebody's own project, so that no test counts into another's limits. */
  async function open(): Promise<{ id: string; key: string; owner: Footnote; onA: Footnote; onB: Footnote }> {
    const { id, key, owner } = await openProject(a, token);
    return { id, key, owner, onA: clientOf(a, key), onB: clientOf(b, key) };
  }

  it(`migrate it once, however many of them start at the same time (${STARTS})`, async () => {
    const versions = await queryPostgres<{ version: number }>(database, 'select version from schema_version');
    expect(versions).toHaveLength(1);
    const indexes = await queryPostgres(database, 'select state from vector_indexes');
    expect(indexes).toEqual([{ state: 'active' }]);
    token = await register(a);
    // They also agree on what signs tokens, and on what to do with an account of that name.
    for (const server of started) expect((await ownerOf(server, token).auth.me()).email).toBe(ACCOUNT.email);
    await Promise.all(started.splice(2).map((server) => server.stop()));
  });

  it('accept each other’s tokens, and a logout on one is a 401 on the other at once', async () => {
    const leaving = await logIn(a);
    expect((await ownerOf(b, leaving).auth.me()).email).toBe(ACCOUNT.email);
    await ownerOf(a, leaving).auth.logout();
    await expect(ownerOf(b, leaving).auth.me()).rejects.toMatchObject({ status: 401, code: 'token_revoked' });
    expect((await ownerOf(b, token).auth.me()).email).toBe(ACCOUNT.email);
  });

  it('know a changed password at once: neither old tokens nor the old password open the other', async () => {
    const account = { email: 'mate@example.org', password: 'the first password of two', name: 'Mate' };
    const old = await register(a, account);
    const password = 'the second password of two';
    await ownerOf(a, old).auth.updateMe({ password, current_password: account.password });
    const elsewhere = await logIn(b, { ...account, password });
    expect((await ownerOf(a, elsewhere).auth.me()).email).toBe(account.email);
    await expect(logIn(b, account)).rejects.toMatchObject({ status: 401 });
  });

  it('count failed logins together', async () => {
    const account = { email: 'victim@example.org', password: 'a long enough password', name: 'Victim' };
    await register(a, account);
    const attempts = Array.from({ length: 30 }, (_, n) =>
      logIn(n % 2 ? a : b, { ...account, password: `wrong password ${n}` }),
    );
    const { AuthenticationError: tried = 0, RateLimitError: refused = 0 } = await outcomes(attempts);
    // As many as one server alone would let pass.
    expect([tried <= 10, tried + refused]).toEqual([true, 30]);
  });

  it('see a change of a project, its origins and its keys at once', async () => {
    const { id, owner, onB } = await open();
    const onBasOwner = ownerOf(b, token);
    await onBasOwner.projects.retrieve(id);
    await owner.projects.update(id, { name: 'Renamed', allowed_origins: [SITE] });
    expect(await onBasOwner.projects.retrieve(id)).toMatchObject({ name: 'Renamed', allowed_origins: [SITE] });

    const { token: widgetToken } = await onB.widgetTokens.create({ origin: SITE });
    const visitor = (server: ServerProcess) =>
      fetch(`${server.baseURL}/projects/${id}/chat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${widgetToken}`, origin: SITE, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'When do you open?' }),
      });
    expect((await visitor(b)).status).toBe(200);
    await owner.projects.update(id, { allowed_origins: ['https://other.example.com'] });
    expect([(await visitor(b)).status, (await visitor(a)).status]).toEqual([403, 403]);

    const { id: keyId, key } = await owner.projects.apiKeys.create(id);
    await clientOf(b, key).sources.list(id);
    await owner.projects.apiKeys.delete(id, keyId);
    await expect(clientOf(b, key).sources.list(id)).rejects.toMatchObject({ status: 401 });
    await owner.projects.delete(id);
    await expect(onBasOwner.projects.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });

  it('know at once that what a widget token was made with has ended', async () => {
    const { id, owner, onB } = await open();
    const { token: ofKey } = await onB.widgetTokens.create({});
    const password = 'the first password of two';
    const email = 'maker@example.org';
    const member = await register(a, { email, password, name: 'Maker' });
    const { token: link } = await owner.projects.invitations.create(id, { email: null, role: 'viewer' });
    await ownerOf(a, member).projects.invitations.accept({ token: link });
    const { token: ofMember } = await ownerOf(b, member).widgetTokens.create({ project_id: id });
    await owner.projects.update(id, { allowed_origins: [SITE] });
    const visits = (widget: string) =>
      fetch(`${b.baseURL}/projects/${id}/conversations`, {
        headers: { authorization: `Bearer ${widget}`, origin: SITE },
      });
    for (const widget of [ofKey, ofMember]) expect((await visits(widget)).status).toBe(200);

    const { items } = await owner.projects.apiKeys.list(id);
    for (const key of items) await owner.projects.apiKeys.delete(id, key.id);
    await ownerOf(a, member).auth.updateMe({ password: 'the second password of two', current_password: password });
    for (const widget of [ofKey, ofMember]) {
      const refused = await visits(widget);
      expect([refused.status, (await refused.json()).code]).toEqual([401, 'token_revoked']);
    }
    await owner.projects.delete(id);
  });

  it(`let exactly ${LIMIT} of 200 calls pass within a minute, whichever of them is asked`, async () => {
    // An account of its own, as the limit is one of the whole account, too.
    const owner = await register(a, { email: 'busy@example.org', password: 'a long enough password', name: 'Busy' });
    const { id, key } = await openProject(a, owner);
    const [onA, onB] = [clientOf(a, key), clientOf(b, key)];
    const calls = Array.from({ length: 200 }, (_, n) =>
      (n % 2 ? onA : onB).chat.create(id, { query: `Question ${n}?` }),
    );
    expect(await outcomes(calls)).toEqual({ fine: LIMIT, RateLimitError: 200 - LIMIT });
    await expect(onB.chat.create(id, { query: 'One more?' })).rejects.toBeInstanceOf(RateLimitError);
  });

  it('number the messages of one conversation without a gap, also when both add to it at the same time', async () => {
    const { id, onA, onB } = await open();
    const { conversation_id } = await onA.chat.create(id, { query: 'The first of them?' });
    const more = Array.from({ length: 20 }, (_, n) =>
      (n % 2 ? onA : onB).chat.create(id, { query: `Question ${n}?`, conversation_id }),
    );
    expect(await outcomes(more)).toEqual({ fine: 20 });
    const rows = await queryPostgres<{ seq: number }>(
      database,
      'select seq from messages where conversation_id = $1 order by seq',
      [conversation_id],
    );
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 42 }, (_, n) => n + 1));
    expect((await onB.conversations.messages(id, conversation_id, { limit: 100 })).items).toHaveLength(42);
  });

  it('make one source and one job of a request that reaches both of them again and again', async () => {
    const { id, onA, onB } = await open();
    const idempotencyKey = 'the same request';
    const text = 'The harbour light burns from dusk on.';
    const send = (client: Footnote) => client.sources.addText({ title: 'Light', text }, { idempotencyKey });
    const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, n) => send(n % 2 ? onA : onB)));
    const ids = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []));
    const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    // Whoever asks while the first is still being answered is told so; nobody is told of another source.
    for (const reason of refused) expect(reason).toMatchObject({ status: 429, code: 'in_progress' });
    expect([ids.length > 0, new Set(ids).size]).toEqual([true, 1]);
    expect((await send(onB)).id).toBe(ids[0]);
    expect((await onB.sources.list(id)).items).toHaveLength(1);
    await onB.sources.waitUntilReady(await onB.sources.retrieve(ids[0] ?? ''));
    expect(await queryPostgres(database, 'select state from generations where project_id = $1', [id])).toEqual([
      { state: 'live' },
    ]);
  });

  it('give back on one the file that was given to the other, byte for byte', async () => {
    const { id, owner, onA, onB } = await open();
    await owner.projects.update(id, { open_originals: true });
    const file = new TextEncoder().encode(
      `# Light\n\nThe keeper trims the wick at nine.\n${'More of it. '.repeat(30_000)}`,
    );
    const source = await onA.sources.upload({ file, name: 'light.md' });
    await onB.sources.waitUntilReady(source);
    const { citations } = await onB.chat.create(id, { query: 'When does the keeper trim the wick?' });
    const address = new URL(citations[0]?.url ?? '');
    const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    for (const server of [a, b]) {
      const answer = await fetch(`${server.url}${address.pathname}/original`);
      expect([answer.status, hashOf(new Uint8Array(await answer.arrayBuffer()))]).toEqual([200, hashOf(file)]);
    }
  });

  it('count what was asked of either of them into one budget and one report', async () => {
    const { id, owner, onA, onB } = await open();
    await owner.projects.update(id, { daily_budget: { requests: 5 } });
    const calls = Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? onA : onB).chat.create(id, { query: `Question ${n}?` }),
    );
    expect(await outcomes(calls)).toEqual({ fine: 5, RateLimitError: 7 });
    const counted = async () => (await ownerOf(b, token).projects.usage(id)).totals.requests === 5;
    await until(counted, 'all five are in the report');
  });
});
