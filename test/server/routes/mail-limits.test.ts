import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../../server/mail/mailer.ts';
import { createOwnerWithProject, expectStatus, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

describe('mails that people have the server send', () => {
  const mails: Mail[] = [];
  let app: TestApp;
  let owner: OwnerFixture;
  let other: OwnerFixture;
  beforeAll(async () => {
    app = await startApp({ onMail: (mail) => mails.push(mail) });
    owner = await createOwnerWithProject(app, 'owner');
    other = await createOwnerWithProject(app, 'other');
  });
  afterAll(() => app.close());

  const invite = ({ token, project }: OwnerFixture, email: string | null) =>
    app.call('POST', `/v1/projects/${project.id}/invitations`, { token, body: { email, role: 'viewer' } });

  it('go to one address five times a day, whoever invites it', async () => {
    const statuses: number[] = [];
    for (let at = 0; at < 4; at += 1) statuses.push((await invite(owner, 'victim@example.org')).status);
    statuses.push((await invite(other, 'victim@example.org')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    for (const inviting of [owner, other]) {
      const refused = await invite(inviting, 'Victim@example.org');
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000);
    }
    expect(mails).toHaveLength(5);
    // A link that is not mailed is no mail, and another address is another one.
    expectStatus(await invite(owner, null), 201);
    expectStatus(await invite(owner, 'friend@example.org'), 201);
  });

  it('are fifty a day for each account', async () => {
    const third = await createOwnerWithProject(app, 'third');
    const statuses: number[] = [];
    for (let at = 0; at < 55; at += 1) statuses.push((await invite(third, `guest${at}@example.org`)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(new Set(statuses.slice(50))).toEqual(new Set([429]));
    expectStatus(await invite(other, 'another@example.org'), 201);
  });
});

describe('names', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  beforeAll(async () => {
    app = await startApp({});
    owner = await createOwnerWithProject(app, 'owner');
  });
  afterAll(() => app.close());

  const CASES: [what: string, name: string, ok: boolean][] = [
    ['a line end', 'Harbour\nBcc: eve@example.com', false],
    ['a carriage return', 'Harbour\rrules', false],
    ['a NUL', 'Harbour\0rules', false],
    ['a line separator', 'Harbour\u2028rules', false],
    ['a mark that turns the direction', 'Harbour\u202egnp.exe', false],
    ['an isolate', 'Harbour\u2066rules', false],
    ['a joiner of emoji', 'Family 👨‍👩‍👧', true],
    ['a non-joiner of Persian', 'می\u200cخواهم', true],
  ];
  it.each(CASES)('with %s are one line that reads as it is written, or refused', async (_what, name, ok) => {
    const { id } = owner.project;
    const token = { token: owner.token };
    const calls = [
      app.call('POST', '/v1/projects', { ...token, body: { name } }),
      app.call('PATCH', `/v1/projects/${id}`, { ...token, body: { name } }),
      app.call('PATCH', '/v1/auth/me', { ...token, body: { name } }),
      app.call('POST', `/v1/projects/${id}/api-keys`, { ...token, body: { name } }),
      app.call('POST', `/v1/sources?project_id=${id}`, {
        ...token,
        body: { type: 'text', title: name, text: 'It is.' },
      }),
    ];
    for (const { status, body } of await Promise.all(calls)) {
      if (ok) expect(status).toBeLessThan(300);
      else expect([status, body.code, body.errors?.length]).toEqual([400, 'invalid_request', 1]);
    }
  });
});
