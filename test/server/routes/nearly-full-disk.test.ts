import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createOwner,
  createOwnerWithProject,
  type OwnerFixture,
  PASSWORD,
} from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

/** With less than the minimum free, from the first test on. */
describe('a server whose disk is nearly full', () => {
  const disk = { free: 1e12, total: 1e12 };
  let app: TestApp;
  let owner: OwnerFixture;
  let other: { token: string };
  beforeAll(async () => {
    app = await startApp({ disk: () => ({ ...disk }) });
    owner = await createOwnerWithProject(app, 'full');
    other = await createOwner(app, 'other@example.com');
    disk.free = 1e8;
    app.travel(5_000);
  });
  afterAll(() => app.close());

  const file = () => {
    const form = new FormData();
    form.set('file', new File(['# Guide'], 'guide.md'));
    return form;
  };

  it.each<[string, () => ReturnType<TestApp['call']>]>([
    ['an uploaded file', () => post('/v1/sources/upload?project_id=PROJECT', file())],
    ['a text', () => post('/v1/sources?project_id=PROJECT', { type: 'text', title: 'A', text: 'B' })],
    ['a page', () => post('/v1/sources?project_id=PROJECT', { type: 'url', url: 'https://example.com/' })],
    ['a source to be read again', () => post('/v1/sources/SOURCE/sync')],
  ])('does not take %s, and says why', async (_, send) => {
    const before = app.questions.length;
    const refused = await send();
    expect([refused.status, refused.body.code]).toEqual([500, 'storage_full']);
    expect(refused.body.detail).toMatch(/disk space/);
    expect(await app.temporaryFiles()).toEqual([]);
    expect(app.questions).toHaveLength(before);
  });

  it('answers on in a conversation that has begun', async () => {
    const { conversationId, key } = owner.project;
    const body = { query: 'And then?', conversation_id: conversationId };
    const answered = await post('/v1/projects/PROJECT/chat', body, key);
    expect([answered.status, answered.body.kept]).toEqual([200, undefined]);
  });

  it('takes documents again when there is room', async () => {
    disk.free = 1e12;
    app.travel(5_000);
    expect((await post('/v1/sources?project_id=PROJECT', { type: 'text', title: 'A', text: 'B' })).status).toBe(202);
    disk.free = 0;
    app.travel(5_000);
  });

  it('answers on when it is full, keeps its reserve by storing none of it, and logs that', async () => {
    const { id, conversationId, key } = owner.project;
    const stored = async () => {
      const path = `/v1/projects/${id}/conversations/${conversationId}/messages`;
      return (await app.call('GET', path, { token: owner.token })).body.total;
    };
    const before = await stored();
    for (const stream of [false, true]) {
      const body = { query: 'And now?', conversation_id: conversationId, stream };
      const answered = await post('/v1/projects/PROJECT/chat', body, key);
      expect([answered.status, answered.text]).toEqual([200, expect.stringContaining('And now?')]);
      expect(answered.text).toContain('"kept":false');
    }
    expect(await stored()).toBe(before);
    expect(app.log.filter((line) => line.includes('message_not_stored'))).toHaveLength(2);
  });

  it.each<[string, () => ReturnType<TestApp['call']>]>([
    ['delete a source', () => call('DELETE', '/v1/sources/SOURCE')],
    ['delete a conversation', () => call('DELETE', '/v1/projects/PROJECT/conversations/CONVERSATION')],
    ['revoke a key', () => call('DELETE', `/v1/projects/PROJECT/api-keys/${owner.project.keyId}`)],
    ['delete a project', () => call('DELETE', '/v1/projects/PROJECT')],
    [
      'confirm their password',
      () => app.call('POST', '/v1/auth/confirm', { token: other.token, body: { password: PASSWORD } }),
    ],
    ['end all other sessions', () => app.call('DELETE', '/v1/auth/sessions', { token: other.token })],
    ['sign in', () => app.call('POST', '/v1/auth/login', { body: { email: 'other@example.com', password: PASSWORD } })],
    ['sign out', () => app.call('POST', '/v1/auth/logout', { token: other.token })],
  ])('lets its users %s', async (_, send) => {
    expect((await send()).status).toBeLessThan(300);
  });

  const place = (path: string) =>
    path
      .replace('PROJECT', owner.project.id)
      .replace('SOURCE', owner.project.sourceId)
      .replace('CONVERSATION', owner.project.conversationId);
  const call = (method: string, path: string) => app.call(method, place(path), { token: owner.token });
  const post = (path: string, body?: unknown, key?: string) =>
    app.call('POST', place(path), { ...(key ? { key } : { token: owner.token }), body });
});

/** One whose free space is 3 MB above the minimum. Time stands still, so that it is measured only when a test says so. */
describe('a server whose disk is filled by uploads that are under way', () => {
  const [minimum, spare] = [1e9, 3e6];
  let app: TestApp;
  let owner: OwnerFixture;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    app = await startApp({ disk: () => ({ free: minimum + spare, total: 1e12 }) });
    owner = await createOwnerWithProject(app, 'uploads');
  });
  afterAll(async () => {
    vi.useRealTimers();
    await app.close();
  });

  const send = (bytes: number) => {
    const form = new FormData();
    form.set('file', new File(['# Guide\n\n', 'The lantern is green. '.repeat(bytes / 22)], 'guide.md'));
    return app.call('POST', '/v1/sources/upload', { key: owner.project.key, body: form });
  };
  const measureAgain = () => app.travel(5_000);

  it('refuses a file that would take the space that is kept, while it is received', async () => {
    measureAgain();
    const refused = await send(4e6);
    expect([refused.status, refused.body.code]).toEqual([500, 'storage_full']);
    expect(await app.temporaryFiles()).toEqual([]);
    measureAgain();
    expect((await send(2e6)).status).toBe(202);
  });

  it('takes no more of parallel uploads than it has room for', async () => {
    measureAgain();
    const calls = await Promise.all(Array.from({ length: 8 }, () => send(1e6)));
    const taken = calls.filter(({ status }) => status === 202).length;
    expect(taken).toBeLessThanOrEqual(spare / 1e6);
    expect(calls.filter(({ body }) => body.code === 'storage_full')).toHaveLength(8 - taken);
    expect(await app.temporaryFiles()).toEqual([]);
  });
});
