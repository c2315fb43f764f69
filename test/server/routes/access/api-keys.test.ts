import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
} from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const HOUR = 3_600_000;

let app: TestApp;
let owner: OwnerFixture;
let path: string;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
  path = `/v1/projects/${owner.project.id}/api-keys`;
});
afterAll(() => app.close());

const create = (body?: object) => app.call('POST', path, { token: owner.token, body });
const sources = (key: string) => app.call('GET', `/v1/projects/${owner.project.id}/sources`, { key });

describe('an API key', () => {
  it('may do everything that keys may, and for ever, unless its owner says otherwise', async () => {
    const { body } = expectStatus(await create(), 201);
    expect(body).toMatchObject({ scopes: ['ask', 'ingest', 'read', 'manage'], expires_at: null });
    const { items } = expectStatus(await app.call('GET', path, { token: owner.token }), 200).body;
    expect(items[0]).toMatchObject({ id: body.id, scopes: body.scopes, expires_at: null });
  });

  it('has each of its scopes once, in one order', async () => {
    const { body } = expectStatus(await create({ scopes: ['read', 'ask', 'read'] }), 201);
    expect(body.scopes).toEqual(['ask', 'read']);
  });

  it.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes.0'],
    [{ scopes: 'ask' }, 'scopes'],
    [{ expires_at: 'tomorrow' }, 'expires_at'],
    [{ expires_at: '2026-01-31' }, 'expires_at'],
    [{ expires_at: '2020-01-31T12:00:00Z' }, 'expires_at'],
    [{ allowed_addresses: ['the office'] }, 'allowed_addresses.0'],
    [{ allowed_addresses: ['192.0.2.1', '192.0.2.0/33'] }, 'allowed_addresses.1'],
    [{ allowed_addresses: Array(21).fill('192.0.2.1') }, 'allowed_addresses'],
  ])('is not made with %j', async (body, field) => {
    const refused = expectStatus(await create(body), 400).body;
    expect(refused).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
  });

  it('says which scope it lacks', async () => {
    const { key } = expectStatus(await create({ scopes: ['ask'] }), 201).body;
    const refused = expectStatus(await sources(key), 403).body;
    expect(refused.code).toBe('insufficient_scope');
    expect(refused.detail).toContain('"read"');
  });

  it('with the scope to ask makes widget tokens, which can do no more than others', async () => {
    const { key } = expectStatus(await create({ scopes: ['ask'] }), 201).body;
    const { token } = expectStatus(await app.call('POST', '/v1/tokens/widget', { key }), 200).body;
    const chat = `/v1/projects/${owner.project.id}/chat`;
    expectStatus(await app.call('POST', chat, { token, origin: ORIGIN, body: { query: 'What?' } }), 200);
    expectStatus(await app.call('GET', `/v1/projects/${owner.project.id}/sources`, { token, origin: ORIGIN }), 403);
  });

  it('ends at its time, also where it is an OpenAI client’s', async () => {
    const at = new Date(Date.now() + HOUR).toISOString();
    const { key, expires_at } = expectStatus(await create({ expires_at: at }), 201).body;
    expect(expires_at).toBe(at);
    expectStatus(await sources(key), 200);
    app.travel(HOUR);
    expect(expectStatus(await sources(key), 401).body.code).toBe('key_expired');
    const models = await app.call('GET', `/v1/projects/${owner.project.id}/models`, { token: key });
    expect([models.status, models.body.code]).toEqual([401, 'key_expired']);
    app.travel(-HOUR);
  });

  it('stays the same in all but its secret when it is rotated, and is valid in both forms for the chosen time', async () => {
    const made = expectStatus(await create({ name: 'ci', scopes: ['read'] }), 201).body;
    const rotate = (body?: object) => app.call('POST', `${path}/${made.id}/rotate`, { token: owner.token, body });
    const rotated = expectStatus(await rotate({ overlap_seconds: 3600 }), 200).body;
    const { key, prefix, former_until } = rotated;
    expect(rotated).toEqual({ ...made, key, prefix, former_until });
    expect([key !== made.key, prefix]).toEqual([true, key.slice(0, 11)]);
    expectStatus(await sources(made.key), 200);
    expectStatus(await sources(key), 200);
    app.travel(HOUR);
    expect(expectStatus(await sources(made.key), 401).body.code).toBe('token_invalid');
    expectStatus(await sources(key), 200);
    app.travel(-HOUR);

    // A second rotation ends the first form, and a day is the default.
    const again = expectStatus(await rotate(), 200).body;
    expect(Date.parse(again.former_until) - Date.now()).toBeGreaterThan(23 * HOUR);
    expectStatus(await sources(made.key), 401);
    for (const valid of [key, again.key]) expectStatus(await sources(valid), 200);
    const last = expectStatus(await rotate({ overlap_seconds: 0 }), 200).body;
    for (const former of [made.key, key, again.key]) expectStatus(await sources(former), 401);
    expectStatus(await sources(last.key), 200);

    expectStatus(await rotate({ overlap_seconds: 3600 }), 200);
    expectStatus(await app.call('DELETE', `${path}/${made.id}`, { token: owner.token }), 200);
    expectStatus(await sources(last.key), 401);
    expectStatus(await rotate(), 404);
  });

  it.each([-1, 1.5, 2_592_001, 'a day'])('is not rotated with an overlap of %s', async (overlap_seconds) => {
    const { id } = expectStatus(await create(), 201).body;
    expectStatus(
      await app.call('POST', `${path}/${id}/rotate`, { token: owner.token, body: { overlap_seconds } }),
      400,
    );
  });

  it('is accepted by no route that does not name the scope for it', () => {
    const accepting = app.endpoints.filter(({ rule }) => rule.accepts.includes('key'));
    expect(accepting.filter(({ rule }) => rule.scope === undefined)).toEqual([]);
    expect(accepting.length).toBeGreaterThan(20);
  });
});

describe('an API key with addresses', () => {
  let proxied: TestApp;
  let world: OwnerFixture;
  beforeAll(async () => {
    proxied = await startApp({ env: { trustedProxies: 1 } });
    world = await createOwnerWithProject(proxied, 'office');
  });
  afterAll(() => proxied.close());

  const from = (address: string, key: string) =>
    proxied.call('POST', '/v1/chat', { key, headers: { 'x-forwarded-for': address }, body: { query: 'How?' } });
  const keyFor = async (allowed_addresses: string[]) => {
    const body = { allowed_addresses };
    const path = `/v1/projects/${world.project.id}/api-keys`;
    return expectStatus(await proxied.call('POST', path, { token: world.token, body }), 201).body;
  };

  it('works from them, and from elsewhere says where it was used from', async () => {
    const made = await keyFor(['192.0.2.77/24', '2001:DB8:0:1::/64', '198.51.100.7', '192.0.2.0/24']);
    expect(made.allowed_addresses).toEqual(['192.0.2.0/24', '2001:db8:0:1::/64', '198.51.100.7/32']);
    for (const address of ['192.0.2.200', '::ffff:192.0.2.3', '2001:db8:0:1::9', '198.51.100.7'])
      expectStatus(await from(address, made.key), 200);
    for (const address of ['192.0.3.1', '2001:db8:0:2::9', '198.51.100.8']) {
      const refused = expectStatus(await from(address, made.key), 403).body;
      expect(refused.code).toBe('address_not_allowed');
      expect(refused.detail).toContain(address);
    }
  });

  it('is held to them wherever keys are taken, and after a rotation', async () => {
    const { id, key } = await keyFor(['192.0.2.1']);
    const path = `/v1/projects/${world.project.id}/api-keys/${id}/rotate`;
    const rotated = expectStatus(await proxied.call('POST', path, { token: world.token }), 200).body;
    expect(rotated.allowed_addresses).toEqual(['192.0.2.1/32']);
    for (const secret of [key, rotated.key]) {
      const headers = { 'x-forwarded-for': '192.0.2.2' };
      const asked = { headers, body: { model: 'footnote', messages: [{ role: 'user', content: 'How?' }] } };
      const answers = [
        await proxied.call('GET', `/v1/projects/${world.project.id}/sources`, { key: secret, headers }),
        await proxied.call('POST', '/v1/tokens/widget', { key: secret, headers }),
        await proxied.call('POST', `/v1/projects/${world.project.id}/chat/completions`, { ...asked, token: secret }),
      ];
      for (const answer of answers) expect(answer.status).toBe(403);
    }
  });
});
