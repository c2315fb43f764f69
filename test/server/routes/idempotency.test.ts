import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerWithProject, type OwnerFixture, PASSWORD } from '../../helpers/server/owner-with-project.ts';
import { type CallOptions, startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let other: OwnerFixture;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
  other = await createOwnerWithProject(app, 'other');
});
afterAll(async () => {
  expect(await app.temporaryFiles()).toEqual([]);
  await app.close();
});

const post = (path: string, key: string, options: CallOptions) =>
  app.call('POST', path, { ...options, headers: { 'idempotency-key': key } });
const create = (key: string, body: unknown, token = owner.token) => post('/v1/projects', key, { token, body });
const count = async (path: string, credential: CallOptions) => (await app.call('GET', path, credential)).body.total;
const form = (text: string, name = 'notes.md') => {
  const data = new FormData();
  data.append('file', new Blob([text]), name);
  return data;
};

describe('a request with an Idempotency-Key', () => {
  it('creates one record from twenty parallel attempts, and answers all that are not too early alike', async () => {
    const calls = await Promise.all(Array.from({ length: 20 }, () => create('once', { name: 'Once' })));
    const made = calls.filter(({ status }) => status === 201);
    const early = calls.filter(({ status }) => status === 429);
    expect(made.length + early.length).toBe(20);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    for (const { body, headers } of early) {
      expect([body.code, headers.get('retry-after')]).toEqual(['in_progress', '1']);
    }
    expect((await create('once', { name: 'Once' })).text).toBe(made[0]?.text);
    const list = await app.call('GET', '/v1/projects', { token: owner.token });
    expect(list.body.items.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1);
  });

  it('is a different request with another body, path or credential', async () => {
    await create('mine', { name: 'A', description: 'b' });
    const mismatch = await create('mine', { name: 'B' });
    expect([mismatch.status, mismatch.body.code]).toEqual([400, 'idempotency_mismatch']);
    // The order of fields does not matter.
    expect((await create('mine', { description: 'b', name: 'A' })).status).toBe(201);
    const body = { type: 'url', url: 'https://example.com/' };
    const path = `/v1/sources?project_id=${owner.project.id}`;
    expect((await post(path, 'mine', { token: owner.token, body })).body.code).toBe('idempotency_mismatch');
    expect((await create('mine', { name: 'C' }, other.token)).status).toBe(201);
  });

  it('is a different request for another project, even if only the address names it', async () => {
    const { token } = owner;
    const second = (await app.call('POST', '/v1/projects', { token, body: { name: 'Second' } })).body.id;
    const add = (key: string, project: string, body: unknown = { type: 'text', title: 'T', text: 'Words.' }) =>
      post(`/v1/sources?project_id=${project}`, key, { token, body });
    const first = await add('whose', owner.project.id);
    expect([first.status, first.body.project_id]).toEqual([202, owner.project.id]);
    // It must never be answered with the first project's source.
    expect((await add('whose', second)).body.code).toBe('idempotency_mismatch');
    expect(await count(`/v1/projects/${second}/sources`, { token })).toBe(0);
    expect((await add('another', second)).body.project_id).toBe(second);
  });

  it('is identified by its file, whatever the form around it', async () => {
    const key = { key: owner.project.key };
    const path = `/v1/projects/${owner.project.id}/sources`;
    const before = await count(path, key);
    for (const at of ['/v1/sources/upload', '/v1/sources']) {
      const first = await post(at, at, { ...key, body: form('# A') });
      const again = await post(at, at, { ...key, body: form('# A') });
      expect([again.status, again.text]).toEqual([202, first.text]);
      expect((await post(at, at, { ...key, body: form('# B') })).body.code).toBe('idempotency_mismatch');
      expect((await post(at, at, { ...key, body: form('# A', 'b.md') })).body.code).toBe('idempotency_mismatch');
    }
    expect(await count(path, key)).toBe(before + 2);
  });

  it('that failed can be repeated with the same key', async () => {
    const key = { key: owner.project.key };
    const refused = await post('/v1/sources/upload', 'later', { ...key, body: form('', 'empty.md') });
    expect(refused.body.code).toBe('file_empty');
    expect((await post('/v1/sources/upload', 'later', { ...key, body: form('# Full') })).status).toBe(202);
  });

  it('creates nothing again if the first answer was not stored, as after a crash', async () => {
    const key = { key: owner.project.key };
    const { sourceId } = owner.project;
    const body = { type: 'text', title: 'T', text: 'Words.' };
    const list = `/v1/projects/${owner.project.id}/sources`;
    const job = await app.store.jobs.claim('test', Date.now() + 1000, 60_000);
    if (job?.sourceId !== sourceId) throw new Error('Another job is waiting.');
    await app.store.sources.fail(job, sourceId, { code: 'x', message: 'x' });
    const makings: [path: string, counted: string, status: number, () => CallOptions][] = [
      ['/v1/projects', '/v1/projects', 201, () => ({ token: owner.token, body: { name: 'Crash' } })],
      ['/v1/sources', list, 202, () => ({ ...key, body })],
      ['/v1/sources/upload', list, 202, () => ({ ...key, body: form('# Crash') })],
      ['/v1/sources/url', list, 202, () => ({ ...key, body: { url: 'https://example.com/crash' } })],
      [`/v1/sources/${sourceId}/sync`, list, 202, () => key],
    ];
    for (const [path, counted, status, options] of makings) {
      const credential = options().token ? { token: owner.token } : key;
      const before = await count(counted, credential);
      const { finish } = app.store.idempotency;
      app.store.idempotency.finish = () => Promise.reject(new Error('the process ends here'));
      const cut = await post(path, 'crash', options());
      app.store.idempotency.finish = finish;
      expect([path, cut.status]).toEqual([path, 500]);
      const made = await count(counted, credential);
      expect([path, made]).toEqual([path, path.endsWith('/sync') ? before : before + 1]);

      const again = await post(path, 'crash', options());
      expect([path, again.status, again.body.id]).toEqual([path, status, expect.stringMatching(/^(proj|src)_/)]);
      if (!path.endsWith('/sync'))
        expect((await app.call('GET', counted, credential)).body.items[0]).toEqual(again.body);
      expect([path, await count(counted, credential)]).toEqual([path, made]);
      // From here on, each request has its own key.
      await app.store.idempotency.sweep(Date.now() + 1_000);
    }
  });

  it('works for addresses and texts', async () => {
    const key = { key: owner.project.key };
    const url = { url: 'https://example.com/' };
    const calls: [string, CallOptions][] = [
      ['/v1/sources/url', { ...key, body: url }],
      [`/v1/projects/${owner.project.id}/ingestion/url`, { ...key, body: url }],
      ['/v1/sources', { ...key, body: { type: 'text', title: 'T', text: 'Words.' } }],
    ];
    for (const [path, options] of calls) {
      const first = await post(path, `again ${path}`, options);
      expect([first.status, (await post(path, `again ${path}`, options)).text]).toEqual([202, first.text]);
    }
  });

  it('is a 404 for a record that has been deleted since', async () => {
    const { body } = await create('deleted', { name: 'Deleted soon' });
    await app.call('DELETE', `/v1/projects/${body.id}`, { token: owner.token });
    const again = await create('deleted', { name: 'Deleted soon' });
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  });

  it('expires after a day', async () => {
    const first = await create('yesterday', { name: 'Y' });
    app.travel(23 * 3_600_000);
    const token = (await app.call('POST', '/v1/auth/login', { body: { email: owner.email, password: PASSWORD } })).body
      .access_token;
    expect((await create('yesterday', { name: 'Y' }, token)).body.id).toBe(first.body.id);
    app.travel(3_600_000 + 1000);
    const next = await create('yesterday', { name: 'Y' }, token);
    expect(next.status).toBe(201);
    expect(next.body.id).not.toBe(first.body.id);
    app.travel(-24 * 3_600_000 - 1000);
  });

  it.each(['x'.repeat(256), 'caf\u00e9'])('is refused with the key %s', async (key) => {
    const called = await create(key, { name: 'Odd' });
    expect(called.body).toMatchObject({ code: 'invalid_request', errors: [{ field: 'idempotency-key' }] });
  });

  it('is not honoured by routes that return a secret', async () => {
    const path = `/v1/projects/${owner.project.id}/api-keys`;
    const token = { token: owner.token };
    const [one, two] = [await post(path, 'secret', token), await post(path, 'secret', token)];
    expect(one.body.key).not.toBe(two.body.key);
  });
});
