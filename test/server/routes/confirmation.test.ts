import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens } from '../../../server/services/access/tokens.ts';
import { createOwner, expectStatus, PASSWORD } from '../../helpers/server/owner-with-project.ts';
import { SECRET, startApp, type TestApp } from '../../helpers/server/test-app.ts';

const MINUTE = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const confirm = (token: string, password = PASSWORD) =>
  app.call('POST', '/v1/auth/confirm', { token, body: { password } });

/** An owner with a project and two keys: one that may manage, and one that may only ask. */
async function ownerWithKeys(name: string) {
  const { email, token } = await createOwner(app, `${name}@example.org`);
  const make = async (path: string, body: object) =>
    expectStatus(await app.call('POST', path, { token, body }), 201).body.id as string;
  const projectId = await make('/v1/projects', { name });
  const keys = `/v1/projects/${projectId}/api-keys`;
  const managing = await make(keys, {});
  const asking = await make(keys, { scopes: ['ask'] });
  return { email, token, projectId, keys, managing, asking };
}
type Owner = Awaited<ReturnType<typeof ownerWithKeys>>;

/** What needs a fresh password, and with what it succeeds. */
const GUARDED: [what: string, method: string, path: (owner: Owner) => string, status: number][] = [
  ['creating a key that may manage', 'POST', ({ keys }) => keys, 201],
  ['rotating a key that may manage', 'POST', ({ keys, managing }) => `${keys}/${managing}/rotate`, 200],
  ['deleting a project', 'DELETE', ({ projectId }) => `/v1/projects/${projectId}`, 200],
];

describe('a fresh password', () => {
  it.each(GUARDED)('is needed for %s ten minutes after the login, and can be given again', async (what, ...call) => {
    const owner = await ownerWithKeys(what.replaceAll(' ', '-'));
    const { token } = owner;
    const [method, path, status] = call;
    const attempt = () => app.call(method, path(owner), { token });
    app.travel(10 * MINUTE);
    const refused = await attempt();
    expect([refused.status, refused.body.code]).toEqual([403, 'confirmation_required']);
    expect(refused.body.detail).toContain('/v1/auth/confirm');
    const wrong = await confirm(token, 'wrong horse');
    expect([wrong.status, wrong.body.code, wrong.body.errors[0].field]).toEqual([400, 'wrong_password', 'password']);
    expect((await attempt()).status).toBe(403);
    const confirmed = await confirm(token);
    expect([confirmed.status, Object.keys(confirmed.body)]).toEqual([200, ['confirmed_until']]);
    app.travel(9 * MINUTE);
    expect((await attempt()).status).toBe(status);
  });

  it('counts from the login, as a program that logs in first needs no more', async () => {
    const owner = await ownerWithKeys('script');
    app.travel(9 * MINUTE);
    for (const [, method, path, status] of GUARDED) {
      expect((await app.call(method, path(owner), { token: owner.token })).status).toBe(status);
    }
  });

  it('is not needed for what ends access, nor for a key that may not manage', async () => {
    const { email, token, keys, managing, asking } = await ownerWithKeys('others');
    app.travel(60 * MINUTE);
    const call = (method: string, path: string, body?: object) => app.call(method, path, { token, body });
    expect((await call('POST', keys, { scopes: ['ask', 'ingest', 'read'] })).status).toBe(201);
    expect((await call('POST', `${keys}/${asking}/rotate`)).status).toBe(200);
    expect((await call('DELETE', `${keys}/${managing}`)).status).toBe(200);
    expect((await call('DELETE', '/v1/auth/sessions')).status).toBe(200);
    // These take the password themselves.
    const passwords = { password: 'a new password', current_password: PASSWORD };
    expect((await call('PATCH', '/v1/auth/me', passwords)).body.email).toBe(email);
    expect((await call('DELETE', '/v1/auth/me', { current_password: 'a new password' })).status).toBe(200);
  });

  it('is that of one session: others of the account must give their own', async () => {
    const { email, token, keys } = await ownerWithKeys('separate');
    const body = { email, password: PASSWORD };
    const { access_token: other } = (await app.call('POST', '/v1/auth/login', { body })).body;
    app.travel(10 * MINUTE);
    await confirm(token);
    expect((await app.call('POST', keys, { token: other })).body.code).toBe('confirmation_required');
    expect((await app.call('POST', keys, { token })).status).toBe(201);
  });

  it('reveals nothing of the resources of others', async () => {
    const owner = await ownerWithKeys('victim');
    const { token } = await createOwner(app, 'curious@example.org');
    app.travel(10 * MINUTE);
    for (const [, method, path] of GUARDED) {
      expect((await app.call(method, path(owner), { token })).body.code).toBe('not_found');
    }
  });

  it('is given by a new login where the token is of before there were sessions', async () => {
    const { email, keys } = await ownerWithKeys('before');
    const user = await app.store.users.byEmail(email);
    const tokens = createTokens({ secret: SECRET, now: () => Date.now() });
    const token = tokens.signUser({ sub: user?.id ?? '', epoch: user?.tokenEpoch ?? 0 }, 86_400);
    // The clock of the app is ahead by now.
    expect((await app.call('POST', keys, { token })).body.code).toBe('confirmation_required');
    expect((await confirm(token)).body.code).toBe('confirmation_required');
  });

  it('cannot be guessed', async () => {
    const { token } = await createOwner(app, 'stolen@example.org');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await confirm(token, `guess ${attempt}`)).body.code).toBe('wrong_password');
    }
    expect((await confirm(token)).body.code).toBe('login_throttled');
  });
});
