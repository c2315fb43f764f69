import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createOwner,
  createOwnerWithProject,
  ORIGIN,
  PASSWORD,
  upload,
} from '../../helpers/server/owner-with-project.ts';
import { type Called, type CallOptions, startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
// However long a test takes, no limit is replenished meanwhile.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

const many = (count: number, call: (index: number) => Promise<Called>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));
const tally = (calls: Called[]) => ({
  ok: calls.filter(({ status }) => status < 300).length,
  limited: calls.filter(({ status }) => status === 429).length,
});

describe('rate limits', () => {
  it('let exactly 60 of 200 parallel requests of a credential through, with headers', async () => {
    app = await startApp({ env: { rateLimits: { general: 60, chat: 0, search: 0, ingestion: 0 } } });
    const owner = await createOwner(app, 'a@x.org');
    const other = await createOwner(app, 'b@x.org');
    const calls = await many(200, (index) =>
      // Without a trusted proxy, a forged address changes nothing.
      app.call('GET', '/v1/projects', { token: owner.token, headers: { 'x-forwarded-for': `203.0.113.${index}` } }),
    );
    expect(tally(calls)).toEqual({ ok: 60, limited: 140 });
    const refused = calls.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'rate_limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(refused?.headers.get('ratelimit-policy')).toBe('"general";q=60;w=60');
    expect(refused?.headers.get('ratelimit')).toMatch(/^"general";r=0;t=\d+$/);

    // Other credentials and the health check are not affected.
    const calm = await app.call('GET', '/v1/projects', { token: other.token });
    expect(calm.headers.get('ratelimit')).toMatch(/^"general";r=59;t=60$/);
    expect(tally(await many(70, () => app.call('GET', '/health'))).ok).toBe(70);

    app.travel(61_000);
    expect((await app.call('GET', '/v1/projects', { token: owner.token })).status).toBe(200);
  });

  it('let people in the console do five times as much, and nobody else who says so', async () => {
    app = await startApp({ env: { rateLimits: { general: 4, chat: 0, search: 0, ingestion: 0 } } });
    const { token, project } = await createOwnerWithProject(app, 'owner');
    app.travel(61_000);
    const headers = { 'x-footnote-console': '1' };
    const passing = async (path: string, options: CallOptions) =>
      tally(await many(25, () => app.call('GET', path, options))).ok;
    const [list, config] = ['/v1/projects', `/v1/projects/${project.id}/widget/config`];
    const sources = `/v1/projects/${project.id}/sources`;
    // What programs do with the same token neither takes from it nor adds to it.
    expect(await passing(list, { token })).toBe(4);
    expect(await passing(list, { token, headers })).toBe(20);
    expect(await passing(list, { token })).toBe(0);
    // The sessions of one account count together.
    const second = await app.call('POST', '/v1/auth/login', {
      body: { email: 'owner@example.org', password: PASSWORD },
    });
    expect(await passing(list, { token: second.body.access_token, headers })).toBe(0);

    expect(await passing(sources, { key: project.key, headers })).toBe(4);
    expect(await passing(config, { token: project.widget, origin: ORIGIN, headers })).toBe(4);
    const guesses = await many(25, () => app.call('GET', list, { token: 'guess', headers }));
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(21);
  });

  it('say how many are left for people in the console', async () => {
    app = await startApp({ env: { rateLimits: { general: 60, chat: 0, search: 0, ingestion: 0 } } });
    const { token } = await createOwner(app, 'a@x.org');
    const { headers } = await app.call('GET', '/v1/projects', { token, headers: { 'x-footnote-console': '1' } });
    expect(headers.get('ratelimit-policy')).toBe('"general";q=300;w=60');
    expect(headers.get('ratelimit')).toMatch(/^"general";r=299;t=60$/);
  });

  it('cannot be raised by another site: its browser asks first, and the header is not allowed', async () => {
    app = await startApp();
    await createOwnerWithProject(app, 'owner');
    const preflight = await app.call('OPTIONS', '/v1/tokens/widget', {
      origin: ORIGIN,
      headers: {
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-footnote-console',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type');
    expect(preflight.headers.get('access-control-allow-headers')).not.toContain('console');
  });

  it('count requests without a valid credential by address', async () => {
    app = await startApp({ env: { rateLimits: { general: 5, chat: 0, search: 0, ingestion: 0 } } });
    const guesses = await many(12, (index) => app.call('GET', '/v1/projects', { token: `guess-${index}` }));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  it('count questions per visitor and per address, and per key', async () => {
    app = await startApp({ env: { rateLimits: { general: 0, chat: 4, search: 0, ingestion: 0 } } });
    // The fixture has asked one question with a widget token.
    const { project } = await createOwnerWithProject(app, 'owner');
    const ask = (options: CallOptions) =>
      app.call('POST', `/v1/projects/${project.id}/chat`, { ...options, origin: ORIGIN, body: { query: 'Hi?' } });
    const fresh = async () => (await app.call('POST', '/v1/tokens/widget', { key: project.key })).body.token;
    const visitors = [await fresh(), await fresh(), await fresh(), await fresh(), await fresh()];
    const byVisitors = await many(5, (index) => ask({ token: visitors[index] }));
    expect(tally(byVisitors)).toEqual({ ok: 3, limited: 2 });
    // A refused question never reaches the answerer.
    expect(app.questions).toHaveLength(4);
    expect(tally(await many(6, () => ask({ key: project.key })))).toEqual({ ok: 4, limited: 2 });
    // Refusals carry CORS headers too, so that the widget can read them.
    expect(byVisitors.find(({ status }) => status === 429)?.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  it('count new sources per project, whichever credential adds them', async () => {
    app = await startApp({ env: { rateLimits: { general: 0, chat: 0, search: 0, ingestion: 3 } } });
    const { token, project } = await createOwnerWithProject(app, 'owner');
    const stranger = await createOwner(app, 'stranger@x.org');
    const path = `?project_id=${project.id}`;
    for (let attempt = 0; attempt < 5; attempt++) {
      expect((await upload(app, { token: stranger.token }, 'a.md', '# A', path)).status).toBe(attempt < 3 ? 404 : 429);
    }
    // The fixture's source was the first of three.
    expect((await upload(app, { token }, 'a.md', '# A', path)).status).toBe(202);
    expect((await upload(app, { key: project.key }, 'a.md', '# A')).status).toBe(202);
    expect((await upload(app, { key: project.key }, 'a.md', '# A')).status).toBe(429);
    expect((await upload(app, { token }, 'a.md', '# A', path)).status).toBe(429);
  });

  it.each([
    ['read again', (at: string) => ['POST', `${at}/sync`, undefined] as const],
    ['replaced', (at: string) => ['PUT', `${at}/text`, { title: 'A', text: 'Words.' }] as const],
  ])('count a source that is %s per project, whichever credential is used', async (_, request) => {
    app = await startApp({ env: { rateLimits: { general: 0, chat: 0, search: 0, ingestion: 3 } } });
    const { token, project } = await createOwnerWithProject(app, 'owner');
    const stranger = await createOwner(app, 'stranger@x.org');
    const [method, path, body] = request(`/v1/sources/${project.sourceId}`);
    // Strangers do not use up the project's limit.
    for (let attempt = 0; attempt < 3; attempt++) {
      expect((await app.call(method, path, { token: stranger.token, body })).status).toBe(404);
    }
    const limited = async (call: Promise<Called>) => (await call).body.code === 'rate_limited';
    // The fixture's upload was the first of three.
    expect(await limited(app.call(method, path, { token, body }))).toBe(false);
    expect(await limited(app.call(method, path, { key: project.key, body }))).toBe(false);
    expect(await limited(app.call(method, path, { token, body }))).toBe(true);
    expect(await limited(upload(app, { key: project.key }, 'a.md', '# A'))).toBe(true);
    // The limit is per project; an account has as much in six seconds for all of its projects.
    app.travel(6_001);
    expect(await limited(upload(app, { key: project.key }, 'a.md', '# A'))).toBe(true);
    const second = await app.call('POST', '/v1/projects', { token, body: { name: 'Second' } });
    expect((await upload(app, { token }, 'a.md', '# A', `?project_id=${second.body.id}`)).status).toBe(202);
  });

  it('count all keys of an account together, in a tenth of the time: ten times what one may, and not at once', async () => {
    app = await startApp({ env: { rateLimits: { general: 0, chat: 6, search: 0, ingestion: 0 } } });
    const [owner, other] = [await createOwnerWithProject(app, 'owner'), await createOwnerWithProject(app, 'other')];
    const keys = async ({ token, project }: typeof owner, count: number) => {
      const made = await many(count, () =>
        app.call('POST', `/v1/projects/${project.id}/api-keys`, { token, body: {} }),
      );
      return made.map(({ body }) => body.key as string);
    };
    const ask = (key: string) => app.call('POST', '/v1/chat', { key, body: { query: 'Hi?' } });
    const own = await keys(owner, 12);
    const asked = () => many(12, (index) => ask(own[index] ?? ''));
    expect(tally(await asked())).toEqual({ ok: 6, limited: 6 });
    const refused = (await asked())[0];
    expect(refused?.headers.get('ratelimit-policy')).toBe('"chat";q=6;w=6');
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(6);
    const [another] = await keys(other, 1);
    expect((await ask(another ?? '')).status).toBe(200);
    app.travel(6_001);
    expect(tally(await asked())).toEqual({ ok: 6, limited: 6 });
  });

  it('count the uploads of all projects of an account together, and large ones several times', async () => {
    app = await startApp({
      env: { rateLimits: { general: 0, chat: 0, search: 0, ingestion: 4 }, maxUploadMegabytes: 50 },
    });
    const { token, project } = await createOwnerWithProject(app, 'owner');
    const send = async (projectId: string, megabytes: number) => {
      const sent = await upload(
        app,
        { token },
        'a.txt',
        'word '.repeat(Math.max(1, megabytes * 200_000)),
        `?project_id=${projectId}`,
      );
      return sent.status;
    };
    // The fixture's upload was the first of four.
    expect(await send(project.id, 21)).toBe(202);
    expect(await send(project.id, 0)).toBe(429);
    app.travel(61_000);
    const made = await many(2, () => app.call('POST', '/v1/projects', { token, body: { name: 'More' } }));
    const sendToBoth = async () => {
      const statuses = await Promise.all(made.flatMap(({ body: { id } }) => [send(id, 0), send(id, 0), send(id, 0)]));
      return [202, 429].map((status) => statuses.filter((sent) => sent === status).length);
    };
    expect(await sendToBoth()).toEqual([4, 2]);
    app.travel(6_001);
    // One more each, as four in a minute are the limit of a project.
    expect((await sendToBoth())[0]).toBeGreaterThanOrEqual(2);
  });

  it('trust as many forwarded addresses as there are proxies', async () => {
    app = await startApp({ env: { rateLimits: { general: 2, chat: 0, search: 0, ingestion: 0 }, trustedProxies: 1 } });
    const from = (address: string) => app.call('GET', '/v1/projects', { headers: { 'x-forwarded-for': address } });
    for (let attempt = 0; attempt < 2; attempt++) expect((await from('203.0.113.1')).status).toBe(401);
    expect((await from('203.0.113.1')).status).toBe(429);
    expect((await from('6.6.6.6, 203.0.113.1')).status).toBe(429);
    expect((await from('203.0.113.2')).status).toBe(401);
    expect((await from('2001:db8::1')).status).toBe(401);
    expect((await from('2001:db8::2')).status).toBe(401);
    expect((await from('2001:db8::3')).status).toBe(429);
  });
});
