import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOwner,
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
  PASSWORD,
} from '../../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

describe('a server without passwords', () => {
  it('lets operators alone sign in with one, and nobody register', async () => {
    const oidc = { issuer: 'http://127.0.0.1:1', clientId: 'c', clientSecret: null, name: 'ID', domains: [] };
    const app = await startApp({ env: { passwordSignIn: false, oidc: { ...oidc, trustEmail: false } } });
    try {
      const { email, token } = await createOwner(app, 'first@example.org');
      const login = (body: object) => app.call('POST', '/v1/auth/login', { body });
      const code = async (called: Promise<Called>) => (await called).body.code;
      expect((await login({ email, password: PASSWORD })).status).toBe(200);
      const second = { email: 'second@example.org', password: PASSWORD, name: 'Second' };
      expect(await code(app.call('POST', '/v1/auth/register', { body: second }))).toBe('password_sign_in_off');
      const { id = '' } = (await app.store.users.byEmail(email)) ?? {};
      const { passwordHash = '' } = (await app.store.users.byId(id)) ?? {};
      const row = { id: 'usr_2', email: second.email, name: 'Second', passwordHash, tokenEpoch: 1, keptToken: null };
      await app.store.users.create({ ...row, createdAt: 1 });
      expect(await code(login({ email: second.email, password: PASSWORD }))).toBe('password_sign_in_off');
      // Nobody learns from it who is an operator.
      expect(await code(login({ email, password: 'wrong' }))).toBe('invalid_credentials');
      expect(await code(login({ email: second.email, password: 'wrong' }))).toBe('invalid_credentials');
      expect((await app.call('GET', '/v1/setup')).body.sign_in).toEqual({ password: false, provider: 'ID' });
      expect((await app.call('GET', '/v1/auth/me', { token })).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});

describe('the accounts of a server', () => {
  let app: TestApp;
  let operator: OwnerFixture;
  beforeAll(async () => {
    app = await startApp();
    operator = await createOwnerWithProject(app, 'operator');
  });
  afterAll(() => app.close());

  const outcome = ({ status, body }: Called) => `${status} ${body.code ?? ''}`.trim();
  const list = async (query = '') =>
    (await app.call('GET', `/v1/server/users${query}`, { token: operator.token })).body;
  const emails = async (query: string) => (await list(query)).items.map(({ email }: { email: string }) => email);
  const set = (id: string, what: 'deactivate' | 'reactivate') =>
    app.call('POST', `/v1/server/users/${id}/${what}`, { token: operator.token });
  const idOf = async (token: string) => (await app.call('GET', '/v1/auth/me', { token })).body.id;

  it('are listed for the operator, and found by name and address', async () => {
    await createOwnerWithProject(app, 'ada_l');
    await createOwner(app, 'adam@example.org');
    const [first] = (await list('?search=ADA_L')).items;
    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^usr_/), email: 'ada_l@example.org', name: 'Owner', operator: false },
      ...{
        deactivated_at: null,
        created_at: expect.any(String),
        projects: 1,
        linked: false,
        last_login_at: expect.any(String),
      },
    });
    // What stands for any character elsewhere is a character here.
    expect(await emails('?search=ada_l')).toEqual(['ada_l@example.org']);
    expect(await emails('?search=%25')).toEqual([]);
    expect((await emails('?search=ada')).sort()).toEqual(['ada_l@example.org', 'adam@example.org']);
    expect(JSON.stringify(await list())).not.toMatch(/password|argon2/);
  });

  it('are out at once when they are deactivated, with their widget tokens, while their projects go on', async () => {
    const owner = await createOwnerWithProject(app, 'leaving');
    const id = await idOf(owner.token);
    const mint = { token: owner.token, body: { project_id: owner.project.id } };
    const { token: minted } = (await app.call('POST', '/v1/tokens/widget', mint)).body;
    const ask = (token: string) =>
      app.call('POST', `/v1/projects/${owner.project.id}/chat`, { token, origin: ORIGIN, body: { query: 'Hello?' } });
    const login = (password: string) => app.call('POST', '/v1/auth/login', { body: { email: owner.email, password } });
    expect(outcome(await ask(minted))).toBe('200');

    const { body } = expectStatus(await set(id, 'deactivate'), 200);
    expect(body.deactivated_at).toMatch(/^\d{4}-/);
    expect(outcome(await app.call('GET', '/v1/auth/me', { token: owner.token }))).toBe('401 token_revoked');
    expect(outcome(await ask(minted))).toBe('401 token_revoked');
    // Only who knows the password learns of it.
    expect(outcome(await login('wrong password'))).toBe('401 invalid_credentials');
    expect(outcome(await login(PASSWORD))).toBe('403 account_deactivated');
    expect(outcome(await ask(owner.project.widget))).toBe('200');
    expect(outcome(await app.call('GET', `/v1/projects/${owner.project.id}/usage`, { key: owner.project.key }))).toBe(
      '200',
    );
    expect(await emails('?deactivated=true')).toEqual([owner.email]);

    expect((await set(id, 'reactivate')).body.deactivated_at).toBeNull();
    expect(outcome(await app.call('GET', '/v1/auth/me', { token: owner.token }))).toBe('401 token_revoked');
    expect(outcome(await ask(minted))).toBe('401 token_revoked');
    expect(outcome(await login(PASSWORD))).toBe('200');
    const actions = (await app.call('GET', '/v1/auth/audit-log', { token: operator.token })).body.items.map(
      ({ action, target }: { action: string; target: { id: string } | null }) => [action, target?.id],
    );
    expect(actions.slice(0, 2)).toEqual([
      ['users.reactivate', id],
      ['users.deactivate', id],
    ]);
  });

  it('always have an operator among those that can be used', async () => {
    const id = await idOf(operator.token);
    expect(outcome(await set(id, 'deactivate'))).toBe('400 own_account');
    const second = await createOwner(app, 'second@example.org');
    const secondId = await idOf(second.token);
    await app.store.users.update(secondId, { operator: true });
    expect(await app.store.users.setDeactivated(secondId, 1)).toMatchObject({ deactivatedAt: 1 });
    expect(await app.store.users.setDeactivated(id, 1)).toBe('last-operator');
    expect(outcome(await set('usr_0', 'deactivate'))).toBe('404 not_found');
    expect(outcome(await set('usr_0', 'reactivate'))).toBe('404 not_found');
  });
});
