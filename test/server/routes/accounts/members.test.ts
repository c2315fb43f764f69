import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mail } from '../../../../server/mail/mailer.ts';
import {
  createOwner,
  createOwnerWithProject,
  expectStatus,
  ORIGIN,
  type OwnerFixture,
  PASSWORD,
} from '../../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('members and invitations', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  let project: string;
  let people = 0;
  const mails: Mail[] = [];
  beforeAll(async () => {
    app = await startApp({ onMail: (mail) => (mail.to === 'refuse@example.org' ? 'refuse' : mails.push(mail)) });
    owner = await createOwnerWithProject(app, 'owner');
    project = `/v1/projects/${owner.project.id}`;
  });
  afterAll(() => app.close());

  const outcome = ({ status, body }: Called) => `${status} ${body.code ?? ''}`.trim();
  const invite = async (email: string | null, role = 'editor', more: object = {}) =>
    expectStatus(
      await app.call('POST', `${project}/invitations`, { token: owner.token, body: { email, role, ...more } }),
      201,
    ).body;
  const accept = (token: string, invitation: string) =>
    app.call('POST', '/v1/invitations/accept', { token, body: { token: invitation } });
  const someone = async () => {
    people += 1;
    const account = await createOwner(app, `person${people}@example.org`);
    const { id } = (await app.call('GET', '/v1/auth/me', { token: account.token })).body;
    return { ...account, id };
  };
  const member = async (role: 'editor' | 'viewer') => {
    const person = await someone();
    expectStatus(await accept(person.token, (await invite(null, role)).token), 200);
    return person;
  };
  const actions = async (token = owner.token) =>
    (await app.call('GET', `/v1/auth/audit-log?limit=100&project_id=${owner.project.id}`, { token })).body.items.map(
      ({ action, actor, outcome: how, target }: Record<string, { id?: string; name?: string }>) => ({
        ...{ action, actor: actor?.id, outcome: how, target: target?.id },
      }),
    );

  it('shows a project to its members with their role, and lists them, the owner first', async () => {
    const editor = await member('editor');
    const seen = await app.call('GET', project, { token: editor.token });
    expect([seen.status, seen.body.role]).toEqual([200, 'editor']);
    const listed = (await app.call('GET', '/v1/projects', { token: editor.token })).body;
    expect(listed.items.map(({ id, role }: { id: string; role: string }) => [id, role])).toEqual([
      [owner.project.id, 'editor'],
    ]);
    expect((await app.call('GET', '/v1/projects', { token: owner.token })).body.items[0].role).toBe('owner');
    const { items } = (await app.call('GET', `${project}/members`, { token: editor.token })).body;
    expect(items[0]).toMatchObject({ email: owner.email, role: 'owner', current: false });
    expect(items.at(-1)).toMatchObject({ id: editor.id, email: editor.email, role: 'editor', current: true });
  });

  it('has settings that cost or delete for the owner alone', async () => {
    const editor = await member('editor');
    const change = (token: string, body: object) => app.call('PATCH', project, { token, body });
    expect(outcome(await change(editor.token, { widget: { title: 'Hi' }, allowed_origins: [ORIGIN] }))).toBe('200');
    expect(outcome(await change(editor.token, { retention_days: 1, name: 'Taken' }))).toBe('403 insufficient_role');
    expect(outcome(await change(editor.token, { daily_budget: null }))).toBe('403 insufficient_role');
    expect((await app.call('GET', project, { token: owner.token })).body).toMatchObject({
      retention_days: null,
      name: 'Project owner',
    });
  });

  it('sends an invitation by mail to its address, and none of a link for anybody', async () => {
    mails.length = 0;
    const invite = (email: string | null) =>
      app.call('POST', `${project}/invitations`, { token: owner.token, body: { email, role: 'viewer' } });
    expect(expectStatus(await invite(null), 201).body.mail).toBe('none');
    const { url, mail } = expectStatus(await invite('guest@example.org'), 201).body;
    expect(mail).toBe('sent');
    expect(mails).toMatchObject([{ to: 'guest@example.org', subject: 'An invitation to a project on Footnote' }]);
    expect(mails[0]?.text).toContain(url);
    const refused = expectStatus(await invite('refuse@example.org'), 201).body;
    expect(refused).toMatchObject({ mail: 'failed', url: `${app.url}/invitation#${refused.token}` });
  });

  it('changes what a member may do with the next request', async () => {
    const person = await member('viewer');
    const rename = () => app.call('PATCH', project, { token: person.token, body: { description: 'Theirs' } });
    expect(outcome(await rename())).toBe('403 insufficient_role');
    const path = `${project}/members/${person.id}`;
    expectStatus(await app.call('PATCH', path, { token: owner.token, body: { role: 'editor' } }), 200);
    expect(outcome(await rename())).toBe('200');
    expectStatus(await app.call('DELETE', path, { token: owner.token }), 200);
    expect(outcome(await rename())).toBe('404 not_found');
    expect(outcome(await app.call('DELETE', path, { token: owner.token }))).toBe('404 not_found');
  });

  it('lets everybody leave but the owner', async () => {
    const viewer = await member('viewer');
    const leave = (token: string, id: string) => app.call('DELETE', `${project}/members/${id}`, { token });
    const { id: ownerId } = (await app.call('GET', '/v1/auth/me', { token: owner.token })).body;
    expect(outcome(await leave(owner.token, ownerId))).toBe('400 owner_cannot_leave');
    expect(outcome(await leave(viewer.token, ownerId))).toBe('403 insufficient_role');
    const path = `${project}/members/${ownerId}`;
    expect(outcome(await app.call('PATCH', path, { token: owner.token, body: { role: 'viewer' } }))).toBe(
      '400 owner_keeps_role',
    );
    expect(outcome(await leave(viewer.token, viewer.id))).toBe('200');
    expect(outcome(await app.call('GET', project, { token: viewer.token }))).toBe('404 not_found');
  });

  it('ends the widget tokens of a member who is removed, and no others', async () => {
    const viewer = await member('viewer');
    const mint = { token: viewer.token, body: { project_id: owner.project.id } };
    const { token } = expectStatus(await app.call('POST', '/v1/tokens/widget', mint), 200).body;
    const ask = (credential: string) =>
      app.call('POST', `${project}/chat`, { token: credential, origin: ORIGIN, body: { query: 'Hello?' } });
    const renew = () => app.call('POST', '/v1/tokens/widget', { token, origin: ORIGIN });
    expect(outcome(await ask(token))).toBe('200');
    const renewed = (await renew()).body.token;
    expectStatus(await app.call('DELETE', `${project}/members/${viewer.id}`, { token: owner.token }), 200);
    expect(outcome(await ask(token))).toBe('401 token_revoked');
    expect(outcome(await ask(renewed))).toBe('401 token_revoked');
    expect(outcome(await renew())).toBe('401 token_revoked');
    expect(outcome(await ask(owner.project.widget))).toBe('200');
  });

  it('accepts an invitation once, from the account that it is for', async () => {
    const person = await someone();
    const stranger = await someone();
    const made = await invite(person.email.toUpperCase(), 'viewer');
    expect(made).toMatchObject({ email: person.email, role: 'viewer', url: `${app.url}/invitation#${made.token}` });
    const shown = await app.call('POST', '/v1/invitations/look', { body: { token: made.token } });
    expect(shown.body).toEqual({
      project_name: 'Project owner',
      owner_name: 'Owner',
      email: person.email,
      role: 'viewer',
      expires_at: made.expires_at,
    });
    expect(outcome(await accept(stranger.token, made.token))).toBe('403 invitation_for_other');
    const results = await Promise.all([1, 2, 3].map(() => accept(person.token, made.token)));
    expect(results.map(outcome).sort()).toEqual(['200', ...results.map(outcome).filter((one) => one !== '200')]);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcome(await accept(stranger.token, made.token))).toBe('403 invitation_void');
  });

  it('keeps no token of an invitation, and shows it only once', async () => {
    const made = await invite('kept@example.net');
    const { items } = (await app.call('GET', `${project}/invitations`, { token: owner.token })).body;
    expect(items[0]).toEqual({
      ...{ id: made.id, email: 'kept@example.net', role: 'editor' },
      ...{ created_at: made.created_at, expires_at: made.expires_at },
    });
    expect(app.log.join('\n') + JSON.stringify(await actions())).not.toContain(made.token);
  });

  it('has an invitation that is revoked, replaced or too old void', async () => {
    const person = await someone();
    const revoked = await invite(person.email);
    const path = `${project}/invitations/${revoked.id}`;
    expectStatus(await app.call('DELETE', path, { token: owner.token }), 200);
    expect(outcome(await app.call('DELETE', path, { token: owner.token }))).toBe('404 not_found');
    expect(outcome(await accept(person.token, revoked.token))).toBe('403 invitation_void');

    const replaced = await invite(person.email);
    const latest = await invite(person.email, 'viewer', { expires_in_days: 1 });
    expect(outcome(await accept(person.token, replaced.token))).toBe('403 invitation_void');
    // Beyond the life of a user's token, which an app of its own does not mind.
    const late = await startApp();
    try {
      const other = await createOwnerWithProject(late, 'late');
      const made = await late.call('POST', `/v1/projects/${other.project.id}/invitations`, {
        token: other.token,
        body: { email: null, role: 'viewer', expires_in_days: 1 },
      });
      late.travel(DAY_MS);
      const look = await late.call('POST', '/v1/invitations/look', { body: { token: made.body.token } });
      expect(outcome(look)).toBe('403 invitation_void');
    } finally {
      await late.close();
    }
    expect(outcome(await accept(person.token, latest.token))).toBe('200');
    const again = await app.call('POST', `${project}/invitations`, {
      token: owner.token,
      body: { email: person.email, role: 'viewer' },
    });
    expect(outcome(again)).toBe('400 already_member');
    // An open link is not used up by somebody who has no need of it.
    const open = await invite(null);
    expect(outcome(await accept(person.token, open.token))).toBe('400 already_member');
    expect(outcome(await accept(owner.token, open.token))).toBe('400 already_member');
    expect(outcome(await accept((await someone()).token, open.token))).toBe('200');
  });

  it('transfers a project to a member, and leaves the former owner as an editor', async () => {
    const heir = await someone();
    const { body: made } = await app.call('POST', '/v1/projects', { token: owner.token, body: { name: 'Given away' } });
    const path = `/v1/projects/${made.id}`;
    const transfer = (token: string) => app.call('POST', `${path}/transfer`, { token, body: { user_id: heir.id } });
    expect(outcome(await transfer(owner.token))).toBe('400 not_transferable');
    const body = { email: heir.email, role: 'viewer' };
    const { token } = (await app.call('POST', `${path}/invitations`, { token: owner.token, body })).body;
    await accept(heir.token, token);
    expect(outcome(await transfer(heir.token))).toBe('403 insufficient_role');
    expect((await transfer(owner.token)).body).toEqual({ transferred: true, owner_id: heir.id });
    expect((await app.call('GET', path, { token: heir.token })).body.role).toBe('owner');
    expect((await app.call('GET', path, { token: owner.token })).body.role).toBe('editor');
    expect(outcome(await app.call('GET', `${path}/api-keys`, { token: owner.token }))).toBe('403 insufficient_role');
    expect(outcome(await app.call('DELETE', path, { token: heir.token }))).toBe('200');
  });

  it('keeps in the log of the owner who did what, also what was refused', async () => {
    const editor = await member('editor');
    await app.call('DELETE', project, { token: editor.token });
    await app.call('DELETE', `/v1/sources/${owner.project.sourceId}`, { token: editor.token });
    const found = await actions();
    expect(found[0]).toMatchObject({ action: 'sources.delete', actor: editor.id, outcome: 'done' });
    expect(found[1]).toMatchObject({ action: 'projects.delete', actor: editor.id, outcome: 'denied' });
    expect(found[2]).toMatchObject({ action: 'invitations.accept', actor: editor.id, outcome: 'done' });
    expect(found[3]).toMatchObject({ action: 'invitations.create', outcome: 'done', target: found[2].target });
    expect(await actions(editor.token)).toEqual([]);
  });

  it('has nothing of a person in a project after the account is deleted', async () => {
    const person = await member('editor');
    const body = { current_password: PASSWORD };
    expectStatus(await app.call('DELETE', '/v1/auth/me', { token: person.token, body }), 200);
    const listed = await app.call('GET', `${project}/members?limit=100`, { token: owner.token });
    expect(listed.text).not.toContain(person.email);
    expect(outcome(await app.call('GET', project, { token: owner.token }))).toBe('200');
  });

  describe('on a server where registration is closed', () => {
    let closed: TestApp;
    let host: OwnerFixture;
    beforeAll(async () => {
      closed = await startApp({ env: { registration: 'closed' } });
      host = await createOwnerWithProject(closed, 'host');
    });
    afterAll(() => closed.close());

    it('creates accounts for people who are invited, one for each invitation', async () => {
      const register = (email: string, invitation?: string) =>
        closed.call('POST', '/v1/auth/register', {
          body: { email, name: 'Invited', password: PASSWORD, ...(invitation && { invitation }) },
        });
      const body = { email: 'new@example.net', role: 'editor' };
      const path = `/v1/projects/${host.project.id}`;
      const made = (await closed.call('POST', `${path}/invitations`, { token: host.token, body })).body;
      expect(outcome(await register('new@example.net'))).toBe('403 registration_closed');
      expect(outcome(await register('new@example.net', 'x'.repeat(43)))).toBe('403 invitation_void');
      expect(outcome(await register('thief@example.net', made.token))).toBe('403 invitation_for_other');
      expect(outcome(await register('new@example.net', made.token))).toBe('201');
      expect(outcome(await register('next@example.net', made.token))).toBe('403 invitation_void');
      const login = { email: 'new@example.net', password: PASSWORD };
      const { access_token } = (await closed.call('POST', '/v1/auth/login', { body: login })).body;
      expect((await closed.call('GET', path, { token: access_token })).body.role).toBe('editor');
      const { items } = (
        await closed.call('GET', '/v1/auth/audit-log?action=invitations.accept', { token: host.token })
      ).body;
      expect(items).toHaveLength(1);
    });
  });
});
