import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerWithProject, ORIGIN, type OwnerFixture, upload } from '../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../helpers/server/test-app.ts';

describe('a server with quotas', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let other: OwnerFixture;
  beforeAll(async () => {
    app = await startApp({
      env: { quotas: { projects: 3, sources: 4, bytes: null, projectBytes: null, dailyQuestions: null } },
    });
    owner = await createOwnerWithProject(app, 'greedy');
    other = await createOwnerWithProject(app, 'other');
  });
  afterAll(() => app.close());

  const project = ({ token }: OwnerFixture) => app.call('POST', '/v1/projects', { token, body: { name: 'More' } });
  const text = ({ project: { key } }: OwnerFixture) =>
    app.call('POST', '/v1/sources', { key, body: { type: 'text', title: 'A', text: 'B' } });
  const key = ({ token, project: { id } }: OwnerFixture) => app.call('POST', `/v1/projects/${id}/api-keys`, { token });
  const times = <Result>(count: number, work: () => Result) => Array.from({ length: count }, work);
  const refusals = (calls: Called[]) => calls.filter(({ status }) => status === 400);

  it('lets an account have so many projects, also with parallel requests, and again when one is deleted', async () => {
    const calls = await Promise.all(times(8, () => project(owner)));
    expect(calls.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(refusals(calls)).toHaveLength(6);
    for (const { body } of refusals(calls)) {
      expect(body.code).toBe('quota_reached');
      expect(body.detail).toBe(
        'This account has 3 projects, as many as this server allows. Delete one, or ask the operator of the server to raise MAX_PROJECTS.',
      );
    }
    const made = calls.find(({ status }) => status === 201)?.body.id;
    expect((await app.call('DELETE', `/v1/projects/${made}`, { token: owner.token })).status).toBe(200);
    expect((await project(owner)).status).toBe(201);
    expect((await project(owner)).status).toBe(400);
  });

  it('lets a project have so many sources, of which nothing is left when they are refused', async () => {
    const calls = await Promise.all(times(6, () => text(owner)));
    expect(calls.filter(({ status }) => status === 202)).toHaveLength(3);
    for (const { body } of refusals(calls)) expect(body.code).toBe('quota_reached');
    const stored = await app.store.sources.listByProject(owner.project.id, { limit: 100, offset: 0 });
    const file = await upload(app, { key: owner.project.key }, 'guide.md', '# Guide');
    expect([file.status, file.body.detail]).toEqual([400, expect.stringContaining('has 4 sources')]);
    const page = { type: 'url', url: 'https://example.com/' };
    expect((await app.call('POST', '/v1/sources', { key: owner.project.key, body: page })).status).toBe(400);
    expect(stored.total).toBe(4);
    expect(await app.temporaryFiles()).toEqual([]);
    // What is there can be changed, and made room of.
    const { sourceId } = owner.project;
    expect((await app.call('DELETE', `/v1/sources/${sourceId}`, { key: owner.project.key })).status).toBe(200);
    expect((await text(owner)).status).toBe(202);
  });

  it('lets a project have 100 API keys', async () => {
    const calls = await Promise.all(times(101, () => key(owner)));
    expect(calls.filter(({ status }) => status === 201)).toHaveLength(99);
    for (const { body } of refusals(calls)) {
      expect(body).toMatchObject({ code: 'quota_reached', detail: expect.stringContaining('has 100 API keys') });
    }
  });

  it('does not count for others what an account has', async () => {
    expect((await project(other)).status).toBe(201);
    expect((await text(other)).status).toBe(202);
    expect((await key(other)).status).toBe(201);
  });

  it('answers a repeated request that has created the last project allowed as it did the first time', async () => {
    const headers = { 'idempotency-key': 'the-last-one' };
    const create = () =>
      app.call('POST', '/v1/projects', { token: other.token, headers, body: { name: 'The last one' } });
    const [first, again] = [await create(), await create()];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect((await project(other)).status).toBe(400);
  });
});

describe('a server that limits what an account stores', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let other: OwnerFixture;
  beforeAll(async () => {
    app = await startApp({
      env: { quotas: { projects: null, sources: null, bytes: 10_000, projectBytes: null, dailyQuestions: null } },
    });
    owner = await createOwnerWithProject(app, 'greedy');
    other = await createOwnerWithProject(app, 'other');
  });
  afterAll(() => app.close());

  const words = (bytes: number) => 'word '.repeat(bytes / 5);
  const add = (key: string, bytes: number) =>
    app.call('POST', '/v1/sources', { key, body: { type: 'text', title: 'A', text: words(bytes) } });

  it('adds up the files and texts of all its projects, and refuses what would exceed it, with the number', async () => {
    const { key } = owner.project;
    expect((await upload(app, { key }, 'guide.txt', words(4_000))).status).toBe(202);
    const { body: second } = await app.call('POST', '/v1/projects', { token: owner.token, body: { name: 'Second' } });
    const made = await app.call('POST', `/v1/projects/${second.id}/api-keys`, { token: owner.token });
    expect((await add(made.body.key, 5_000)).status).toBe(202);
    for (const refused of [await add(key, 1_000), await upload(app, { key }, 'more.txt', words(1_000))]) {
      expect([refused.status, refused.body.code]).toEqual([400, 'quota_reached']);
      expect(refused.body.detail).toContain('may have 10.0 kB together');
    }
    expect((await add(other.project.key, 5_000)).status).toBe(202);
    expect((await app.call('DELETE', `/v1/projects/${second.id}`, { token: owner.token })).status).toBe(200);
    expect((await add(key, 1_000)).status).toBe(202);
  });

  it('is exact with parallel requests', async () => {
    const parallel = await createOwnerWithProject(app, 'parallel');
    const calls = await Promise.all(Array.from({ length: 8 }, () => add(parallel.project.key, 2_000)));
    expect(calls.filter(({ status }) => status === 202)).toHaveLength(4);
  });

  it('counts a replacement in the place of what it replaces', async () => {
    const { key } = (await createOwnerWithProject(app, 'replaced')).project;
    const text = (await add(key, 9_000)).body.id;
    const replace = (bytes: number) =>
      app.call('PUT', `/v1/sources/${text}/text`, { key, body: { title: 'A', text: words(bytes) } });
    // A source that waits to be read takes no replacement.
    const job = async () => {
      for (;;) {
        const claimed = await app.store.jobs.claim('test', Date.now() + 1000, 60_000);
        if (!claimed) throw new Error('There is no job for the text.');
        if (claimed.sourceId === text) return claimed;
      }
    };
    await app.store.sources.fail(await job(), text, { code: 'no_text', message: 'It has no text.' });
    expect(await replace(12_000)).toMatchObject({ status: 400, body: { code: 'quota_reached' } });
    expect((await replace(9_500)).status).toBe(202);
  });
});

describe('a server with a quota of questions', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let other: OwnerFixture;
  beforeAll(async () => {
    app = await startApp({
      env: { quotas: { projects: null, sources: null, bytes: null, projectBytes: null, dailyQuestions: 6 } },
    });
    owner = await createOwnerWithProject(app, 'asks');
    other = await createOwnerWithProject(app, 'asks-less');
  });
  afterAll(() => app.close());

  const ask = (credential: { key?: string; token?: string }, conversation_id?: string, path = '/v1/chat') =>
    app.call('POST', path, { ...credential, origin: ORIGIN, body: { query: 'How?', conversation_id } });
  const stored = async ({ token, project: { id } }: OwnerFixture) =>
    (await app.call('GET', `/v1/projects/${id}/conversations`, { token })).body.total;

  // Each has been asked one question already.
  it('answers so many of a project in a day, also at once, stores no conversation for more, and says when to ask again', async () => {
    const { key, conversationId } = owner.project;
    const before = await stored(owner);
    const calls = await Promise.all(
      Array.from({ length: 12 }, (_, at) => ask({ key }, at % 2 ? conversationId : undefined)),
    );
    const answered = calls.filter(({ status }) => status === 200);
    expect(answered).toHaveLength(5);
    const begun = answered.filter(({ body }) => body.conversation_id !== conversationId);
    expect(await stored(owner)).toBe(before + begun.length);
    for (const { status, body, headers } of calls.filter((call) => !answered.includes(call))) {
      expect([status, body.code]).toEqual([429, 'quota_reached']);
      expect(body.detail).toMatch(
        /^This project has been asked 6 questions today, as many as it may be\. Ask again in .+, or ask the operator of the server for more \(MAX_DAILY_QUESTIONS, or the project’s quotas\)\.$/,
      );
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('tells visitors what a used up budget does, and not what the operator could change', async () => {
    const refused = await ask({ token: owner.project.widget });
    expect([refused.status, refused.body.code]).toEqual([429, 'budget_exhausted']);
    expect(refused.body.detail).not.toContain('MAX_DAILY_QUESTIONS');
  });

  it('does not count what a budget refuses, nor what other projects are asked', async () => {
    const { project, token } = other;
    const budget = (daily_budget: unknown) =>
      app.call('PATCH', `/v1/projects/${project.id}`, { token, body: { daily_budget } });
    await budget({ requests: 2 });
    const codes = [];
    for (let at = 0; at < 6; at++) codes.push((await ask({ key: project.key })).body.code ?? 'answered');
    expect(codes).toEqual(['answered', 'answered', ...Array(4).fill('budget_exhausted')]);
    await budget(null);
    for (let at = 0; at < 3; at++) expect((await ask({ key: project.key })).status).toBe(200);
    expect((await ask({ key: project.key })).body.code).toBe('quota_reached');
  });

  it('answers again the next day', async () => {
    app.travel(24 * 3_600_000);
    expect((await ask({ key: owner.project.key })).status).toBe(200);
    app.travel(-24 * 3_600_000);
  });

  it('has a share of it for each address on a public widget whose owner has set no limit', async () => {
    const many = await startApp({
      env: {
        quotas: { projects: null, sources: null, bytes: null, projectBytes: null, dailyQuestions: 200 },
        trustedProxies: 1,
      },
    });
    try {
      const world = await createOwnerWithProject(many, 'open');
      const body = { widget_access: 'public', daily_budget: {} };
      await many.call('PATCH', `/v1/projects/${world.project.id}`, { token: world.token, body });
      const from = (address: string) => ({ origin: ORIGIN, headers: { 'x-forwarded-for': address } });
      const askAsNew = async (address: string) => {
        const minted = { ...from(address), body: { project_id: world.project.id } };
        const { token } = (await many.call('POST', '/v1/tokens/widget', minted)).body;
        return (await many.call('POST', '/v1/chat', { ...from(address), token, body: { query: 'How?' } })).status;
      };
      const statuses = await Promise.all(Array.from({ length: 25 }, () => askAsNew('192.0.2.1')));
      expect(statuses.filter((status) => status === 200)).toHaveLength(20);
      expect(await askAsNew('192.0.2.2')).toBe(200);
    } finally {
      await many.close();
    }
  });
});

describe('a project with quotas of its own', () => {
  let app: TestApp;
  let operator: OwnerFixture;
  let owner: OwnerFixture;
  beforeAll(async () => {
    app = await startApp({
      env: { quotas: { projects: null, sources: 3, bytes: null, projectBytes: 1_000, dailyQuestions: 50 } },
    });
    operator = await createOwnerWithProject(app, 'operator');
    owner = await createOwnerWithProject(app, 'tenant');
  });
  afterAll(() => app.close());

  const set = (quotas: object, { token } = operator) =>
    app.call('PUT', `/v1/server/projects/${owner.project.id}/quotas`, {
      token,
      body: { sources: null, bytes: null, daily_questions: null, ...quotas },
    });
  const add = (text: string, by = owner) =>
    app.call('POST', '/v1/sources', { key: by.project.key, body: { type: 'text', title: 'A', text } });
  const ask = () =>
    app.call('POST', `/v1/projects/${owner.project.id}/chat`, { key: owner.project.key, body: { query: 'Hello?' } });
  const list = async (query = '') =>
    (await app.call('GET', `/v1/server/projects${query}`, { token: operator.token })).body;
  const near = async () =>
    (await app.call('GET', `/v1/projects/${owner.project.id}/overview`, { token: owner.token })).body.quotas;

  it('is listed for the operator with what it stores and what it may', async () => {
    const { total, items } = await list('?search=TENANT');
    expect([total, items]).toEqual([
      1,
      [
        {
          ...{ id: owner.project.id, name: 'Project tenant', created_at: expect.any(String) },
          owner: { id: expect.stringMatching(/^usr_/), email: 'tenant@example.org' },
          ...{ sources: 1, passages: 0, conversations: 1, questions_today: 1 },
          bytes: { originals: expect.any(Number), documents: 0, index: 0, conversations: expect.any(Number) },
          quotas: { sources: null, bytes: null, daily_questions: null },
          allowed: { sources: 3, bytes: 1_000, daily_questions: 50 },
        },
      ],
    ]);
    expect(items[0].bytes.originals).toBeGreaterThan(20);
    expect(items[0].bytes.conversations).toBeGreaterThan(20);
    expect(JSON.stringify(items)).not.toContain('secret of');
    expect((await list()).total).toBe(2);
    expect((await list('?search=%25')).total).toBe(0);
  });

  it('has those in place of the server’s, and its owner is told before they are reached', async () => {
    expect(await near()).toEqual([]);
    expect((await set({ sources: 2, bytes: 170, daily_questions: 2 })).status).toBe(200);
    expect((await add('x'.repeat(150))).body.detail).toBe(
      'The sources of this project may have 0.2 kB together, and would have more. Delete some, or ask the operator of the server for more (MAX_PROJECT_MB, or the project’s quotas).',
    );
    expect((await add('x'.repeat(130))).status).toBe(202);
    expect((await add('x')).body.detail).toMatch(/^This project has 2 sources, as many as it may have\./);
    expect((await ask()).status).toBe(200);
    expect((await ask()).body.code).toBe('quota_reached');
    expect(await near()).toEqual([
      { quota: 'sources', used: 2, limit: 2 },
      { quota: 'bytes', used: expect.any(Number), limit: 170 },
      { quota: 'daily_questions', used: 2, limit: 2 },
    ]);
    // Those of another project are as they were.
    expect((await add('x'.repeat(150), operator)).status).toBe(202);

    expect((await set({ sources: 9 })).status).toBe(200);
    expect((await add('x'.repeat(300))).status).toBe(202);
    expect((await ask()).status).toBe(200);
    expect((await list('?search=tenant')).items[0].allowed).toEqual({ sources: 9, bytes: 1_000, daily_questions: 50 });
    expect(await near()).toEqual([]);
  });

  it('is not changed by its owner, who sees in the audit log that the operator has', async () => {
    expect((await set({ sources: 99 }, owner)).body.code).toBe('operator_required');
    expect((await set({ sources: -1 })).status).toBe(400);
    const { items } = (
      await app.call('GET', '/v1/auth/audit-log?action=server-projects.set-quotas', { token: owner.token })
    ).body;
    expect(items.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['denied', 'done', 'done']);
    expect(items[1].target.id).toBe(owner.project.id);
  });
});
