import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../server/console/parts/audit-actions.ts';
import { RECORDED_ACTIONS } from '../../../../server/services/accounts/audit-log.ts';
import {
  createOwner,
  createOwnerWithProject,
  type OwnerFixture,
  PASSWORD,
} from '../../../helpers/server/owner-with-project.ts';
import { type Called, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Routes that change something and leave no entry, and why. */
const NOT_AUDITED: Record<string, string> = {
  'auth.register': 'the service keeps it, as there is no credential yet',
  'auth.request-password-reset': 'changes nothing',
  'auth.reset-password': 'the service keeps it, as there is no credential',
  'auth.login': 'the service keeps it, as there is no credential yet',
  'invitations.look': 'changes nothing',
  'invitations.accept': 'the service keeps it in the log of the owner, whose project the path does not name',
  'provider.begin': 'changes nothing',
  'provider.sign-in': 'the service keeps it, as there is no credential yet',
  'chat.create': 'of visitors, kept as conversations',
  'chat.create-alias': 'of visitors, kept as conversations',
  'chat-completions.create': 'of visitors, kept as conversations',
  'feedback.update': 'can be undone, and takes nothing away',
  'feedback.create': 'of visitors, kept with the answer',
  'handovers.create': 'of visitors, kept as handovers',
  'widget-tokens.create': 'of visitors',
  'sources.create': 'the list of sources tells',
  'sources.create-url': 'the list of sources tells',
  'sources.create-url-alias': 'the list of sources tells',
  'sources.upload': 'the list of sources tells',
  'sources.sync': 'the list of sources tells',
  'sources.put': 'the list of sources tells',
  'sources.replace': 'the list of sources tells',
  'sources.replace-text': 'the list of sources tells',
  'sources.update': 'the list of sources tells',
  'repositories.look': 'changes nothing',
  'repositories.push': 'of the forge; the list of repositories tells what was read',
  'unanswered.dismiss': 'can be undone, and takes nothing away',
  'backup-uploads.append': 'one part of many; the beginning and the end are kept',
  'backups.examine': 'changes nothing',
  'backups.cancel': 'takes away nothing that was there',
  'server-engines.cancel': 'takes away nothing that was there',
  'server-models.cancel': 'changes nothing that was there',
  'server-models.cancel-add': 'changes nothing that was there',
  'model-server.models': 'changes nothing',
  'model-server.try': 'changes nothing',
  'model-server.check': 'changes nothing',
  'search.create': 'changes nothing',
  'golden-checks.create': 'changes nothing, and the list of checks tells',
  'golden-checks.cancel': 'the list of checks tells',
  'curated-answers.match': 'changes nothing',
  'mcp.call': 'its questions are in the conversations, as those of a chat',
  'mcp.end': 'is refused',
};

describe('the audit log', () => {
  let app: TestApp;
  let owner: OwnerFixture;
  beforeEach(async () => {
    app = await startApp();
    owner = await createOwnerWithProject(app, 'owner');
  });
  afterEach(() => app.close());

  const entries = async (query = '', token = owner.token) =>
    (await app.call('GET', `/v1/auth/audit-log${query}`, { token })).body;
  const listed = async (query?: string, token?: string): Promise<string[]> =>
    (await entries(query, token)).items.map(
      ({ action, outcome }: { action: string; outcome: string }) => `${action} ${outcome}`,
    );
  const rename = (token: string, name = 'New'): Promise<Called> =>
    app.call('PATCH', `/v1/projects/${owner.project.id}`, {
      token,
      body: { name, widget: { title: 'secret title' } },
      headers: { 'user-agent': FIREFOX },
    });

  it('has an entry for each route that changes something, but for those that are named here', () => {
    const changing = app.endpoints.filter(({ method }) => method !== 'GET');
    const silent = changing.filter(({ rule }) => !rule.audited).map(({ rule }) => rule.name);
    expect([...new Set(silent)].sort()).toEqual(Object.keys(NOT_AUDITED).sort());
  });

  it('has words in the console for everything that it may hold, and for nothing else', () => {
    const audited = app.endpoints.filter(({ rule }) => rule.audited).map(({ rule }) => rule.name);
    expect(Object.keys(AUDIT_ACTIONS).sort()).toEqual([...new Set([...audited, ...RECORDED_ACTIONS])].sort());
  });

  it('says who did what, from where, to what and with which fields, and no values', async () => {
    await rename(owner.token);
    const [entry] = (await entries()).items;
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_/),
      created_at: expect.stringMatching(/^\d{4}-/),
      user_id: expect.stringMatching(/^usr_/),
      project_id: owner.project.id,
      user_email: owner.email,
      actor: { kind: 'user', id: entry.user_id, name: 'Owner', email: owner.email },
      action: 'projects.update',
      outcome: 'done',
      target: { id: owner.project.id, name: expect.any(String), email: null },
      fields: ['name', 'widget'],
      client: 'Firefox on Linux',
      same_address: true,
    });
    expect(JSON.stringify(await entries())).not.toContain('secret title');
  });

  it('names what was made as it is called now, and nothing that has been deleted', async () => {
    const made = await app.call('POST', '/v1/projects', { token: owner.token, body: { name: 'Short-lived' } });
    await app.call('DELETE', `/v1/projects/${made.body.id}`, { token: owner.token });
    const { items } = await entries(`?project_id=${made.body.id}`);
    expect(items.map(({ action, target }: { action: string; target: unknown }) => [action, target])).toEqual([
      ['projects.delete', { id: made.body.id, name: null, email: null }],
    ]);
    const { body } = await app.call('POST', '/v1/projects', { token: owner.token, body: { name: 'First' } });
    await app.call('PATCH', `/v1/projects/${body.id}`, { token: owner.token, body: { name: 'Second' } });
    const [created] = (await entries('?action=projects.create')).items;
    expect(created.target).toEqual({ id: body.id, name: 'Second', email: null });
  });

  it('names the model, the engine or the backup that an operator has changed, also where that was denied', async () => {
    const { token } = owner;
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, `/v1/server/${path}`, { token, ...(body !== undefined && { body }) });
    await call('POST', 'models/extractive/use', {});
    await call('POST', 'backups', {});
    await expect.poll(async () => (await call('GET', 'backups')).body.running).toBeNull();
    const [{ name }] = (await call('GET', 'backups')).body.backups;
    await call('DELETE', `backups/folder/${name}`);
    app.travel(11 * 60_000);
    await call('DELETE', 'engines/transformers');
    const { items } = (await app.call('GET', '/v1/server/audit-log', { token })).body;
    const about = ({ action, outcome, target }: { action: string; outcome: string; target: { id: string } }) =>
      `${action} ${outcome}: ${target?.id}`;
    expect(items.slice(0, 4).map(about)).toEqual([
      'server-engines.remove denied: transformers',
      `backups.delete done: ${name}`,
      `backups.create done: ${name}`,
      'server-models.use done: extractive',
    ]);
  });

  it('has what a key did in the log of its account', async () => {
    await app.call('DELETE', `/v1/sources/${owner.project.sourceId}`, { key: owner.project.key });
    const [entry] = (await entries()).items;
    expect([entry.action, entry.actor.kind, entry.target]).toEqual([
      'sources.delete',
      'key',
      { id: owner.project.sourceId, name: null, email: null },
    ]);
  });

  it('has logins, and of wrong passwords from one address one an hour; none where there is no account', async () => {
    const login = (email: string, password: string) =>
      app.call('POST', '/v1/auth/login', { body: { email, password } });
    await login(owner.email, 'wrong wrong wrong');
    await login(owner.email, 'wrong again');
    await login('nobody@example.com', 'wrong');
    await login(owner.email, PASSWORD);
    await expect
      .poll(() => listed('?action=auth.login'))
      .toEqual(['auth.login done', 'auth.login denied', 'auth.login done']);
    app.travel(61 * 60_000);
    const { token } = await app
      .call('POST', '/v1/auth/login', { body: { email: owner.email, password: PASSWORD } })
      .then(({ body }) => ({ token: body.access_token }));
    await login(owner.email, 'wrong once more');
    const denied = async () => (await listed('?action=auth.login', token)).filter((one) => one.endsWith('denied'));
    await expect.poll(denied).toHaveLength(2);
  });

  it('has what was tried without the right to do it, and nothing of what failed otherwise', async () => {
    await app.call('PATCH', '/v1/auth/me', {
      token: owner.token,
      body: { password: 'a new password', current_password: 'wrong' },
    });
    await app.call('PATCH', `/v1/projects/${owner.project.id}`, { token: owner.token, body: { name: '' } });
    expect((await listed())[0]).toBe('auth.update-me denied');
    const other = await createOwner(app, 'other@example.com');
    expect((await rename(other.token)).status).toBe(404);
    expect(await listed('', other.token)).toEqual(['auth.login done', 'auth.register done']);
  });

  it('shows each account its own, and the operator all', async () => {
    const other = await createOwner(app, 'other@example.com');
    const own = await listed('', other.token);
    expect(own).toEqual(['auth.login done', 'auth.register done']);
    const all = await app.call('GET', '/v1/server/audit-log', { token: owner.token });
    const users = new Set(all.body.items.map(({ user_id }: { user_id: string }) => user_id));
    expect(users.size).toBe(2);
    expect((await app.call('GET', '/v1/server/audit-log', { token: other.token })).body.code).toBe('operator_required');
  });

  it('keeps of an account that is deleted only that it was deleted', async () => {
    const other = await createOwner(app, 'other@example.com');
    const body = { current_password: PASSWORD };
    expect((await app.call('DELETE', '/v1/auth/me', { token: other.token, body })).status).toBe(200);
    const { items } = (await app.call('GET', '/v1/server/audit-log', { token: owner.token })).body;
    const [deleted] = items;
    expect(deleted).toMatchObject({ action: 'auth.delete-me', target: null, fields: ['current_password'] });
    expect(items.filter(({ user_id }: { user_id: string }) => user_id === deleted.user_id)).toHaveLength(1);
  });

  it('is exported as lines of JSON or as a table that no spreadsheet runs, and says so itself', async () => {
    await rename(owner.token, 'Plain');
    await rename(owner.token, '=HYPERLINK("http://evil.example")');
    const lines = await app.call('GET', '/v1/auth/audit-log/export', { token: owner.token });
    const read = lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const updates = read.filter(({ action, fields }) => action === 'projects.update' && fields.includes('name'));
    expect(updates).toHaveLength(2);
    const table = await app.call('GET', '/v1/auth/audit-log/export?format=csv', { token: owner.token });
    expect(table.headers.get('content-disposition')).toContain('audit-log-');
    expect(table.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(await listed('?action=audit-log.export')).toEqual(['audit-log.export done', 'audit-log.export done']);
  });

  it('does not keep anybody from revoking a key where it cannot be written, and the log of the server tells', async () => {
    const { body } = await app.call('POST', `/v1/projects/${owner.project.id}/api-keys`, {
      token: owner.token,
      body: {},
    });
    app.store.auditLog.append = async () => {
      throw new Error('no room');
    };
    const revoked = await app.call('DELETE', `/v1/projects/${owner.project.id}/api-keys/${body.id}`, {
      token: owner.token,
    });
    expect(revoked.status).toBe(200);
    expect((await app.call('GET', `/v1/projects/${owner.project.id}/sources`, { key: body.key })).status).toBe(401);
    expect(app.log.filter((line) => line.includes('audit_entry_lost'))).toHaveLength(1);
  });
});
