import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerWithProject, expectStatus, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/v1/projects/${owner.project.id}${path}`, {
    key: owner.project.key,
    ...(body !== undefined && { body }),
  });
const list = async (query = '') =>
  expectStatus(await call('GET', `/feedback${query}`), 200).body.items.map(
    ({ question, state, rating }: Record<string, string>) => [question, state, rating],
  );

describe('the inbox of feedback', () => {
  it('has what was rated, by state, and rating again makes it new', async () => {
    for (const { id } of (await call('GET', '/feedback')).body.items)
      await call('POST', `/messages/${id}/feedback`, { rating: null });
    const rate = async (query: string, rating: string) => {
      const { message_id } = (await call('POST', '/chat', { query })).body;
      await call('POST', `/messages/${message_id}/feedback`, { rating, comment: 'Because.' });
      return message_id as string;
    };
    const first = await rate('First?', 'down');
    await rate('Second?', 'up');
    const unrated = (await call('POST', '/chat', { query: 'Third?' })).body.message_id;
    expect((await call('GET', '/feedback')).body.items).toContainEqual(
      expect.objectContaining({
        id: first,
        question: 'First?',
        answer: 'You asked: First?',
        comment: 'Because.',
      }),
    );
    expect((await list()).sort()).toEqual([
      ['First?', 'new', 'down'],
      ['Second?', 'new', 'up'],
    ]);
    expect(expectStatus(await call('PATCH', `/feedback/${first}`, { state: 'done' }), 200).body).toEqual({
      id: first,
      state: 'done',
    });
    expect(await list('?state=done')).toEqual([['First?', 'done', 'down']]);
    expect(await list('?state=new')).toEqual([['Second?', 'new', 'up']]);
    expect(await list('?rating=down')).toEqual([['First?', 'done', 'down']]);
    await call('POST', `/messages/${first}/feedback`, { rating: 'down' });
    expect(await list('?state=done')).toEqual([]);
    expectStatus(await call('PATCH', `/feedback/${unrated}`, { state: 'seen' }), 404);
    expectStatus(await call('PATCH', `/feedback/${first}`, { state: 'lost' }), 400);
  });
});
