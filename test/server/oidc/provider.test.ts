import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalProvider, startProvider } from '../../helpers/server/identity-provider.ts';
import {
  createOwnerWithProject,
  expectStatus,
  type OwnerFixture,
  PASSWORD,
} from '../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../helpers/server/test-app.ts';

const OTHER_SETTINGS = { name: 'Example ID', domains: [], trustEmail: false };

describe('sign-in with an OpenID Connect provider', () => {
  let provider: LocalProvider;
  let app: TestApp;
  let owner: OwnerFixture;
  beforeAll(async () => {
    provider = await startProvider({
      ada: { email: 'Ada@Example.org', email_verified: true, name: 'Ada Lovelace' },
      eve: { email: 'eve@example.org', email_verified: false },
      owner: { email: 'owner@example.org', email_verified: true },
      successor: { email: 'ada@example.org', email_verified: true },
      nobody: {},
    });
    app = await startApp({ env: { oidc: { ...provider, ...OTHER_SETTINGS } } });
    owner = await createOwnerWithProject(app, 'owner');
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  const outcome = ({ status, body }: Called) => `${status} ${body.code ?? ''}`.trim();
  const begin = async () => expectStatus(await app.call('POST', '/v1/auth/provider/begin'), 200).body;
  const finish = (flow: string, response: string) =>
    app.call('POST', '/v1/auth/provider/sign-in', { body: { flow, response } });
  const signIn = async (login: string) => {
    const { url, flow } = await begin();
    return finish(flow, await provider.signIn(url, login));
  };

  it('starts without the provider, and says that it does not answer', async () => {
    expect(outcome(await app.call('GET', '/v1/auth/me', { token: owner.token }))).toBe('200');
    expect(outcome(await app.call('POST', '/v1/auth/provider/begin'))).toBe('400 provider_unreachable');
    // The log has the cause, and nobody else.
    expect(app.log.some((line) => line.includes('provider_sign_in_failed'))).toBe(true);
    provider.admit(app.url);
  });

  it('makes an account at the first sign-in, and finds it at the next', async () => {
    expect((await app.call('GET', '/v1/setup')).body.sign_in).toEqual({ password: true, provider: 'Example ID' });
    const { access_token } = expectStatus(await signIn('ada'), 200).body;
    const { body: first } = await app.call('GET', '/v1/auth/me', { token: access_token });
    expect(first).toMatchObject({
      email: 'ada@example.org',
      name: 'Ada Lovelace',
      operator: false,
      has_password: false,
    });
    const again = expectStatus(await signIn('ada'), 200).body;
    expect((await app.call('GET', '/v1/auth/me', { token: again.access_token })).body.id).toBe(first.id);
    const { items } = (await app.call('GET', '/v1/auth/audit-log', { token: access_token })).body;
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'auth.provider-sign-in',
      'auth.provider-sign-in',
      'auth.register',
    ]);
    const login = { email: first.email, password: PASSWORD };
    expect(outcome(await app.call('POST', '/v1/auth/login', { body: login }))).toBe('401 invalid_credentials');
  });

  it('refuses a second person with the address of an account, and says who can help', async () => {
    const refused = await signIn('successor');
    expect(outcome(refused)).toBe('403 identity_taken');
    expect(refused.body.detail).toMatch(/operator .*users unlink EMAIL”/);
    const { access_token } = expectStatus(await signIn('ada'), 200).body;
    expect((await app.call('GET', '/v1/auth/me', { token: access_token })).body.name).toBe('Ada Lovelace');
  });

  it('takes only verified addresses', async () => {
    expect(outcome(await signIn('eve'))).toBe('403 email_not_verified');
    expect(outcome(await signIn('nobody'))).toBe('403 email_not_verified');
  });

  it('does not hand an account with a password to whoever has its address; its owner links it', async () => {
    expect(outcome(await signIn('owner'))).toBe('403 account_exists');
    const { token } = owner;
    expect((await app.call('GET', '/v1/auth/provider', { token })).body).toEqual({ linked: false });
    const { url, flow } = await begin();
    const body = { flow, response: await provider.signIn(url, 'owner') };
    expect(outcome(await app.call('POST', '/v1/auth/provider/link', { token, body }))).toBe('200');
    const { access_token } = expectStatus(await signIn('owner'), 200).body;
    expect((await app.call('GET', '/v1/auth/me', { token: access_token })).body.email).toBe(owner.email);
    expect((await app.call('DELETE', '/v1/auth/provider', { token })).body).toEqual({ linked: false });
    expect(outcome(await signIn('owner'))).toBe('403 account_exists');
  });

  it('uses an answer once, and only in the browser that began', async () => {
    const mine = await begin();
    const response = await provider.signIn(mine.url, 'ada');
    const theirs = await begin();
    expect(outcome(await finish(theirs.flow, response))).toBe('400 sign_in_failed');
    const forged = `${mine.flow.slice(0, -2)}AA`;
    expect(outcome(await finish(forged, response))).toBe('400 sign_in_expired');
    expect(outcome(await finish(mine.flow, response.replace(/state=[^&]*/, 'state=other')))).toBe('400 sign_in_failed');
    expect(outcome(await finish(mine.flow, 'error=access_denied&state=x'))).toBe('400 sign_in_failed');
    expect(outcome(await finish(mine.flow, response))).toBe('200');
    expect(outcome(await finish(mine.flow, response))).toBe('400 sign_in_failed');
    const late = await begin();
    const answer = await provider.signIn(late.url, 'ada');
    app.travel(11 * 60_000);
    expect(outcome(await finish(late.flow, answer))).toBe('400 sign_in_expired');
    expect(app.log.join('\n')).not.toContain(/code=([^&]+)/.exec(response)?.[1]);
  });

  it('asks for PKCE, a state and a nonce, and tells the browser none of their secrets', async () => {
    const { url, flow } = await begin();
    const query = new URL(url).searchParams;
    expect(query.get('code_challenge_method')).toBe('S256');
    expect(query.get('redirect_uri')).toBe(`${app.url}/login/provider`);
    for (const name of ['code_challenge', 'state', 'nonce']) expect(query.get(name)?.length).toBeGreaterThan(40);
    expect(Buffer.from(flow, 'base64url').toString('latin1')).not.toContain(query.get('state'));
  });
});
