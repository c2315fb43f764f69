import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../../../server/mail/mailer.ts';
import {
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
} from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const SETTINGS = { consent: 'You may answer me by mail.', privacy_url: 'https://www.example.com/privacy' };
const ASKED = { email: 'Visitor@Example.com', question: ' Can I return it?\n<b>Thanks</b> ', consent: true };

describe('a handover', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let path: string;
  let mails: Mail[];
  beforeEach(async () => {
    mails = [];
    app = await startApp({ onMail: (mail) => mails.push(mail) });
    owner = await createOwnerWithProject(app, 'owner');
    path = `/v1/projects/${owner.project.id}/handovers`;
    await set({ ...SETTINGS, notify: 'help@example.com' });
  });
  afterEach(() => app.close());

  const call = (method: string, at: string, body?: object) => app.call(method, at, { token: owner.token, body });
  const set = (handover: object | null) => call('PATCH', `/v1/projects/${owner.project.id}`, { handover });
  const create = (body: object = {}, options: object = {}) =>
    app.call('POST', path, {
      ...{ token: owner.project.widget, origin: ORIGIN, body: { ...ASKED, ...body } },
      ...options,
    });
  const listed = async (query = '') => (await call('GET', path + query)).body.items;
  const anotherVisitor = async () =>
    expectStatus(await app.call('POST', '/v1/tokens/widget', { key: owner.project.key }), 200).body;

  it('is off until the owner says what visitors agree to, which the widget can read', async () => {
    const config = async () =>
      (
        await app.call('GET', `/v1/projects/${owner.project.id}/widget/config`, {
          ...{ token: owner.project.widget, origin: ORIGIN },
        })
      ).body.handover;
    expect(await config()).toEqual(SETTINGS);
    expect((await call('GET', `/v1/projects/${owner.project.id}`)).body.handover.notify).toBe('help@example.com');
    await set(null);
    expect(await config()).toBeNull();
    expect(expectStatus(await create(), 400).body.code).toBe('handovers_off');
    const fresh = await call('POST', '/v1/projects', { name: 'Fresh' });
    expect(fresh.body.handover).toBeNull();
  });

  const SETTINGS_REFUSED: [object, string][] = [
    [{ consent: '' }, 'handover.consent'],
    [{ consent: 'x'.repeat(501) }, 'handover.consent'],
    [{ consent: 'Yes', privacy_url: 'javascript:alert(1)' }, 'handover.privacy_url'],
    [{ consent: 'Yes', notify: 'a@example.com, b@example.com' }, 'handover.notify'],
  ];
  it('is not set up without a text, with a script as the page, or with two recipients', async () => {
    for (const [handover, field] of SETTINGS_REFUSED)
      expect(expectStatus(await set(handover), 400).body.errors[0]).toMatchObject({ field });
  });

  it('keeps what a visitor wrote, with the conversation, the page and what was agreed to', async () => {
    const page_url = 'https://docs.example.com/returns?from=faq';
    const created = await create({ conversation_id: owner.project.conversationId, page_url });
    const { id, created_at } = expectStatus(created, 201).body;
    expect(created.body).toEqual({ id, created_at });
    await set({ consent: 'Another text.' });
    expect(await listed()).toEqual([
      {
        ...{ id, email: 'visitor@example.com', question: 'Can I return it?\n<b>Thanks</b>', page_url },
        ...{ conversation_id: owner.project.conversationId, consent: SETTINGS.consent, status: 'open' },
        ...{ assignee: null, created_at, updated_at: created_at, closed_at: null },
      },
    ]);
  });

  it('goes to the owner as a mail of plain text, whose answer goes to the visitor', async () => {
    expectStatus(await create({ conversation_id: owner.project.conversationId }), 201);
    expect(mails).toMatchObject([{ to: 'help@example.com', replyTo: 'visitor@example.com' }]);
    expect(mails[0]?.subject).toBe('A visitor asks for a person');
    expect(mails[0]?.text).toContain('\nCan I return it?\n<b>Thanks</b>\n');
    expect(mails[0]?.text).toContain(`/projects/${owner.project.id}/conversations/${owner.project.conversationId}`);
    await set(SETTINGS);
    expectStatus(await create(), 201);
    expect(mails).toHaveLength(1);
  });

  it('is told to webhooks, and not to the log', async () => {
    const webhook = await call('POST', `/v1/projects/${owner.project.id}/webhooks`, {
      ...{ url: 'https://hooks.example.com/', events: ['handover.created'] },
    });
    const { id } = (await create({ question: 'Where is the canary?' })).body;
    const at = `/v1/projects/${owner.project.id}/webhooks/${webhook.body.id}/deliveries`;
    const told = async () => (await call('GET', at)).body.items;
    expect(await told()).toMatchObject([
      {
        event: 'handover.created',
        payload: { data: { handover_id: id, email: 'visitor@example.com', question: 'Where is the canary?' } },
      },
    ]);
    expect(app.log.join()).not.toMatch(/canary|visitor@/);
    expectStatus(await call('DELETE', `${path}/${id}`), 200);
    expect(await told()).toEqual([]);
  });

  const REFUSED: [object, string][] = [
    [{ email: 'nobody' }, 'email'],
    [{ email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    [{ email: 'a@example.com,b@example.com' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ question: '  ' }, 'question'],
    [{ question: 'x'.repeat(4001) }, 'question'],
    [{ consent: false }, 'consent'],
    [{ page_url: 'javascript:alert(1)' }, 'page_url'],
    [{ page_url: `https://example.com/${'x'.repeat(2048)}` }, 'page_url'],
    [{ status: 'closed' }, 'status'],
  ];
  it('is refused without consent, with another kind of address, and if it is empty or too long', async () => {
    for (const [body, field] of REFUSED)
      expect(expectStatus(await create(body), 400).body.errors[0]).toMatchObject({ field });
    expect([await listed(), mails]).toEqual([[], []]);
  });

  it('is taken only from pages of the project, and about conversations of the same visitor', async () => {
    expect(expectStatus(await create({}, { origin: 'https://evil.example' }), 403).body.code).toBe(
      'origin_not_allowed',
    );
    expect(expectStatus(await create({}, { origin: undefined }), 403).body.code).toBe('origin_not_allowed');
    const { token } = await anotherVisitor();
    expectStatus(await create({ conversation_id: owner.project.conversationId }, { token }), 404);
    expectStatus(await create({ conversation_id: 'conv_unknown' }), 404);
    expect(await listed()).toEqual([]);
  });

  it('is limited to five a day for each visitor, and twenty for each address', async () => {
    for (let made = 0; made < 5; made += 1) expectStatus(await create(), 201);
    const refused = expectStatus(await create(), 429);
    expect([refused.body.code, Number(refused.headers.get('retry-after')) > 80_000]).toEqual(['rate_limited', true]);
    for (let made = 0; made < 15; made += 1) {
      expectStatus(await create({}, { token: (await anotherVisitor()).token }), 201);
    }
    expectStatus(await create({}, { token: (await anotherVisitor()).token }), 429);
    app.travel(24 * 60 * 60_000);
    expectStatus(await create({}, { token: (await anotherVisitor()).token }), 201);
    expect(mails).toHaveLength(21);
  });

  it('is assigned, closed and opened again', async () => {
    const { id } = (await create()).body;
    const update = (changes: object) => call('PATCH', `${path}/${id}`, changes);
    expect((await update({ assignee: ' Ann ' })).body).toMatchObject({ assignee: 'Ann', status: 'open' });
    const closed = (await update({ status: 'closed' })).body;
    expect(closed).toMatchObject({ assignee: 'Ann', status: 'closed', closed_at: closed.updated_at });
    expect([await listed('?status=open'), (await listed('?status=closed')).length]).toEqual([[], 1]);
    expect((await update({ status: 'open', assignee: null })).body).toMatchObject({ assignee: null, closed_at: null });
    for (const changes of [
      { status: 'lost' },
      { assignee: '' },
      { assignee: 'x'.repeat(101) },
      { email: 'a@b.example' },
    ])
      expectStatus(await update(changes), 400);
    const [entry] = (await call('GET', '/v1/auth/audit-log?action=handovers.update')).body.items;
    expect(entry.target.id).toBe(id);
  });

  it('goes with its conversation, its visitor’s conversations, and its project', async () => {
    await create({ conversation_id: owner.project.conversationId });
    const kept = (await create({ question: 'Without a conversation?' })).body.id;
    const conversations = `/v1/projects/${owner.project.id}/conversations`;
    expectStatus(await call('DELETE', `${conversations}/${owner.project.conversationId}`), 200);
    expect((await listed()).map(({ id }: { id: string }) => id)).toEqual([kept]);
    expectStatus(await call('DELETE', `${conversations}?visitor_id=${owner.project.visitorId}`), 200);
    expect(await listed()).toEqual([]);
    expectStatus(await create(), 201);
    await app.store.projects.delete(owner.project.id);
    expect((await app.store.handovers.list(owner.project.id, {}, { limit: 10, offset: 0 })).total).toBe(0);
  });
});
