import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let open: OwnerFixture;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
  open = await createOwnerWithProject(app, 'open');
  const changes = { widget_access: 'public', allowed_origins: [ORIGIN, 'https://*.example.net', 'http://localhost:*'] };
  await app.call('PATCH', `/v1/projects/${open.project.id}`, { token: open.token, body: changes });
});
afterAll(() => app.close());

type Using = { key?: string; token?: string; origin?: string | undefined };
const mint = (body: unknown, using: Using = {}) => app.call('POST', '/v1/tokens/widget', { ...using, body });
const chat = (project: { id: string }, using: Using) =>
  app.call('POST', `/v1/projects/${project.id}/chat`, { ...using, body: { query: 'Hi?' } });
const outcome = (called: { status: number; body: { code?: string } }) => [called.status, called.body.code];

describe('where the widget was seen', () => {
  const seen = async () => (await app.call('GET', `/v1/projects/${open.project.id}`, { token: open.token })).body;

  it('is remembered for each origin that asks for a token, a renewal or the settings, and for nobody else', async () => {
    const { id: project_id } = open.project;
    const before = await seen();
    expect(before.widget_origins).toEqual([]);
    await mint({ project_id, trace: true, origin: ORIGIN }, { token: open.token });
    await mint({ project_id }, { key: open.project.key });
    await mint({ project_id }, { origin: 'https://evil.com' });
    expect((await seen()).widget_origins).toEqual([]);

    await mint({ project_id }, { origin: 'https://a.example.net' });
    const { body } = await mint({ project_id }, { origin: ORIGIN });
    const first = (await seen()).widget_origins;
    expect(first.map(({ origin }: { origin: string }) => origin)).toEqual([ORIGIN, 'https://a.example.net']);
    const config = () =>
      app.call('GET', `/v1/projects/${project_id}/widget/config`, { token: body.token, origin: ORIGIN });
    app.travel(30_000);
    await config();
    expect((await seen()).widget_origins).toEqual(first);
    for (const [at, ask] of [config, () => mint(undefined, { token: body.token, origin: ORIGIN })].entries()) {
      app.travel(61_000);
      await ask();
      const [latest] = (await seen()).widget_origins;
      expect(Date.parse(latest.last_seen_at) - Date.parse(first[0].last_seen_at)).toBeGreaterThan(61_000 * (at + 1));
    }
    // It is no change of the project.
    expect((await seen()).updated_at).toBe(before.updated_at);

    for (let at = 0; at < 25; at++) await mint({ project_id }, { origin: `https://s${at}.example.net` });
    const origins = (await seen()).widget_origins.map(({ origin }: { origin: string }) => origin);
    expect(origins.length).toBe(20);
    expect(origins[0]).toBe('https://s24.example.net');
    app.travel(-152_000);
  });
});

describe('a widget token', () => {
  it('is minted with a key, for any visitor and the requested lifetime', async () => {
    const plain = await mint(undefined, { key: owner.project.key });
    expect(plain.body).toEqual({
      token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      visitor_id: expect.stringMatching(/^vis_/),
    });
    const body = { visitor_id: 'customer-7', expires_in: 60, origin: ORIGIN, project_id: owner.project.id };
    const asked = await mint(body, { key: owner.project.key });
    expect(asked.body).toMatchObject({ expires_in: 60, visitor_id: 'customer-7' });
    expect((await chat(owner.project, { token: asked.body.token, origin: ORIGIN })).status).toBe(200);
    app.travel(61_000);
    expect(outcome(await chat(owner.project, { token: asked.body.token, origin: ORIGIN }))).toEqual([
      401,
      'token_expired',
    ]);
    app.travel(-61_000);
  });

  it('is minted with a key in a browser only from a listed origin', async () => {
    const { key } = owner.project;
    const minted = await mint({}, { key, origin: ORIGIN });
    expect((await chat(owner.project, { token: minted.body.token, origin: ORIGIN })).status).toBe(200);
    for (const origin of ['https://evil.com', 'https://docs.example.com.evil.com', 'null']) {
      for (const body of [{}, { origin: ORIGIN }]) {
        const refused = await mint(body, { key, origin });
        expect(outcome(refused)).toEqual([403, 'origin_not_allowed']);
        expect(refused.body).not.toHaveProperty('token');
      }
    }
  });

  it('is minted by the owner, who names the project', async () => {
    const minted = await mint({ project_id: owner.project.id }, { token: owner.token });
    expect((await chat(owner.project, { token: minted.body.token, origin: ORIGIN })).status).toBe(200);
    expect(outcome(await mint({}, { token: owner.token }))).toEqual([400, 'project_id_required']);
    expect(outcome(await mint({ project_id: open.project.id }, { token: owner.token }))).toEqual([404, 'not_found']);
  });

  it.each([
    [{ expires_in: 59 }, 'expires_in'],
    [{ expires_in: 86_401 }, 'expires_in'],
    [{ expires_in: 60.5 }, 'expires_in'],
    [{ expires_in: '60' }, 'expires_in'],
    [{ visitor_id: '' }, 'visitor_id'],
    [{ visitor_id: 'a\nb' }, 'visitor_id'],
    [{ origin: 'docs.example.com' }, 'origin'],
    [{ origin: 'https://*.example.com' }, 'origin'],
    [{ visitor: 'x' }, 'visitor'],
  ])('is not minted for %j', async (body, field) => {
    expect((await mint(body, { key: owner.project.key })).body).toMatchObject({
      code: 'invalid_request',
      errors: [{ field }],
    });
  });

  it('bound to an origin is valid only from there, and only while the project lists it', async () => {
    const { token } = (await mint({ origin: 'https://a.example.net' }, { key: open.project.key })).body;
    expect((await chat(open.project, { token, origin: 'https://a.example.net' })).status).toBe(200);
    expect(outcome(await chat(open.project, { token, origin: ORIGIN }))).toEqual([403, 'origin_not_allowed']);
    expect(outcome(await mint({ origin: 'https://evil.com' }, { key: open.project.key }))).toEqual([
      403,
      'origin_not_allowed',
    ]);
    const listed = (allowed_origins: string[]) =>
      app.call('PATCH', `/v1/projects/${open.project.id}`, { token: open.token, body: { allowed_origins } });
    await listed([ORIGIN]);
    expect(outcome(await chat(open.project, { token, origin: 'https://a.example.net' }))).toEqual([
      403,
      'origin_not_allowed',
    ]);
    await listed([ORIGIN, 'https://*.example.net', 'http://localhost:*']);
  });

  it('bound to an origin is valid only from there on every other route, too', async () => {
    const { id } = open.project;
    const { token } = (await mint({ origin: 'https://a.example.net' }, { key: open.project.key })).body;
    const asked = (await chat(open.project, { token, origin: 'https://a.example.net' })).body;
    const conversation = `/v1/projects/${id}/conversations/${asked.conversation_id}`;
    const routes: [method: string, path: string, body?: object][] = [
      ['GET', `/v1/projects/${id}/widget/config`],
      ['GET', `/v1/projects/${id}/conversations`],
      ['GET', `${conversation}/messages`],
      ['POST', `/v1/projects/${id}/messages/${asked.message_id}/feedback`, { rating: 'up' }],
      ['POST', `/v1/projects/${id}/chat`, { query: 'What?' }],
      ['DELETE', conversation],
    ];
    for (const [method, path, body] of routes) {
      // Another listed origin, one that is not listed, and none, which a browser only omits with a GET to its own server.
      for (const origin of [ORIGIN, 'https://evil.com', ...(method === 'GET' ? [] : [undefined])]) {
        const called = await app.call(method, path, { token, origin, body });
        expect(outcome(called), `${method} ${path} from ${origin}`).toEqual([403, 'origin_not_allowed']);
      }
    }
    for (const [method, path, body] of routes) {
      const called = await app.call(method, path, { token, origin: 'https://a.example.net', body });
      expect([called.status, path]).toEqual([200, path]);
    }
  });

  it('of a public project is minted by a page on an allowed origin, always for a new visitor', async () => {
    const one = await mint({ project_id: open.project.id }, { origin: ORIGIN });
    const two = await mint({ project_id: open.project.id }, { origin: ORIGIN });
    expect(one.status).toBe(200);
    expect(one.body.visitor_id).not.toBe(two.body.visitor_id);
    expect((await chat(open.project, { token: one.body.token, origin: ORIGIN })).status).toBe(200);
    // It is bound to the origin of the page that requested it.
    expect((await chat(open.project, { token: one.body.token, origin: 'http://localhost:80' })).status).toBe(403);
    const named = await mint({ project_id: open.project.id, visitor_id: one.body.visitor_id }, { origin: ORIGIN });
    expect(named.body).toMatchObject({ code: 'invalid_request', errors: [{ field: 'visitor_id' }] });
  });

  it('of a project that is not public gets the same answer as for no project', async () => {
    await app.call('PATCH', `/v1/projects/${owner.project.id}`, {
      token: owner.token,
      body: { widget_access: 'token' },
    });
    const closed = await mint({ project_id: owner.project.id }, { origin: ORIGIN });
    const unknown = await mint({ project_id: 'proj_0' }, { origin: ORIGIN });
    expect(outcome(closed)).toEqual([401, 'missing_credentials']);
    expect([unknown.status, unknown.text]).toEqual([closed.status, closed.text]);
    expect(outcome(await mint({}, { origin: ORIGIN }))).toEqual([401, 'missing_credentials']);
  });

  it('can renew itself for the same visitor, up to a day after expiry and for thirty days in all', async () => {
    const first = (await mint({ project_id: open.project.id }, { origin: ORIGIN })).body;
    const renew = (token: string, origin: string | undefined = ORIGIN) => mint({}, { token, origin });
    expect((await renew(first.token)).body.visitor_id).toBe(first.visitor_id);
    expect(outcome(await renew(first.token, 'https://a.example.net'))).toEqual([403, 'origin_not_allowed']);
    expect(outcome(await mint({}, { token: first.token }))).toEqual([403, 'origin_not_allowed']);

    const hour = 3_600_000;
    app.travel(24 * hour);
    const late = await renew(first.token);
    expect([late.status, late.body.visitor_id]).toEqual([200, first.visitor_id]);
    expect(outcome(await chat(open.project, { token: first.token, origin: ORIGIN }))).toEqual([401, 'token_expired']);
    app.travel(2 * hour);
    expect(outcome(await renew(first.token))).toEqual([401, 'token_expired']);

    let { token } = late.body;
    let renewals = 0;
    for (let last = await renew(token); last.status === 200 && renewals < 40; last = await renew(token)) {
      token = last.body.token;
      renewals += 1;
      app.travel(24 * hour);
    }
    expect(renewals).toBe(29);
    app.travel(-(26 + 29 * 24) * hour);
  });

  it('of an older epoch is revoked', async () => {
    const { token } = (await mint({}, { key: owner.project.key })).body;
    await app.store.projects.update(owner.project.id, { widgetEpoch: 2 }, Date.now());
    expect(outcome(await chat(owner.project, { token, origin: ORIGIN }))).toEqual([401, 'token_revoked']);
    expect(outcome(await mint({}, { token, origin: ORIGIN }))).toEqual([401, 'token_revoked']);
    await app.store.projects.update(owner.project.id, { widgetEpoch: 1 }, Date.now());
  });

  it('gives access to the widget settings of its project, but not to the project', async () => {
    const config = await app.call('GET', `/v1/projects/${owner.project.id}/widget/config`, {
      token: owner.project.widget,
    });
    expect(Object.keys(config.body).sort()).toEqual(['handover', 'language', 'widget', 'widget_images']);
    expect(config.text).not.toContain('example');
  });
});

const REFUSED = [
  undefined,
  'null',
  'https://docs.example.com.evil.com',
  'https://evil-docs.example.com',
  'http://docs.example.com',
  'https://docs.example.com:444',
  'https://docs.example.com/',
  'https://DOCS.example.com',
  'https://docs.example.com.',
  'https://example.com',
  'https://a.docs.example.com',
  'https://example.net',
  'https://example.net.evil.com',
  'https://evilexample.net',
  'http://a.example.net',
  'https://a.example.net:8443',
  'https://.example.net',
  'https://localhost:3000',
  'http://localhost.evil.com',
  'http://localhost:3000.evil.com',
  'http://127.0.0.1:3000',
  'https://docs.example.com@evil.com',
  'https://evil.com/https://docs.example.com',
  'https://evil.com?https://docs.example.com',
  'file://',
  'chrome-extension://abc',
  'javascript:alert(1)',
  '*',
  'docs.example.com',
  'https://xn--docs-example-com',
  'https://docs.example.com, https://evil.com',
  `https://${'a'.repeat(5000)}.com`,
];
const ALLOWED = [
  ORIGIN,
  'https://a.example.net',
  'https://b.a.example.net',
  'http://localhost:3000',
  'http://localhost',
];

describe('an origin', () => {
  it.each(REFUSED)('%j may neither mint nor chat, and is not echoed', async (origin) => {
    const { token } = (await mint({}, { key: open.project.key })).body;
    const calls = [
      await mint({ project_id: open.project.id }, { origin }),
      await chat(open.project, { token, origin }),
      await mint({}, { token, origin }),
    ];
    if (origin !== undefined) calls.push(await chat(open.project, { key: open.project.key, origin }));
    for (const called of calls) {
      expect(outcome(called)).toEqual([403, 'origin_not_allowed']);
      expect(called.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it.each(ALLOWED)('%s may do both, and is echoed', async (origin) => {
    const minted = await mint({ project_id: open.project.id }, { origin });
    const called = await chat(open.project, { token: minted.body.token, origin });
    const keyed = await chat(open.project, { key: open.project.key, origin });
    for (const one of [minted, called, keyed]) {
      expect(one.status).toBe(200);
      expect(one.headers.get('access-control-allow-origin')).toBe(origin);
      expect(one.headers.get('vary')).toContain('Origin');
      expect(one.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('may be missing with a key, or if null is listed', async () => {
    expect((await chat(open.project, { key: open.project.key })).status).toBe(200);
    const path = `/v1/projects/${owner.project.id}`;
    await app.call('PATCH', path, { token: owner.token, body: { allowed_origins: ['null'] } });
    expect((await chat(owner.project, { token: owner.project.widget })).status).toBe(200);
    expect((await chat(owner.project, { token: owner.project.widget, origin: 'null' })).status).toBe(200);
    expect((await chat(owner.project, { token: owner.project.widget, origin: ORIGIN })).status).toBe(403);
    await app.call('PATCH', path, { token: owner.token, body: { allowed_origins: [ORIGIN] } });
  });
});

describe('a preflight', () => {
  const preflight = (path: string, origin: string, method = 'POST') =>
    app.call('OPTIONS', path, {
      origin,
      headers: { 'access-control-request-method': method, 'access-control-request-headers': 'authorization,x-api-key' },
    });

  it('allows origins that the named project lists, or any project if none is named', async () => {
    for (const path of [`/v1/projects/${open.project.id}/chat`, '/v1/chat', '/v1/tokens/widget']) {
      const called = await preflight(path, 'https://a.example.net');
      expect(called.status).toBe(204);
      expect(called.headers.get('access-control-allow-origin')).toBe('https://a.example.net');
      expect(called.headers.get('access-control-allow-headers')).not.toContain('x-api-key');
      expect(called.headers.get('access-control-max-age')).toBe('600');
      expect((await preflight(path, 'https://evil.com')).headers.get('access-control-allow-origin')).toBeNull();
    }
    // Only another project lists it.
    const other = await preflight(`/v1/projects/${owner.project.id}/chat`, 'https://a.example.net');
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([204, null]);
  });

  it('allows no origin on routes that manage projects', async () => {
    for (const { method, path, rule } of app.endpoints) {
      if (rule.crossOrigin || path.startsWith('/widget')) continue;
      const url = path.replace(':project_id', open.project.id).replace(/:\w+/g, 'x');
      const called = await preflight(url, ORIGIN, method);
      const direct = await app.call(method, url, { origin: ORIGIN });
      expect(called.status, path).toBe(204);
      for (const one of [called, direct]) expect(one.headers.get('access-control-allow-origin'), path).toBeNull();
    }
    expect((await preflight('/v1/nothing', ORIGIN)).status).toBe(404);
  });

  it('is followed by errors that the page can read', async () => {
    const url = `/v1/projects/${open.project.id}/chat`;
    for (const token of [undefined, 'garbage']) {
      const called = await app.call('POST', url, { token, origin: ORIGIN, body: { query: 'Hi?' } });
      expect(called.status).toBe(401);
      expect(called.headers.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(called.headers.get('access-control-expose-headers')).toContain('retry-after');
    }
  });
});
