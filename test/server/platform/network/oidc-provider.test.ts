import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalProvider, startProvider } from '../../../helpers/server/identity-provider.ts';
import {
  createOwnerWithProject,
  expectStatus,
  type OwnerFixture,
  PASSWORD,
} from '../../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { rowStores } from '../../../helpers/stores/tested-stores.ts';

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

for (const { name, open } of rowStores()) {
  describe(`two people of a provider with the same verified address (${name})`, () => {
    let provider: LocalProvider;
    let app: TestApp;
    let operator: string;
    beforeAll(async () => {
      const sharing = (email: string, ...logins: string[]) =>
        Object.fromEntries(logins.map((login) => [login, { email, email_verified: true, name: login }]));
      provider = await startProvider({
        ...sharing('desk@example.org', 'first', 'second'),
        ...sharing('racing@example.org', 'fast', 'faster'),
        ...sharing('tabs@example.org', 'twice'),
        ...sharing('linking@example.org', 'linking', 'another'),
        ...sharing('handed@example.org', 'heir', 'thief'),
      });
      app = await startApp({ env: { oidc: { ...provider, ...OTHER_SETTINGS } }, open });
      provider.admit(app.url);
      operator = (await createOwnerWithProject(app, 'operator')).token;
    });
    afterAll(async () => {
      await app.close();
      await provider.close();
    });

    /** What the browser of this person brings back from the provider. */
    async function answerOf(login: string): Promise<{ flow: string; response: string }> {
      const { url, flow } = expectStatus(await app.call('POST', '/v1/auth/provider/begin'), 200).body;
      return { flow, response: await provider.signIn(url, login) };
    }
    const finish = (body: object) => app.call('POST', '/v1/auth/provider/sign-in', { body });
    const signIn = async (login: string) => finish(await answerOf(login));
    /** The sign-ins of these at the same moment. */
    async function atOnce(...logins: string[]): Promise<Called[]> {
      const answers: object[] = [];
      for (const login of logins) answers.push(await answerOf(login));
      return Promise.all(answers.map(finish));
    }
    const me = async (token: string) => (await app.call('GET', '/v1/auth/me', { token })).body;
    const outcome = ({ status, body }: Called) => `${status} ${body.code ?? ''}`.trim();

    it('do not share an account: the second learns who can help, and gets in once the first is unlinked', async () => {
      const { access_token: token } = expectStatus(await signIn('first'), 200).body;
      const { id } = await me(token);
      const refused = await signIn('second');
      expect(outcome(refused)).toBe('403 identity_taken');
      expect(refused.body.detail).toContain('the page Users of the console');
      expect(refused.body.detail).toContain('users unlink EMAIL”');
      expect(outcome(await signIn('first'))).toBe('200');
      const listed = async () =>
        (await app.call('GET', '/v1/server/users?search=desk', { token: operator })).body.items[0].linked;
      expect(await listed()).toBe(true);

      const unlink = `/v1/server/users/${id}/provider`;
      expect((await app.call('DELETE', unlink, { token })).body.code).toBe('operator_required');
      expect((await app.call('DELETE', unlink, { token: operator })).body).toMatchObject({ id });
      expect(await listed()).toBe(false);
      // Who has left is out at once.
      expect(outcome(await app.call('GET', '/v1/auth/me', { token }))).toBe('401 token_revoked');
      const { access_token } = expectStatus(await signIn('second'), 200).body;
      expect((await me(access_token)).id).toBe(id);
      expect(outcome(await signIn('first'))).toBe('403 identity_taken');
    });

    it('get one account between them if they come at once, and one of them is refused', async () => {
      const outcomes = (await atOnce('fast', 'faster')).map(outcome);
      expect(outcomes.sort()).toEqual(['200', '403 identity_taken']);
    });

    it('are told apart from one person in two tabs, who gets in with both', async () => {
      const both = await atOnce('twice', 'twice');
      expect(both.map(outcome)).toEqual(['200', '200']);
      const [one, other] = await Promise.all(both.map(({ body }) => me(body.access_token)));
      expect(one.id).toBe(other.id);
    });

    it('do not race for an account whose sign-in was unlinked', async () => {
      const { access_token } = expectStatus(await signIn('heir'), 200).body;
      const { id } = await me(access_token);
      await app.call('DELETE', `/v1/server/users/${id}/provider`, { token: operator });
      const outcomes = (await atOnce('heir', 'thief')).map(outcome);
      expect(outcomes.sort()).toEqual(['200', '403 identity_taken']);
    });

    it('cannot both be linked to an account by its owner', async () => {
      const { token } = await createOwnerWithProject(app, 'linking');
      const link = async (login: string) => {
        const called = await app.call('POST', '/v1/auth/provider/link', { token, body: await answerOf(login) });
        return [outcome(called), called.body.detail];
      };
      expect(await link('linking')).toEqual(['200', undefined]);
      // Once more changes nothing.
      expect(await link('linking')).toEqual(['200', undefined]);
      expect(await link('another')).toEqual(['403 identity_taken', expect.stringContaining('Unlink')]);
      expect(outcome(await signIn('another'))).toBe('403 identity_taken');
      expect(outcome(await app.call('DELETE', '/v1/auth/provider', { token }))).toBe('200');
      expect(await link('another')).toEqual(['200', undefined]);
      expect(outcome(await signIn('another'))).toBe('200');
    });
  });
}
