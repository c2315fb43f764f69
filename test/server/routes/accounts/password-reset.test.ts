import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../../../server/mail/mailer.ts';
import { createOwner, expectStatus, PASSWORD } from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const NEW = 'an entirely new password';

describe('a forgotten password', () => {
  let app: TestApp;
  const mails: Mail[] = [];
  beforeAll(async () => {
    app = await startApp({ onMail: (mail) => mails.push(mail) });
    await createOwner(app, 'first@example.org');
  });
  afterAll(() => app.close());
  afterEach(() => {
    mails.length = 0;
    app.travel(60 * 60_000);
  });

  const ask = (email: string) => app.call('POST', '/v1/auth/password-reset', { body: { email } });
  const complete = (token: string, password = NEW) =>
    app.call('POST', '/v1/auth/password-reset/complete', { body: { token, password } });
  const login = (email: string, password: string) => app.call('POST', '/v1/auth/login', { body: { email, password } });
  const tokenOf = (mail: Mail | undefined) => /#token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  async function tokenFor(email: string): Promise<string> {
    expectStatus(await ask(email), 202);
    await expect.poll(() => mails.length).toBe(1);
    return tokenOf(mails[0]);
  }

  it('is replaced with the link of a mail, which ends every session and works once', async () => {
    const { token: session } = await createOwner(app, 'ann@example.org');
    const token = await tokenFor(' ANN@example.org ');
    expect(mails[0]?.to).toBe('ann@example.org');
    expect(mails[0]?.text).toContain(`${app.url}/reset-password#token=`);
    expect(expectStatus(await complete(token, 'short'), 400).body.errors).toMatchObject([{ field: 'password' }]);
    expect(expectStatus(await complete(token), 200).body).toEqual({ reset: true });
    expectStatus(await app.call('GET', '/v1/auth/me', { token: session }), 401);
    expectStatus(await login('ann@example.org', PASSWORD), 401);
    const { access_token } = expectStatus(await login('ann@example.org', NEW), 200).body;
    expect(expectStatus(await complete(token, 'yet another one'), 400).body.code).toBe('reset_link_invalid');
    const log = await app.call('GET', '/v1/auth/audit-log?action=auth.reset-password', { token: access_token });
    expect(log.body.items).toHaveLength(1);
    expect(app.log.join()).not.toContain(token.slice(0, 20));
  });

  it('gets the same answer where there is no account, and no mail', async () => {
    const known = await ask('first@example.org');
    const unknown = await ask('nobody@example.org');
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    await expect.poll(() => mails.map(({ to }) => to)).toEqual(['first@example.org']);
  });

  it('has a link that is valid for half an hour, and not if the password was changed otherwise', async () => {
    await createOwner(app, 'eve@example.org');
    const late = await tokenFor('eve@example.org');
    app.travel(30 * 60_000);
    expect(expectStatus(await complete(late), 400).body.code).toBe('reset_link_invalid');
    mails.length = 0;
    const former = await tokenFor('eve@example.org');
    const { access_token } = (await login('eve@example.org', PASSWORD)).body;
    const body = { password: NEW, current_password: PASSWORD };
    expectStatus(await app.call('PATCH', '/v1/auth/me', { token: access_token, body }), 200);
    expectStatus(await complete(former), 400);
    for (const forged of ['x', 'AAAA'.repeat(20), `${former.slice(0, -2)}AA`])
      expectStatus(await complete(forged), 400);
  });

  it('is asked for three times an hour at most', async () => {
    for (let asked = 0; asked < 3; asked += 1) expectStatus(await ask('flood@example.org'), 202);
    expect(expectStatus(await ask('flood@example.org'), 429).headers.get('retry-after')).toBeTruthy();
    expectStatus(await ask('first@example.org'), 202);
  });

  it('needs the operator where the server sends no mail', async () => {
    const silent = await startApp({ sendsMail: false });
    try {
      const setup = async (server: TestApp) => (await server.call('GET', '/v1/setup')).body.sends_mail;
      expect([await setup(app), await setup(silent)]).toEqual([true, false]);
      const refused = await silent.call('POST', '/v1/auth/password-reset', { body: { email: 'a@example.org' } });
      expect(expectStatus(refused, 400).body).toMatchObject({
        code: 'mail_off',
        detail: expect.stringContaining('SMTP_URL'),
      });
    } finally {
      await silent.close();
    }
  });
});
