import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainRefusal } from '../../../server/ingestion/web/explain-refusal.ts';
import { refusalOf } from '../../../server/platform/network/refused-address.ts';
import { createOwnerWithProject, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { ALLOWED, REFUSED } from '../ingestion/web/address-vectors.ts';

let app: TestApp;
let owner: OwnerFixture;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

const add = (url: unknown, path = '/v1/sources/url') =>
  app.call('POST', path, { key: owner.project.key, body: { url } });

describe('an address', () => {
  it('that may be read is queued, whichever route it was sent to', async () => {
    const forms: [path: string, body: object][] = [
      ['/v1/sources/url', {}],
      [`/v1/projects/${owner.project.id}/ingestion/url`, {}],
      ['/v1/sources', { type: 'url' }],
    ];
    for (const [path, more] of forms) {
      const before = app.notified();
      const body = { ...more, url: 'https://Docs.example.com/guide' };
      const called = await app.call('POST', path, { key: owner.project.key, body });
      expect([called.status, called.body]).toEqual([
        202,
        {
          id: expect.stringMatching(/^src_/),
          project_id: owner.project.id,
          type: 'url',
          status: 'pending',
          metadata: { url: 'https://docs.example.com/guide' },
          refresh_hours: null,
          chunks_count: 0,
          error: null,
          created_at: expect.any(String),
          updated_at: expect.any(String),
          completed_at: null,
        },
      ]);
      expect(app.notified()).toBe(before + 1);
    }
  });

  it.each(ALLOWED)('such as %s is accepted', async (given, kept) => {
    const called = await add(given);
    expect([called.status, called.body.metadata]).toEqual([202, { url: kept }]);
  });

  it('may have crawl options and a refresh schedule', async () => {
    const key = owner.project.key;
    const whole = { max_pages: 200, max_depth: 5, include: [], exclude: [], sitemap: true };
    const wanted = {
      url: 'https://docs.example.com/',
      crawl: { max_pages: 7, include: ['/docs/*'] },
      refresh_hours: 24,
    };
    for (const path of ['/v1/sources/url', `/v1/projects/${owner.project.id}/ingestion/url`]) {
      const called = await app.call('POST', path, { key, body: wanted });
      expect([called.status, called.body.crawl, called.body.refresh_hours]).toEqual([
        202,
        { ...whole, ...wanted.crawl },
        24,
      ]);
    }
    const plain = await app.call('POST', '/v1/sources', { key, body: { type: 'url', ...wanted, crawl: {} } });
    expect(plain.body.crawl).toEqual(whole);
    const odd: [string, object][] = [
      ['crawl.max_pages', { crawl: { max_pages: 0 } }],
      ['crawl.max_pages', { crawl: { max_pages: 1001 } }],
      ['crawl.max_depth', { crawl: { max_depth: 21 } }],
      ['crawl.include.0', { crawl: { include: ['docs'] } }],
      ['crawl.exclude', { crawl: { exclude: Array(51).fill('/a') } }],
      ['crawl', { crawl: null }],
      ['crawl', { crawl: true }],
      ['refresh_hours', { refresh_hours: 0 }],
      ['refresh_hours', { refresh_hours: 1.5 }],
      ['refresh_hours', { refresh_hours: 8761 }],
    ];
    for (const [field, more] of odd) {
      const called = await app.call('POST', '/v1/sources/url', { key, body: { ...wanted, ...more } });
      expect([called.status, called.body.errors?.[0]?.field]).toEqual([400, field]);
    }
  });

  it('of a site may have as many pages as the operator allows', async () => {
    const large = await startApp({ env: { maxCrawlPages: 50_000 } });
    const { project } = await createOwnerWithProject(large, 'large');
    const addSite = (max_pages: number) =>
      large.call('POST', '/v1/sources/url', {
        key: project.key,
        body: { url: 'https://docs.example.com/', crawl: { max_pages } },
      });
    const added = await addSite(50_000);
    expect([added.status, added.body.crawl.max_pages]).toEqual([202, 50_000]);
    const refused = await addSite(50_001);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: 'crawl.max_pages', message: 'must be at most 50000 on this server' }],
    ]);
    await large.close();
  });

  it('has a schedule and crawl options that can be changed', async () => {
    const key = owner.project.key;
    const site = await app.call('POST', '/v1/sources/url', {
      key,
      body: { url: 'https://docs.example.com/', crawl: { max_pages: 7, include: ['/docs/*'] }, refresh_hours: 24 },
    });
    const path = `/v1/sources/${site.body.id}`;
    const change = (body: unknown, credential: object = { key }) => app.call('PATCH', path, { ...credential, body });
    const crawl = { ...site.body.crawl, exclude: ['/docs/old/*'] };
    const changed = await change({ refresh_hours: 168, crawl: { exclude: ['/docs/old/*'] } });
    const updated = { ...site.body, refresh_hours: 168, crawl, updated_at: expect.any(String) };
    expect([changed.status, changed.body]).toEqual([200, updated]);
    expect((await app.call('GET', path, { key })).body).toEqual(changed.body);
    expect((await change({}, { token: owner.token })).body).toEqual(updated);
    expect((await change({ refresh_hours: null })).body).toEqual({ ...updated, refresh_hours: null });
    const odd: [field: string, body: unknown][] = [
      ['refresh_hours', { refresh_hours: 0 }],
      ['refresh_hours', { refresh_hours: '24' }],
      ['crawl', { crawl: null }],
      ['crawl.max_pages', { crawl: { max_pages: 1001 } }],
      ['crawl.pages', { crawl: { pages: 5 } }],
      ['url', { url: 'javascript:alert(1)' }],
      ['status', { status: 'completed' }],
      ['project_id', { project_id: 'proj_other' }],
    ];
    for (const [field, body] of odd) {
      const refused = await change(body);
      expect([refused.status, refused.body.code, refused.body.errors[0].field]).toEqual([
        400,
        'invalid_request',
        field,
      ]);
    }
    expect((await app.call('GET', path, { key })).body).toEqual({ ...updated, refresh_hours: null });
  });

  it('alone may have a schedule, and a site alone crawl options', async () => {
    const key = owner.project.key;
    const text = await app.call('POST', '/v1/sources', { key, body: { type: 'text', title: 'A', text: 'B' } });
    const page = await add('https://docs.example.com/alone');
    for (const [id, body, code] of [
      [owner.project.sourceId, { refresh_hours: 24 }, 'no_schedule'],
      [text.body.id, { refresh_hours: null }, 'no_schedule'],
      [text.body.id, { crawl: {} }, 'not_a_site'],
      [page.body.id, { crawl: { max_pages: 5 } }, 'not_a_site'],
    ] as const) {
      const refused = await app.call('PATCH', `/v1/sources/${id}`, { key, body });
      expect([refused.status, refused.body.code]).toEqual([400, code]);
    }
  });

  it('that is not a text is a 400 that names the field', async () => {
    for (const url of [null, 5, ['http://example.com'], {}]) {
      const called = await add(url);
      expect([called.status, called.body.errors[0].field]).toEqual([400, 'url']);
    }
    const odd = await app.call('POST', '/v1/sources', { key: owner.project.key, body: { type: 'file', url: 'x' } });
    expect(odd.body).toMatchObject({ code: 'invalid_request', errors: [{ field: 'type' }] });
    const none = await app.call('POST', '/v1/sources', { key: owner.project.key });
    expect(none.body.code).toBe('invalid_request');
  });
});

describe.each(Object.entries(REFUSED))('%s', (_, addresses) => {
  it('are refused with a reason that their text alone shows, and nothing is stored', async () => {
    const listing = `/v1/projects/${owner.project.id}/sources`;
    const { total } = (await app.call('GET', listing, { key: owner.project.key })).body;
    for (const address of addresses) {
      const called = await add(address);
      expect([called.status, called.body.code], address).toEqual([400, 'url_not_allowed']);
      expect(called.body).toMatchObject({
        detail: explainRefusal(refusalOf(address), 'page'),
        errors: [{ field: 'url', message: called.body.detail }],
      });
    }
    expect((await app.call('GET', listing, { key: owner.project.key })).body.total).toBe(total);
  });
});
