import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokens } from '../../../../server/services/access/tokens.ts';
import { createOwner, expectStatus, PASSWORD } from '../../../helpers/server/owner-with-project.ts';
import { SECRET, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { trustedProxies: 1 } });
});
afterAll(() => app.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const HOME = '192.0.2.1';

/** A token of a new session. */
async function logIn(email: string, headers: Record<string, string> = {}): Promise<string> {
  const body = { email, password: PASSWORD };
  return expectStatus(await app.call('POST', '/v1/auth/login', { body, headers }), 200).body.access_token;
}
const list = async (token: string, headers: Record<string, string> = {}) =>
  expectStatus(await app.call('GET', '/v1/auth/sessions', { token, headers }), 200).body;
const end = (token: string, id: string) => app.call('DELETE', `/v1/auth/sessions/${id}`, { token });
const statusOf = async (token: string) => {
  const { status, body } = await app.call('GET', '/v1/auth/me', { token });
  return status === 200 ? 200 : body.code;
};

describe('the sessions of an account', () => {
  it('are listed with what is known of each, newest first, the present one marked', async () => {
    const { email } = await createOwner(app, 'listed@example.org');
    const first = await logIn(email, { 'user-agent': FIREFOX, 'x-forwarded-for': HOME });
    app.travel(60_000);
    const second = await logIn(email, { 'user-agent': 'curl/8.5.0', 'x-forwarded-for': '198.51.100.7' });
    const { items, total } = await list(first, { 'x-forwarded-for': HOME });
    expect(total).toBe(3);
    const time = expect.stringMatching(/^20\d\d-.*Z$/);
    const times = { created_at: time, last_used_at: time, expires_at: time };
    const id = expect.stringMatching(/^ses_/);
    expect(items.slice(0, 2)).toEqual([
      { id, current: false, client: 'curl', same_address: false, ...times },
      { id, current: true, client: 'Firefox on Linux', same_address: true, ...times },
    ]);
    expect(Date.parse(items[0].expires_at) - Date.parse(items[0].created_at)).toBe(86_400_000);
    expect((await list(second)).items.map(({ current }: { current: boolean }) => current)).toEqual([
      true,
      false,
      false,
    ]);
    const page = (await app.call('GET', '/v1/auth/sessions?limit=1&offset=1', { token: first })).body;
    expect([page.items, page.total]).toEqual([[items[1]].map((item) => ({ ...item, same_address: false })), 3]);
    // The addresses themselves are kept nowhere.
    expect(JSON.stringify(await app.store.sessions.byId(items[1].id))).not.toContain(HOME);
  });

  it('note their last use to within five minutes, with one write in that time', async () => {
    const { token } = await createOwner(app, 'used@example.org');
    const used = async () => Date.parse((await list(token)).items[0].last_used_at);
    const began = await used();
    app.travel(4 * 60_000);
    await list(token);
    expect(await used()).toBe(began);
    app.travel(2 * 60_000);
    await list(token);
    await expect.poll(used).toBeGreaterThan(began + 5 * 60_000);
  });

  it('end one by one, from the next request on', async () => {
    const { email, token } = await createOwner(app, 'one@example.org');
    const other = await logIn(email);
    const { items } = await list(token);
    const ended = await end(token, items[0].id);
    expect([ended.status, ended.body]).toEqual([200, { id: items[0].id, deleted: true }]);
    expect([await statusOf(other), await statusOf(token)]).toEqual(['token_revoked', 200]);
    expect((await end(token, items[0].id)).body.code).toBe('not_found');
    expect((await list(token)).total).toBe(1);
    // One's own is a logout.
    expect((await end(token, items[1].id)).status).toBe(200);
    expect(await statusOf(token)).toBe('token_revoked');
  });

  it('end all at once but the present one, with tokens of before there were sessions', async () => {
    const { email, token } = await createOwner(app, 'all@example.org');
    const others = [await logIn(email), await logIn(email)];
    const user = await app.store.users.byEmail(email);
    const tokens = createTokens({ secret: SECRET, now: Date.now });
    const older = tokens.signUser({ sub: user?.id ?? '', epoch: user?.tokenEpoch ?? 0 }, 3_600);
    expect(await statusOf(older)).toBe(200);
    const stranger = (await createOwner(app, 'stranger@example.org')).token;
    const ended = await app.call('DELETE', '/v1/auth/sessions', { token });
    expect([ended.status, ended.body]).toEqual([200, { ended: true, count: 2 }]);
    for (const other of [...others, older]) expect(await statusOf(other)).toBe('token_revoked');
    expect([await statusOf(token), await statusOf(stranger)]).toEqual([200, 200]);
    expect((await list(token)).total).toBe(1);
    // Again, and after a later login.
    const later = await logIn(email);
    expect((await app.call('DELETE', '/v1/auth/sessions', { token })).body.count).toBe(1);
    expect([await statusOf(later), await statusOf(token)]).toEqual(['token_revoked', 200]);
  });

  it('can be ended with a token of before there were sessions, which goes on', async () => {
    const { email, token } = await createOwner(app, 'older@example.org');
    const user = await app.store.users.byEmail(email);
    const tokens = createTokens({ secret: SECRET, now: Date.now });
    const older = tokens.signUser({ sub: user?.id ?? '', epoch: user?.tokenEpoch ?? 0 }, 3_600);
    expect((await list(older)).items.map(({ current }: { current: boolean }) => current)).toEqual([false]);
    await app.call('DELETE', '/v1/auth/sessions', { token: older });
    expect([await statusOf(token), await statusOf(older)]).toEqual(['token_revoked', 200]);
    await app.call('POST', '/v1/auth/logout', { token: older });
    expect(await statusOf(older)).toBe('token_revoked');
  });

  it('leave the list with a logout, a new password, and when they expire', async () => {
    const { email, token } = await createOwner(app, 'leaving@example.org');
    const second = await logIn(email);
    await logIn(email);
    await app.call('POST', '/v1/auth/logout', { token: second });
    expect((await list(token)).total).toBe(2);
    const body = { password: 'a new password', current_password: PASSWORD };
    expectStatus(await app.call('PATCH', '/v1/auth/me', { token, body }), 200);
    expect((await list(token)).items).toMatchObject([{ current: true }]);
    app.travel(86_400_000);
    expect(await statusOf(token)).toBe('token_expired');
    const login = { email, password: 'a new password' };
    const { access_token } = (await app.call('POST', '/v1/auth/login', { body: login })).body;
    expect((await list(access_token)).total).toBe(1);
    app.travel(-86_400_000);
  });
});
