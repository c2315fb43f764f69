import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner, createOwnerWithProject, ORIGIN } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = (await createOwner(app, 'owner@example.org')).token;
});
afterAll(() => app.close());

async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}/v1/projects`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, code: (await response.json()).code };
}
const gzip = (text: string) => new Uint8Array(gzipSync(text));
/** Inflates to 100 MB. Its parts are the same: where making it blocks the process for seconds, idle connections are closed. */
const BOMB = new Uint8Array(Buffer.concat(Array(100).fill(gzip('['.repeat(1_000_000)))));

describe('a JSON body', () => {
  it('may be gzipped', async () => {
    expect(await post(gzip('{"name":"Zipped"}'), { 'content-encoding': 'gzip' })).toMatchObject({ status: 201 });
  });

  it.each([
    ['truncated', '{"name":'],
    ['not JSON', 'name=A'],
    ['a bare text', '"name"'],
    ['a bare null', 'null'],
    ['a poisoned prototype', '{"name":"A","__proto__":{"admin":true}}'],
    ['two documents', '{"name":"A"}{"name":"B"}'],
  ])('that is %s is a 400', async (_, body) => {
    expect(await post(body)).toEqual({ status: 400, code: 'invalid_json' });
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('may have at most 1 MB, before and after decompression', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    expect(await post(large)).toEqual({ status: 400, code: 'body_too_large' });
    expect(await post(gzip(large), { 'content-encoding': 'gzip' })).toEqual({ status: 400, code: 'body_too_large' });
    const before = process.memoryUsage().rss;
    expect(await post(BOMB, { 'content-encoding': 'gzip' })).toEqual({ status: 400, code: 'body_too_large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
    expect(await post(JSON.stringify({ name: 'x'.repeat(1_000_000) }))).toEqual({
      status: 400,
      code: 'invalid_request',
    });
  });

  it.each([
    ['POST', '/v1/auth/register'],
    ['POST', '/v1/auth/login'],
    ['POST', '/v1/auth/logout'],
    ['PATCH', '/v1/auth/me'],
    ['DELETE', '/v1/auth/me'],
    ['POST', '/v1/tokens/widget'],
  ])('may have at most 16 kB for %s %s', async (method, path) => {
    const send = (body: unknown, headers = {}) => app.call(method, path, { token, body, headers });
    const filled = (length: number) =>
      JSON.stringify({ other: 'x'.repeat(length - JSON.stringify({ other: '' }).length) });
    expect((await send(filled(16 * 1024))).body.errors).toContainEqual({
      field: 'other',
      message: 'is not a known field',
    });
    const refused = await send(filled(16 * 1024 + 1));
    expect([refused.status, refused.body]).toEqual([
      400,
      { detail: 'The request body is larger than 16 kB.', code: 'body_too_large' },
    ]);
    // The size after decompression counts.
    const inflated = await fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: gzip(filled(100_000)),
    });
    expect([inflated.status, (await inflated.json()).code]).toEqual([400, 'body_too_large']);
  });

  it('has the small limit on every route that needs no credential', () => {
    const large = app.endpoints.filter(
      ({ rule }) => rule.body && rule.accepts.includes('none') && rule.bodySize !== 'small',
    );
    expect(large.map(({ rule }) => rule.name)).toEqual([]);
  });

  it('that does not match its content-encoding is a 400', async () => {
    expect(await post('{"name":"A"}', { 'content-encoding': 'gzip' })).toEqual({ status: 400, code: 'invalid_body' });
    expect(await post(gzip('{"name":"A"}').slice(0, 20), { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
    });
    expect(await post('{"name":"A"}', { 'content-encoding': 'zstd' })).toEqual({ status: 400, code: 'invalid_body' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'multipart/form-data; boundary=x'])(
    'sent as %s is a 400 without effect',
    async (type) => {
      const count = async () => (await app.call('GET', '/v1/projects', { token })).body.total;
      const before = await count();
      expect(await post('{"name":"Forged"}', { 'content-type': type })).toEqual({ status: 400, code: 'invalid_body' });
      expect(await count()).toBe(before);
    },
  );

  it.each([
    ['/v1/chat', 64, { query: 'What?' }],
    ['/v1/projects/proj_x/chat', 64, { query: 'What?' }],
    ['/v1/projects/proj_x/messages/msg_x/feedback', 16, { rating: 'up' }],
  ])('from visitors is small: %s takes %i kB', async (path, limit, body) => {
    const { project } = await createOwnerWithProject(app, `visited-${limit}-${path.length}`);
    const send = (length: number) => {
      const text = JSON.stringify(body);
      return app.call('POST', path, { token: project.widget, origin: ORIGIN, body: text.padEnd(length) });
    };
    expect((await send(limit * 1024)).body.code).not.toBe('body_too_large');
    const refused = await send(limit * 1024 + 1);
    expect([refused.status, refused.body.detail]).toEqual([400, `The request body is larger than ${limit} kB.`]);
  });

  it('may be absent if the route needs none', async () => {
    expect(
      (await app.call('POST', '/v1/auth/logout', { token: (await createOwner(app, 'b@x.org')).token })).status,
    ).toBe(200);
    const missing = await app.call('POST', '/v1/projects', { token });
    expect(missing.body).toMatchObject({ code: 'invalid_request', detail: 'a JSON body is required' });
  });
});

describe('the errors of a request with many invalid fields', () => {
  const send = (body: unknown) => app.call('POST', '/v1/projects', { token, body });
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));

  it('name the first twenty fields and the number of the others', async () => {
    const called = await send({ name: 7, ...keys(60_000) });
    expect([called.status, called.body.code]).toEqual([400, 'invalid_request']);
    expect(called.body.errors).toHaveLength(20);
    expect(called.body.errors.slice(0, 2)).toEqual([
      { field: 'name', message: 'must be of type string' },
      { field: 'k0', message: 'is not a known field' },
    ]);
    expect(called.body.detail).toMatch(/^name: must be of type string; k0: is not a known field; .*; and 59981 more$/);
    expect(called.text.length).toBeLessThan(4_000);
  });

  it('name all fields if there are twenty', async () => {
    const { body } = await send({ name: 'A', ...keys(20) });
    expect(body.errors).toHaveLength(20);
    expect(body.detail).toMatch(/k19: is not a known field$/);
  });

  it('are limited to twenty too if a service found them instead of a schema', async () => {
    const { body } = await send({
      name: 'A',
      allowed_origins: Array.from({ length: 100 }, (_, at) => `no origin ${at}`),
    });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(
      Array.from({ length: 20 }, (_, at) => `allowed_origins.${at}`),
    );
    expect(body.detail).toMatch(/; and 80 more$/);
  });

  it('stay within a few kilobytes, whatever of the request they repeat', async () => {
    const long = 'x'.repeat(150);
    const nested = { name: 'A', ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}${long}`, 1])) };
    const allowed_origins = Array.from({ length: 100 }, (_, at) => `https://${'o'.repeat(40)}.example/${at}${long}`);
    for (const body of [nested, { name: 'A', allowed_origins }]) {
      const called = await send(body);
      expect(called.status).toBe(400);
      expect(called.body.errors.length).toBeGreaterThan(5);
      expect(called.body.detail).toMatch(/; and \d+ more$/);
      expect(called.text.length).toBeLessThan(5_000);
    }
  });

  it('shorten a very long field name', async () => {
    const { body, text } = await send({ name: 'A', ['k'.repeat(500_000)]: 1 });
    expect(body.errors).toEqual([{ field: `${'k'.repeat(199)}…`, message: 'is not a known field' }]);
    expect(text.length).toBeLessThan(1_000);
  });

  it('are described in the API document, as is the size of bodies', async () => {
    const { components, paths } = (await app.call('GET', '/v1/openapi.json')).body;
    for (const name of ['ErrorBody', 'OpenAiErrorBody'])
      expect(components.schemas[name].properties.errors).toMatchObject({ maxItems: 20 });
    const sizes = [paths['/v1/auth/login'].post, paths['/v1/projects'].post];
    expect(sizes.map(({ requestBody }) => requestBody.description)).toEqual([
      'JSON of at most 16 kB.',
      'JSON of at most 1 MB.',
    ]);
  });
});
