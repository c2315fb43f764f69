import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner, createOwnerWithProject, upload } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = (await createOwner(app, 'owner@example.org')).token;
});
afterAll(() => app.close());

const create = (body: unknown) => app.call('POST', '/v1/projects', { token, body });

describe('a project', () => {
  it('is created with defaults, and retrieved unchanged', async () => {
    const called = await create({ name: ' Guide ', allowed_origins: ['HTTPS://A.com/', 'https://a.com'] });
    expect(called.status).toBe(201);
    expect(called.body).toEqual({
      id: expect.stringMatching(/^proj_[0-9A-Za-z]{22}$/),
      role: 'owner',
      name: 'Guide',
      description: '',
      allowed_origins: ['https://a.com'],
      widget_access: 'public',
      language: 'auto',
      widget: {
        title: 'Ask the docs',
        greeting: '',
        placeholder: '',
        suggestions: [],
        accent: '#2f5bea',
        theme: 'auto',
        position: 'bottom-right',
        locale: 'auto',
        contact: '',
        launcher_label: '',
        keep_history: false,
        texts: [],
        suggest: true,
      },
      open_originals: false,
      daily_budget: null,
      retention_days: null,
      default_daily_budget: { requests: 1000, per_visitor: 50, message: '' },
      handover: null,
      record_pages: false,
      alert_mails: true,
      widget_origins: [],
      widget_images: { logo: null, avatar: null },
      sources_count: 0,
      default_retention_days: 90,
      usage: { requests: 0, tokens_total: 0 },
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updated_at: called.body.created_at,
    });
    const read = await app.call('GET', `/v1/projects/${called.body.id}`, { token });
    expect(read.body).toEqual(called.body);
  });

  it.each([
    ['no name', {}, 'name'],
    ['a long name', { name: 'x'.repeat(101) }, 'name'],
    ['a number for a name', { name: 7 }, 'name'],
    ['a long description', { name: 'A', description: 'x'.repeat(2001) }, 'description'],
    ['origins that are no list', { name: 'A', allowed_origins: 'https://a.com' }, 'allowed_origins'],
    ['an origin that is none', { name: 'A', allowed_origins: ['https://a.com', 'b.com'] }, 'allowed_origins.1'],
    ['a typo', { name: 'A', descripton: 'x' }, 'descripton'],
    ['somebody else as its owner', { name: 'A', user_id: 'usr_1' }, 'user_id'],
  ])('is refused with %s', async (_, body, field) => {
    const called = await create(body);
    expect(called.body).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
  });

  it('is updated field by field: arrays are replaced, the widget is merged', async () => {
    const { id } = (await create({ name: 'Before', description: 'kept', allowed_origins: ['https://a.com'] })).body;
    const patch = (body: unknown) => app.call('PATCH', `/v1/projects/${id}`, { token, body });
    const one = await patch({ name: 'After', allowed_origins: ['https://b.com'], widget: { title: 'Help' } });
    expect(one.body).toMatchObject({ name: 'After', description: 'kept', allowed_origins: ['https://b.com'] });
    const two = await patch({ widget: { accent: '#AABBCC', suggestions: ['How?'] }, widget_access: 'public' });
    expect(two.body).toMatchObject({ name: 'After', widget_access: 'public' });
    expect(two.body.widget).toMatchObject({ title: 'Help', accent: '#AABBCC', suggestions: ['How?'], theme: 'auto' });
    expect((await app.call('GET', `/v1/projects/${id}`, { token })).body).toEqual(two.body);
  });

  it.each([
    [{ id: 'proj_1' }, 'id'],
    [{ usage: { requests: 0, tokens_total: 0 } }, 'usage'],
    [{ created_at: 'now' }, 'created_at'],
    [{ widget: { color: 'red' } }, 'widget.color'],
    [{ widget: { accent: 'red' } }, 'widget.accent'],
    [{ widget: { theme: 'blue' } }, 'widget.theme'],
    [{ widget_access: 'everyone' }, 'widget_access'],
    [{ language: 'not a language' }, 'language'],
    [{ name: null }, 'name'],
    [{ open_originals: 'yes' }, 'open_originals'],
    [{ daily_budget: { requests: 0 } }, 'daily_budget.requests'],
    [{ daily_budget: { per_visitor: 1.5 } }, 'daily_budget.per_visitor'],
    [{ daily_budget: { perVisitor: 1 } }, 'daily_budget.perVisitor'],
  ])('is not updated by %j', async (body, field) => {
    const made = (await create({ name: 'Firm' })).body;
    const called = await app.call('PATCH', `/v1/projects/${made.id}`, { token, body });
    expect(called.body).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
    expect((await app.call('GET', `/v1/projects/${made.id}`, { token })).body).toEqual(made);
  });

  it('has a budget that is set as a whole and can be removed', async () => {
    const { id } = (await create({ name: 'Thrifty' })).body;
    const patch = (body: unknown) => app.call('PATCH', `/v1/projects/${id}`, { token, body });
    const set = await patch({ daily_budget: { requests: 5 }, open_originals: true });
    expect(set.body).toMatchObject({
      open_originals: true,
      daily_budget: { requests: 5, per_visitor: null, message: '' },
    });
    expect((await patch({ daily_budget: null })).body).toMatchObject({ open_originals: true, daily_budget: null });
  });

  it('revokes its earlier widget tokens, but not those minted later', async () => {
    const { token, project } = await createOwnerWithProject(app, 'revoking');
    const config = (widget: string) => app.call('GET', `/v1/projects/${project.id}/widget/config`, { token: widget });
    expect((await config(project.widget)).status).toBe(200);
    const path = `/v1/projects/${project.id}/widget/revoke`;
    const revoked = await Promise.all([app.call('POST', path, { token }), app.call('POST', path, { token })]);
    expect(revoked.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, { revoked: true }]));
    expect((await config(project.widget)).body.code).toBe('token_revoked');
    const minted = (await app.call('POST', '/v1/tokens/widget', { key: project.key })).body.token;
    expect((await config(minted)).status).toBe(200);
  });

  it('is deleted with everything in it', async () => {
    const { token, project } = await createOwnerWithProject(app, 'deleting');
    const gone = await app.call('DELETE', `/v1/projects/${project.id}`, { token });
    expect([gone.status, gone.body]).toEqual([200, { id: project.id, deleted: true }]);
    expect((await app.call('DELETE', `/v1/projects/${project.id}`, { token })).status).toBe(404);
    expect((await app.call('GET', `/v1/sources/${project.sourceId}`, { token })).status).toBe(404);
    expect((await upload(app, { key: project.key }, 'a.md', '# A')).status).toBe(401);
    const chat = await app.call('POST', '/v1/chat', { token: project.widget, body: { query: 'Hi?' } });
    expect([chat.status, chat.body.code]).toEqual([401, 'token_revoked']);
  });
});

describe('lists', () => {
  it('are newest first, in pages', async () => {
    const { token } = await createOwner(app, 'lists@example.org');
    for (const name of ['one', 'two', 'three']) {
      await app.call('POST', '/v1/projects', { token, body: { name } });
      app.travel(1_000);
    }
    const list = (query: string) => app.call('GET', `/v1/projects${query}`, { token });
    const names = (called: { body: { items: { name: string }[] } }) => called.body.items.map(({ name }) => name);
    const all = await list('');
    expect(names(all)).toEqual(['three', 'two', 'one']);
    expect(all.body).toMatchObject({ total: 3, limit: 20, offset: 0 });
    const page = await list('?limit=1&offset=1');
    expect(names(page)).toEqual(['two']);
    expect(page.body).toMatchObject({ total: 3, limit: 1, offset: 1 });
    expect((await list('?limit=1000')).body.limit).toBe(100);
    expect((await list('?offset=99')).body).toMatchObject({ items: [], total: 3 });
  });

  it('say how many sources each project has, as the project itself does', async () => {
    const { token, project } = await createOwnerWithProject(app, 'counting');
    const empty = (await app.call('POST', '/v1/projects', { token, body: { name: 'Empty' } })).body;
    await upload(app, { key: project.key }, 'second.md', '# Second');
    const list = await app.call('GET', '/v1/projects', { token });
    expect(list.body.items).toMatchObject([
      { id: empty.id, sources_count: 0 },
      { id: project.id, sources_count: 2 },
    ]);
    const read = await app.call('GET', `/v1/projects/${project.id}`, { token });
    const changed = await app.call('PATCH', `/v1/projects/${project.id}`, { token, body: { name: 'Renamed' } });
    expect([read.body.sources_count, changed.body.sources_count]).toEqual([2, 2]);
  });

  it.each([
    'limit=0',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'limit=1e2',
    'offset=-1',
    'offset=x',
    'limit=1&limit=2',
    'page=2',
  ])('are refused with ?%s', async (query) => {
    const called = await app.call('GET', `/v1/projects?${query}`, { token });
    expect([called.status, called.body.code]).toEqual([400, 'invalid_request']);
    expect(called.body.errors[0].field).toBe(query.split('=')[0]);
  });
});

describe('API keys', () => {
  it('are shown once, listed by prefix, stored only as a hash, and invalid once deleted', async () => {
    const { token, project } = await createOwnerWithProject(app, 'keys');
    const path = `/v1/projects/${project.id}/api-keys`;
    const made = await app.call('POST', path, { token, body: { name: 'ci' } });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^key_/),
      name: 'ci',
      key: expect.stringMatching(/^chat_[0-9A-Za-z]{43}$/),
      prefix: made.body.key.slice(0, 11),
      scopes: ['ask', 'ingest', 'read', 'manage'],
      expires_at: null,
      allowed_addresses: [],
      former_until: null,
      created_at: expect.any(String),
    });
    const list = await app.call('GET', path, { token });
    expect(list.body.total).toBe(2);
    expect(list.text).not.toContain(made.body.key);
    expect(list.body.items[0]).toEqual({
      id: made.body.id,
      name: 'ci',
      prefix: made.body.prefix,
      scopes: made.body.scopes,
      expires_at: null,
      allowed_addresses: [],
      former_until: null,
      created_at: made.body.created_at,
      last_used_at: null,
    });
    expect((await app.call('GET', `/v1/projects/${project.id}/sources`, { key: made.body.key })).status).toBe(200);
    const gone = await app.call('DELETE', `${path}/${made.body.id}`, { token });
    expect(gone.body).toEqual({ id: made.body.id, deleted: true });
    expect((await app.call('DELETE', `${path}/${made.body.id}`, { token })).status).toBe(404);
    expect((await app.call('GET', `/v1/projects/${project.id}/sources`, { key: made.body.key })).status).toBe(401);
  });
});
