import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOwner,
  createOwnerWithProject,
  ORIGIN,
  PASSWORD,
  upload,
} from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const register = (body: unknown) => app.call('POST', '/v1/auth/register', { body });
const withToken = <Account>(account: Account) => ({ ...account, setup_token: app.setupToken });
const login = (body: unknown) => app.call('POST', '/v1/auth/login', { body });

describe('register', () => {
  it('returns the account with a trimmed, lower-case e-mail address and without the password', async () => {
    const called = await register(withToken({ email: '  Ada@Example.ORG ', password: PASSWORD, name: ' Ada ' }));
    expect(called.status).toBe(201);
    expect(called.body).toEqual({
      id: expect.stringMatching(/^usr_/),
      email: 'ada@example.org',
      name: 'Ada',
      operator: true,
      has_password: true,
    });
    expect((await register({ email: 'ADA@example.org', password: PASSWORD, name: 'B' })).body.code).toBe('email_taken');
  });

  it.each([
    ['decomposed characters', 'Jose\u0301@example.org'],
    ['full-width characters', 'ｊｏｓé＠ｅｘａｍｐｌｅ．ｏｒｇ'],
    ['the dot of the root', 'josé@example.org.'],
    ['an ideographic full stop', 'josé@example。org'],
    ['capitals and blanks', '\u00a0JOSÉ@Example.org '],
  ])('takes an address with %s for the same account, to log in, too', async (_, email) => {
    const account = { email: 'josé@example.org', password: PASSWORD };
    await register(withToken({ ...account, name: 'José' }));
    expect((await register({ ...account, email, name: 'Eve' })).body.code).toBe('email_taken');
    expect((await login({ ...account, email })).status).toBe(200);
  });

  it.each([
    ['a zero-width space', 'a\u200bda@example.org'],
    ['a zero-width joiner', 'ada@exam\u200dple.org'],
    ['a soft hyphen', 'ada@example\u00ad.org'],
    ['NUL', 'ada\u0000@example.org'],
    ['a direction override', '\u202eada@example.org'],
    ['a Hangul filler', 'ada\u3164@example.org'],
    ['half a character', 'ada\ud800@example.org'],
    ['a variation selector', 'ada\ufe0f@example.org'],
  ])('refuses an address with %s', async (_, email) => {
    const called = await register(withToken({ email, password: PASSWORD, name: 'Eve' }));
    expect([called.status, called.body.errors]).toEqual([400, [{ field: 'email', message: expect.any(String) }]]);
  });

  it.each([
    ['no e-mail', { password: PASSWORD, name: 'A' }, 'email'],
    ['an odd e-mail', { email: 'ada', password: PASSWORD, name: 'A' }, 'email'],
    ['an object for an e-mail', { email: { $ne: '' }, password: PASSWORD, name: 'A' }, 'email'],
    ['a short password', { email: 'b@x.org', password: '1234567', name: 'A' }, 'password'],
    [
      'a password that is short once normalised',
      { email: 'b@x.org', password: 'e\u0301'.repeat(7), name: 'A' },
      'password',
    ],
    ['a long password', { email: 'b@x.org', password: 'x'.repeat(129), name: 'A' }, 'password'],
    ['a blank name', { email: 'b@x.org', password: PASSWORD, name: '  ' }, 'name'],
    ['an unknown field', { email: 'b@x.org', password: PASSWORD, name: 'A', id: 'usr_1' }, 'id'],
    ['a list', [], ''],
    ['nothing', undefined, ''],
  ])('refuses %s and names the field', async (_, body, field) => {
    const called = await register(body);
    expect(called.status).toBe(400);
    expect(called.body).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
  });

  it('accepts one of fifty parallel requests for the same address', async () => {
    const account = { email: 'race@example.org', password: PASSWORD, name: 'A' };
    const calls = await Promise.all(Array.from({ length: 20 }, () => register(account)));
    expect(calls.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(calls.filter(({ body }) => body.code === 'email_taken')).toHaveLength(19);
  });

  it('accepts exactly the first account if it is closed', async () => {
    const closed = await startApp({ env: { registration: 'closed' } });
    const calls = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        closed.call('POST', '/v1/auth/register', {
          body: withToken({ email: `${name}@x.org`, password: PASSWORD, name }),
        }),
      ),
    );
    expect(calls.map(({ status }) => status).sort()).toEqual([201, 403, 403]);
    expect(calls.find(({ status }) => status === 403)?.body.code).toBe('registration_closed');
    await closed.close();
  });
});

describe('the first account', () => {
  it.each(['open', 'closed'] as const)('needs the setup token, once, if registration is %s', async (registration) => {
    const fresh = await startApp({ env: { registration } });
    const create = (name: string, extra: object = {}) =>
      fresh.call('POST', '/v1/auth/register', {
        body: { email: `${name}@x.org`, password: PASSWORD, name, ...extra },
      });
    const { setupToken } = fresh;
    const forged = [
      {},
      ...['', 'x', setupToken.slice(1), `${setupToken}x`, setupToken.toLowerCase()].map((setup_token) => ({
        setup_token,
      })),
    ];
    for (const extra of forged) {
      const { status, body } = await create('eve', extra);
      expect([status, body.code]).toEqual([403, 'setup_token_required']);
      expect(body.detail).toContain('setup link');
    }
    expect((await fresh.call('GET', '/v1/setup')).body.accounts).toBe(false);
    expect((await create('ada', { setup_token: setupToken })).body.operator).toBe(true);
    // From now on, it counts for nothing.
    const [bob, eve] = [await create('bob'), await create('eve', { setup_token: setupToken })];
    expect([bob.status, eve.status]).toEqual(registration === 'open' ? [201, 201] : [403, 403]);
    if (registration === 'open') expect([bob.body.operator, eve.body.operator]).toEqual([false, false]);
    else expect([bob.body.code, eve.body.code]).toEqual(['registration_closed', 'registration_closed']);
    expect(fresh.log.join('')).not.toContain(setupToken);
    await fresh.close();
  });
});

describe('login', () => {
  it('returns a bearer token for a day', async () => {
    await createOwner(app, 'login@example.org');
    const called = await login({ email: ' LOGIN@example.org', password: PASSWORD });
    expect(called.body).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: 86_400 });
    app.travel(86_401_000);
    const late = await app.call('GET', '/v1/projects', { token: called.body.access_token });
    expect([late.status, late.body.code]).toEqual([401, 'token_expired']);
    app.travel(-86_401_000);
  });

  it('gives the same answer for an unknown e-mail address and a wrong password', async () => {
    await createOwner(app, 'same@example.org');
    const wrong = await login({ email: 'same@example.org', password: 'wrong horse' });
    const unknown = await login({ email: 'nobody@example.org', password: 'wrong horse' });
    expect(wrong.status).toBe(401);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    const names = (headers: Headers) => [...headers.keys()].join();
    expect(names(unknown.headers)).toBe(names(wrong.headers));
  });

  it('delays guesses, and accepts the right password after the delay', async () => {
    await createOwner(app, 'guessed@example.org');
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await login({ email: 'guessed@example.org', password: `guess ${attempt}` })).status).toBe(401);
    }
    const refused = await login({ email: 'guessed@example.org', password: PASSWORD });
    expect([refused.status, refused.body.code]).toEqual([429, 'login_throttled']);
    app.travel(Number(refused.headers.get('retry-after')) * 1000);
    expect((await login({ email: 'guessed@example.org', password: PASSWORD })).status).toBe(200);
  });

  it('logs no password and no token', async () => {
    const { token } = await createOwner(app, 'quiet@example.org');
    await app.call('GET', `/v1/passages/${token}`, { token });
    const log = app.log.join('');
    // The identifiers of requests are random and may hold any three letters.
    for (const secret of [PASSWORD, token, ...token.split('.')]) expect(log).not.toContain(secret);
    expect(log).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
  });
});

describe('logout', () => {
  it('revokes that token from the next request on, and no other', async () => {
    const { token } = await createOwner(app, 'out@example.org');
    const { body } = await login({ email: 'out@example.org', password: PASSWORD });
    expect((await app.call('GET', '/v1/projects', { token })).status).toBe(200);
    const out = await app.call('POST', '/v1/auth/logout', { token });
    expect([out.status, out.body]).toEqual([200, { revoked: true }]);
    const after = await app.call('GET', '/v1/projects', { token });
    expect([after.status, after.body.code]).toEqual([401, 'token_revoked']);
    expect((await app.call('GET', '/v1/projects', { token: body.access_token })).status).toBe(200);
  });
});

describe('your own account', () => {
  const me = (token: string, method = 'GET', body?: unknown) => app.call(method, '/v1/auth/me', { token, body });

  it('can be retrieved and renamed', async () => {
    const { token, email } = await createOwner(app, 'me@example.org');
    const read = await me(token);
    expect([read.status, read.body]).toEqual([
      200,
      { id: expect.stringMatching(/^usr_/), email, name: 'Owner', operator: false, has_password: true },
    ]);
    expect((await me(token, 'PATCH', { name: ' Ada ' })).body).toEqual({ ...read.body, name: 'Ada' });
    expect((await me(token)).body.name).toBe('Ada');
  });

  it.each([
    [{ email: 'new@example.org' }, 'email'],
    [{ name: '' }, 'name'],
    [{ password: 'long enough' }, 'current_password'],
    [{ password: 'short', current_password: PASSWORD }, 'password'],
  ])('is not updated by %j', async (body, field) => {
    const { token } = await createOwner(app, `${field}-firm-${JSON.stringify(body).length}@example.org`);
    expect((await me(token, 'PATCH', body)).body).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
  });

  it('gets a new password with the current one, which ends every other session', async () => {
    const { token, email } = await createOwner(app, 'new-password@example.org');
    const { access_token: mine } = (await login({ email, password: PASSWORD })).body;
    const wrong = await me(mine, 'PATCH', { password: 'a new password', current_password: 'wrong horse' });
    expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_password']);
    expect((await me(token)).status).toBe(200);

    expect((await me(mine, 'PATCH', { password: 'a new password', current_password: PASSWORD })).status).toBe(200);
    expect((await me(token)).body.code).toBe('token_revoked');
    expect((await me(mine)).status).toBe(200);
    expect((await login({ email, password: PASSWORD })).status).toBe(401);
    const { access_token: fresh } = (await login({ email, password: 'a new password' })).body;
    expect((await me(fresh)).status).toBe(200);
    // A later password change or a logout ends the kept session like any other.
    await me(fresh, 'PATCH', { password: PASSWORD, current_password: 'a new password' });
    expect((await me(mine)).body.code).toBe('token_revoked');
    await app.call('POST', '/v1/auth/logout', { token: fresh });
    expect((await me(fresh)).body.code).toBe('token_revoked');
  });

  it('does not help attackers to guess the password', async () => {
    const { token } = await createOwner(app, 'stolen@example.org');
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await me(token, 'DELETE', { current_password: `guess ${attempt}` })).body.code).toBe('wrong_password');
    }
    expect((await me(token, 'DELETE', { current_password: PASSWORD })).body.code).toBe('login_throttled');
  });

  it('is deleted with everything in it, and all of its credentials end at once', async () => {
    const { token, project, email } = await createOwnerWithProject(app, 'leaving');
    const { access_token: second } = (await login({ email, password: PASSWORD })).body;
    const id = (await me(token)).body.id;
    const chat = () =>
      app.call('POST', '/v1/chat', { token: project.widget, origin: ORIGIN, body: { query: 'Still there?' } });
    expect((await chat()).status).toBe(200);
    const gone = await me(token, 'DELETE', { current_password: PASSWORD });
    expect([gone.status, gone.body]).toEqual([200, { id, deleted: true }]);
    expect((await me(token)).body.code).toBe('token_revoked');
    expect((await me(second)).body.code).toBe('token_revoked');
    expect((await upload(app, { key: project.key }, 'a.md', '# A')).body.code).toBe('token_invalid');
    expect((await chat()).body.code).toBe('token_revoked');
    expect((await login({ email, password: PASSWORD })).status).toBe(401);
    expect(await app.store.sources.byId(project.sourceId)).toBeNull();
    // The address can be registered again, and the new account is empty.
    const again = await createOwner(app, email);
    expect((await app.call('GET', '/v1/projects', { token: again.token })).body.total).toBe(0);
  });
});

describe('the setup state before login', () => {
  it('only says whether accounts exist, how people get in, and what the server can do', async () => {
    const fresh = await startApp({
      env: { registration: 'closed', rateLimits: { general: 4, chat: 0, search: 0, ingestion: 0 } },
    });
    const setup = async (headers = {}) => (await fresh.call('GET', '/v1/setup?from=somewhere', { headers })).body;
    expect(await setup()).toEqual({
      accounts: false,
      registration: 'closed',
      sends_mail: true,
      reads_pictures: false,
      sign_in: { password: true, provider: null },
      version: '1.2.3',
      command: 'npx footnote',
    });
    const account = withToken({ email: 'first@x.org', password: PASSWORD, name: 'First' });
    expect((await fresh.call('POST', '/v1/auth/register', { body: account })).body.operator).toBe(true);
    expect(await setup({ authorization: 'Bearer nonsense' })).toEqual({
      accounts: true,
      registration: 'closed',
      sends_mail: true,
      reads_pictures: false,
      sign_in: { password: true, provider: null },
      version: '1.2.3',
      command: 'npx footnote',
    });
    await setup();
    expect((await setup()).code).toBe('rate_limited');
    await fresh.close();
  });
});
