import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../../server/answering/types.ts';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { echo, startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let base: string;

/** Cites the fixture's source when asked for it. */
async function* citing(question: Question): AsyncGenerator<AnswerEvent> {
  if (question.text !== 'cite') return yield* echo(question);
  const place = { chunkId: '1', quoteStart: 0, quoteEnd: 4, address: null, indexedAt: 5 };
  const shown = { title: 'Guide', text: 'Text of it.', quote: 'Text', page: 2 };
  yield { type: 'citations', citations: [{ id: 1, source_id: owner.project.sourceId, ...shown, ...place }] };
  yield { type: 'text', delta: 'Text [1].' };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  yield { type: 'finish', reason: 'stop', usage, suggestions: [], unsupported: [] };
}

beforeAll(async () => {
  app = await startApp({ answer: citing });
  owner = await createOwnerWithProject(app, 'owner');
  base = `/v1/projects/${owner.project.id}`;
});
afterAll(() => app.close());

type Credential = { key?: string; token?: string };
const get = (path: string, credential: Credential) => app.call('GET', base + path, credential);
const ask = async (credential: Credential, query: string, conversation_id?: string) =>
  (await app.call('POST', `${base}/chat`, { ...credential, origin: ORIGIN, body: { query, conversation_id } })).body;
const visitor = async () => {
  const minted = (await app.call('POST', '/v1/tokens/widget', { key: owner.project.key })).body;
  return { credential: { token: minted.token as string }, id: minted.visitor_id as string };
};

describe('conversations', () => {
  it('are all visible to the owner and to a key, but a visitor sees only their own', async () => {
    const [ada, bob] = [await visitor(), await visitor()];
    const asked = [
      (await ask(ada.credential, 'Ada asks')).conversation_id,
      (await ask(bob.credential, `Bob asks ${'👩‍👩‍👧 at length '.repeat(40)}`)).conversation_id,
      (await ask({ key: owner.project.key }, 'A program asks')).conversation_id,
    ];
    const ids = (called: { body: { items: { id: string }[] } }) => called.body.items.map(({ id }) => id);
    for (const credential of [{ token: owner.token }, { key: owner.project.key }]) {
      expect(ids(await get('/conversations?limit=3', credential))).toEqual([...asked].reverse());
    }
    const own = await get('/conversations', ada.credential);
    expect(own.body).toEqual({
      items: [
        {
          id: asked[0],
          project_id: owner.project.id,
          visitor_id: ada.id,
          title: 'Ada asks',
          messages_count: 2,
          refused_count: 0,
          unsure_count: 0,
          up_count: 0,
          down_count: 0,
          created_at: expect.any(String),
          updated_at: expect.any(String),
        },
      ],
      total: 1,
      limit: 20,
      offset: 0,
    });
    const [bobs] = (await get('/conversations', bob.credential)).body.items;
    expect(bobs.title).toMatch(/^Bob asks 👩‍👩‍👧.+…$/u);
    expect([...new Intl.Segmenter().segment(bobs.title)].length).toBeLessThanOrEqual(100);

    // Another visitor's conversation is a 404 for every method.
    for (const [method, path] of [
      ['GET', `/conversations/${asked[0]}/messages`],
      ['DELETE', `/conversations/${asked[0]}`],
    ] as const) {
      expect((await app.call(method, base + path, bob.credential)).status).toBe(404);
    }
    expect((await get(`/conversations/${asked[0]}/messages`, ada.credential)).status).toBe(200);
  });

  it('list their messages oldest first, each citation with a link', async () => {
    const { credential } = await visitor();
    const { conversation_id, message_id, citations } = await ask(credential, 'cite');
    await ask(credential, 'And then?', conversation_id);
    const path = `/conversations/${conversation_id}/messages`;
    const { body } = await get(path, credential);
    expect(body.items.map(({ role, text }: { role: string; text: string }) => [role, text])).toEqual([
      ['user', 'cite'],
      ['assistant', 'Text [1].'],
      ['user', 'And then?'],
      ['assistant', 'You asked: And then?'],
    ]);
    expect(body.items[1]).toEqual({
      id: message_id,
      conversation_id,
      role: 'assistant',
      text: 'Text [1].',
      citations: [{ ...citations[0], url: expect.stringContaining('/v1/passages/') }],
      finish_reason: 'stop',
      reason: null,
      certainty: null,
      page_url: null,
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      rating: null,
      comment: null,
      created_at: expect.any(String),
    });
    const page = await get(`${path}?limit=1&offset=2`, credential);
    expect([page.body.total, page.body.items[0].text]).toEqual([4, 'And then?']);
  });

  it('can be deleted by their visitor and their owner', async () => {
    const { credential } = await visitor();
    const { conversation_id } = await ask(credential, 'Forget this');
    const path = `${base}/conversations/${conversation_id}`;
    const gone = await app.call('DELETE', path, credential);
    expect([gone.status, gone.body]).toEqual([200, { id: conversation_id, deleted: true }]);
    expect((await app.call('DELETE', path, credential)).status).toBe(404);
    expect((await app.call('GET', `${path}/messages`, { token: owner.token })).status).toBe(404);
    expect((await get('/conversations', credential)).body.total).toBe(0);
  });

  it('can be read by pages of the project, and by no others', async () => {
    const { credential } = await visitor();
    const from = (origin: string) => app.call('GET', `${base}/conversations`, { ...credential, origin });
    expect((await from(ORIGIN)).headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect((await from('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('feedback', () => {
  const rate = (messageId: string, body: unknown, credential: Credential) =>
    app.call('POST', `${base}/messages/${messageId}/feedback`, { ...credential, body });

  it('is stored with the answer, replaced and removed', async () => {
    const { credential } = await visitor();
    const { message_id, conversation_id } = await ask(credential, 'Was it good?');
    const given = await rate(message_id, { rating: 'down', comment: ' Not really. ' }, credential);
    expect([given.status, given.body]).toEqual([200, { message_id, rating: 'down', comment: 'Not really.' }]);
    const stored = async () =>
      (await get(`/conversations/${conversation_id}/messages`, { token: owner.token })).body.items[1];
    expect(await stored()).toMatchObject({ rating: 'down', comment: 'Not really.' });
    await rate(message_id, { rating: 'up' }, credential);
    expect(await stored()).toMatchObject({ rating: 'up', comment: null });
    expect((await rate(message_id, { rating: null }, { token: owner.token })).body.rating).toBeNull();
    expect(await stored()).toMatchObject({ rating: null, comment: null });
  });

  it('is accepted only for visible answers', async () => {
    const [ada, bob] = [await visitor(), await visitor()];
    const { message_id, conversation_id } = await ask(ada.credential, 'Mine');
    expect((await rate(message_id, { rating: 'up' }, bob.credential)).status).toBe(404);
    const [question] = (await get(`/conversations/${conversation_id}/messages`, ada.credential)).body.items;
    expect((await rate(question.id, { rating: 'up' }, ada.credential)).status).toBe(404);
    for (const body of [
      {},
      { rating: 'meh' },
      { rating: 5 },
      { rating: 'up', comment: 'x'.repeat(2001) },
      { rating: 'up', id: 1 },
    ]) {
      expect((await rate(message_id, body, ada.credential)).body.code).toBe('invalid_request');
    }
  });
});
