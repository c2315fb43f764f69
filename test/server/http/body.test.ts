import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { createOwner } from '../../helpers/world.ts';

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

describe('a JSON body', () => {
  it('may be gzipped', async () => {
    expect(await post(gzip('{"name":"Zipped"}'), { 'content-encoding': 'gzip' })).toMatchObject({ status: 201 });
  });

  it.each([
    ['cut off', '{"name":'],
    ['no JSON', 'name=A'],
    ['a bare text', '"name"'],
    ['a bare null', 'null'],
    ['a poisoned prototype', '{"name":"A","__proto__":{"admin":true}}'],
    ['two documents', '{"name":"A"}{"name":"B"}'],
  ])('that is %s is a 400', async (_, body) => {
    expect(await post(body)).toEqual({ status: 400, code: 'invalid_json' });
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
  });

  it('may be a megabyte, also once it is inflated, and no more', async () => {
    const large = JSON.stringify({ name: 'x'.repeat(1024 * 1024) });
    expect(await post(large)).toEqual({ status: 400, code: 'body_too_large' });
    expect(await post(gzip(large), { 'content-encoding': 'gzip' })).toEqual({ status: 400, code: 'body_too_large' });
    const bomb = gzip('['.repeat(100_000_000));
    const before = process.memoryUsage().rss;
    expect(await post(bomb, { 'content-encoding': 'gzip' })).toEqual({ status: 400, code: 'body_too_large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(80_000_000);
    expect(await post(JSON.stringify({ name: 'x'.repeat(1_000_000) }))).toEqual({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('that is not what its encoding says is a 400', async () => {
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

  it('may be absent where none is needed', async () => {
    expect(
      (await app.call('POST', '/v1/auth/logout', { token: (await createOwner(app, 'b@x.org')).token })).status,
    ).toBe(200);
    const missing = await app.call('POST', '/v1/projects', { token });
    expect(missing.body).toMatchObject({ code: 'invalid_request', detail: 'a JSON body is required' });
  });
});
