import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOwnerWithProject,
  ORIGIN,
  type OwnerFixture,
  publish,
} from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let other: string;

beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
  const { id: projectId, sourceId, key } = owner.project;
  const text = 'Opening hours are in the hall. Ferries leave every hour, and bicycles travel free of charge.';
  await publish(app.store, { projectId, id: sourceId }, text, 'open hour hall ferri leav bicycl travel free charg');
  const added = await app.call('POST', '/v1/sources', {
    key,
    body: { type: 'text', title: 'Notes', text: 'A note about the ferry.' },
  });
  other = added.body.id;
  await publish(app.store, { projectId, id: other }, 'A note about the ferry.', 'note ferri');
});
afterAll(() => app.close());

const search = (body: unknown, over: { token?: string; key?: string; origin?: string } = {}) =>
  app.call('POST', `/v1/projects/${owner.project.id}/search`, {
    ...(over.token || over.key ? over : { key: owner.project.key }),
    ...(over.origin && { origin: over.origin }),
    body,
  });

describe('a search', () => {
  it('gives passages with headings, addresses, scores and the words that were searched for', async () => {
    const { status, body } = await search({ query: 'bicycles' });
    expect(status).toBe(200);
    expect(body.results).toHaveLength(1);
    const [{ text, highlights, url, ...rest }] = body.results;
    expect(rest).toEqual({
      id: expect.stringMatching(/^\d+$/),
      source_id: owner.project.sourceId,
      title: 'The <b>guide</b>',
      source_name: 'owner.md',
      heading: 'Guide › Part <1>',
      page: 7,
      score: expect.any(Number),
      indexed_at: expect.stringMatching(/Z$/),
    });
    expect(highlights.map(({ start, end }: { start: number; end: number }) => text.slice(start, end))).toEqual([
      'bicycles',
    ]);
    const page = await fetch(url);
    expect(await page.text()).toContain('<mark');
  });

  it('cuts the text around the best sentence', async () => {
    const { body } = await search({ query: 'bicycles travel', text_length: 60 });
    const { text, highlights } = body.results[0];
    expect(text).toBe('Ferries leave every hour, and bicycles travel free of');
    expect(highlights.map(({ start, end }: { start: number; end: number }) => text.slice(start, end))).toEqual([
      'bicycles',
      'travel',
    ]);
  });

  it('looks only in the sources that the filter names, by any of several values', async () => {
    const found = async (filter: object) =>
      (await search({ query: 'ferries', filter })).body.results.map(
        (result: { source_id: string }) => result.source_id,
      );
    expect(await found({})).toHaveLength(2);
    expect(await found({ source_id: other })).toEqual([other]);
    expect(await found({ source_id: [other, 'src_unknown'] })).toEqual([other]);
    expect(await found({ type: 'text' })).toEqual([other]);
    expect(await found({ type: ['text', 'file'], filename: 'owner.md' })).toEqual([owner.project.sourceId]);
    expect(await found({ language: 'fr' })).toEqual([]);
  });

  it('answers a word that is being typed, to a page of an allowed origin', async () => {
    const { status, body, headers } = await search(
      { query: 'when do fer', typing: true, limit: 1 },
      { token: owner.project.widget, origin: ORIGIN },
    );
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(body.results).toHaveLength(1);
    expect((await search({ query: 'when do fer' })).body.results).toEqual([]);
  });

  it('refuses pages of other origins', async () => {
    const { status, body } = await search(
      { query: 'ferries' },
      { token: owner.project.widget, origin: 'https://evil.example' },
    );
    expect([status, body.code]).toEqual([403, 'origin_not_allowed']);
  });

  it.each([
    [{}, 'query'],
    [{ query: '   ' }, 'query'],
    [{ query: 'x'.repeat(1001) }, 'query'],
    [{ query: 'a', limit: 0 }, 'limit'],
    [{ query: 'a', limit: 31 }, 'limit'],
    [{ query: 'a', text_length: 39 }, 'text_length'],
    [{ query: 'a', filter: { source_id: [] } }, 'filter.source_id'],
    [{ query: 'a', filter: { source_id: Array(101).fill('a') } }, 'filter.source_id'],
    [{ query: 'a', filter: { type: 'video' } }, 'filter.type'],
    [{ query: 'a', filter: { project_id: 'proj_x' } }, 'filter.project_id'],
    [{ query: 'a', filter: { metadata: { $x: '1' } } }, 'filter.metadata.$x'],
    [{ query: 'a', filter: { metadata: { version: 2 } } }, 'filter.metadata.version'],
    [{ query: 'a', filter: { metadata: { version: null } } }, 'filter.metadata.version'],
    [{ query: 'a', colour: 'red' }, 'colour'],
  ])('refuses %j', async (body, field) => {
    const refused = await search(body);
    expect(refused.status).toBe(400);
    expect(refused.body.errors.map((error: { field: string }) => error.field)).toContain(field);
  });

  it.each(['"', '*', 'NEAR(', 'a:b', '-', '('.repeat(900), '\0', "'; drop table x", '%', '_', '\ud800'])(
    'takes any text as text: %j',
    async (query) => {
      for (const typing of [true, false]) expect((await search({ query, typing })).status).toBe(200);
    },
  );

  it('says that nothing has been indexed yet', async () => {
    const empty = await app.call('POST', '/v1/projects', { token: owner.token, body: { name: 'Empty' } });
    const { body: made } = await app.call('POST', `/v1/projects/${empty.body.id}/api-keys`, { token: owner.token });
    const { body } = await app.call('POST', `/v1/projects/${empty.body.id}/search`, {
      key: made.key,
      body: { query: 'ferries' },
    });
    expect(body).toEqual({ results: [], reason: 'no_sources' });
  });
});

describe('the limit of searches', () => {
  it('is one of its own: it leaves the questions of the same visitor alone', async () => {
    const limited = await startApp({ env: { rateLimits: { general: 60, chat: 60, search: 3, ingestion: 0 } } });
    const { project } = await createOwnerWithProject(limited, 'owner');
    const call = (path: string) =>
      limited.call('POST', `/v1/projects/${project.id}/${path}`, {
        ...{ token: project.widget, origin: ORIGIN, body: { query: 'anything' } },
      });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await call('search')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await call('chat')).status).toBe(200);
    await limited.close();
  });
});

describe('a question with a filter', () => {
  it('is answered from the sources that the filter names', async () => {
    const path = `/v1/projects/${owner.project.id}/chat`;
    const filter = { type: ['text' as const], language: 'en', metadata: { version: '2', product: ['a', null] } };
    const asked = await app.call('POST', path, { key: owner.project.key, body: { query: 'Ferries?', filter } });
    expect(asked.status).toBe(200);
    expect(app.questions.at(-1)?.filter).toEqual({
      ...{ types: ['text'], languages: ['en'], labels: { version: ['2'], product: ['a', null] } },
    });
    const completed = await app.call('POST', `${path}/completions`, {
      key: owner.project.key,
      body: { messages: [{ role: 'user', content: 'Ferries?' }], filter: { source_id: other } },
    });
    expect(completed.status).toBe(200);
    expect(app.questions.at(-1)?.filter).toEqual({ ids: [other] });
  });
});
