import type { CuratedAnswer } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCuratedFinder } from '../../../../server/answering/curated/curated-finder.ts';
import { createAnswerer } from '../../../../server/answering/pipeline.ts';
import {
  createOwnerWithProject,
  expectStatus,
  type OwnerFixture,
  publish,
} from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let owner: OwnerFixture;
let base: string;
let ahead = 0;
const now = () => Date.now() + ahead;
function travel(days: number): void {
  ahead += days * DAY_MS;
  app.travel(days * DAY_MS);
}
let answer: ReturnType<typeof createAnswerer>['answer'];

beforeAll(async () => {
  app = await startApp({ answer: (question) => answer(question) });
  const curated = createCuratedFinder({ store: app.store, embedder: () => null, now });
  answer = createAnswerer({ store: app.store, embedder: () => null, curated }).answer;
  owner = await createOwnerWithProject(app, 'owner');
  base = `/v1/projects/${owner.project.id}`;
  const source = { projectId: owner.project.id, id: owner.project.sourceId };
  await publish(app.store, source, 'Bicycles are parked behind the house.', 'bicycl park behind hous');
});
afterAll(() => app.close());

const TEXT = 'Yes, within *ten days*. See [Shipping](https://www.example.com/shipping).\n\n<script>alert(1)</script>';
const links = [{ title: 'Shipping', url: 'https://www.example.com/shipping' }];
const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `${base}${path}`, { key: owner.project.key, ...(body !== undefined && { body }) });
const create = async (body: object): Promise<CuratedAnswer> =>
  expectStatus(await call('POST', '/curated-answers', body), 201).body;
const ask = async (query: string, rest: object = {}) =>
  expectStatus(await call('POST', '/chat', { query, ...rest }), 200).body;
const remove = (id: string) => call('DELETE', `/curated-answers/${id}`);

describe('an answer of the owner', () => {
  it('is shown as written, with its links, for its question and its like, and counted', async () => {
    const made = await create({ question: 'Do you ship to Chile?', wordings: ['Delivery to Chile'], answer: TEXT });
    expect(made).toMatchObject({ state: 'active', review_due: false, uses: 0, last_used_at: null });
    for (const query of ['do you SHIP to Chile', 'Can you please ship to Chile?', 'Is delivery to Chile possible?']) {
      const answer = await ask(query);
      expect(answer).toMatchObject({ response: TEXT, citations: [], finish_reason: 'stop' });
      expect(answer.curated).toEqual({ id: made.id, links });
    }
    for (const query of ['Do you ship to Norway?', 'Do you ship?', 'What does delivery cost?']) {
      expect(await ask(query)).not.toHaveProperty('curated');
    }
    const listed = expectStatus(await call('GET', '/curated-answers'), 200).body;
    expect(listed.items[0]).toMatchObject({ id: made.id, uses: 3, last_used_at: expect.any(String) });
    await remove(made.id);
    expect(await ask('Do you ship to Chile?')).not.toHaveProperty('curated');
  });

  it('is marked in the stream, in the format of OpenAI, in the history and in the export', async () => {
    const { id } = await create({ question: 'Who are you?', answer: 'A [small](https://www.example.com/) company.' });
    const curated = { id, links: [{ title: 'small', url: 'https://www.example.com/' }] };
    const stream = await call('POST', '/chat', { query: 'Who are you?', stream: true });
    const parts = String(stream.text)
      .split('\n')
      .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
    expect(parts.map(({ type }) => type)).toEqual([
      'start',
      'data-curated',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
    ]);
    expect(parts[1].data).toEqual(curated);

    const messages = [{ role: 'user', content: 'Who are you?' }];
    const completion = expectStatus(await call('POST', '/chat/completions', { messages }), 200).body;
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'stop', message: { citations: [], curated } });
    const chunks = await call('POST', '/chat/completions', { messages, stream: true });
    expect(String(chunks.text)).toContain(JSON.stringify(curated));

    const { conversation_id } = await ask('Who are you?');
    await remove(id);
    const history = expectStatus(await call('GET', `/conversations/${conversation_id}/messages`), 200).body.items;
    expect(history.map((message: object) => ('curated' in message ? message.curated : null))).toEqual([null, curated]);
    const exported = await call('GET', '/conversations/export?format=jsonl');
    expect(String(exported.text)).toContain(`"curated_answer_id":"${id}"`);
  });

  it('is not used while it is disabled, nor after it has expired, and is due for review at its time', async () => {
    const at = (days: number) => new Date(now() + days * DAY_MS).toISOString();
    const { id } = await create({
      question: 'Is the pool open?',
      answer: 'Until October.',
      expires_at: at(10),
      review_at: at(2),
    });
    const isUsed = async () => 'curated' in (await ask('Is the pool open?'));
    const change = async (body: object): Promise<CuratedAnswer> =>
      expectStatus(await call('PATCH', `/curated-answers/${id}`, body), 200).body;
    expect(await isUsed()).toBe(true);
    expect(await change({ enabled: false })).toMatchObject({ state: 'disabled', answer: 'Until October.' });
    expect(await isUsed()).toBe(false);
    expect(await change({ enabled: true, answer: 'Until May.' })).toMatchObject({ state: 'active' });
    expect(await ask('Is the pool open?')).toMatchObject({ response: 'Until May.' });
    travel(3);
    expect((await call('GET', `/curated-answers/${id}`)).body).toMatchObject({ review_due: true, state: 'active' });
    expect(await isUsed()).toBe(true);
    travel(8);
    expect((await call('GET', `/curated-answers/${id}`)).body).toMatchObject({ state: 'expired' });
    expect(await isUsed()).toBe(false);
    expect(await change({ expires_at: null, review_at: null })).toMatchObject({ expires_at: null, review_due: false });
    expect(await isUsed()).toBe(true);
    await remove(id);
  });

  it('does not answer a short follow-up, which rests on what was said before', async () => {
    const { id } = await create({ question: 'How long is the delivery?', answer: 'Ten days.' });
    const { conversation_id } = await ask('What is the warranty?');
    expect(await ask('And for delivery?', { conversation_id })).not.toHaveProperty('curated');
    expect(await ask('How long is the delivery?', { conversation_id })).toHaveProperty('curated');
    await remove(id);
  });

  it('answers a short question that stands alone wherever it is asked', async () => {
    const { id } = await create({ question: 'How do I delete my account?', answer: 'In the settings.' });
    const { conversation_id } = await ask('What is the warranty?');
    expect(await ask('How can I delete my account?', { conversation_id })).toHaveProperty('curated');
    await remove(id);
  });

  it('can be tried, and is named by the unanswered question that it answers', async () => {
    expect(await ask('Where is the lighthouse?')).toMatchObject({ finish_reason: 'refused' });
    const groups = async () => expectStatus(await call('GET', '/unanswered'), 200).body.items;
    const group = async () =>
      (await groups()).find(({ question }: { question: string }) => question === 'Where is the lighthouse?');
    expect(await group()).toMatchObject({ curated_answer_id: null });
    const { id } = await create({ question: 'Where is the lighthouse?', answer: 'On the cape.' });
    expect(await group()).toMatchObject({ curated_answer_id: id });
    const match = async (query: string) =>
      expectStatus(await call('POST', '/curated-answers/match', { query }), 200).body.match;
    expect(await match('where can I find the lighthouse')).toMatchObject({ id, uses: 0 });
    expect(await match('where can I find the harbour')).toBeNull();
    await remove(id);
  });

  it('is imported by its question', async () => {
    const first = { question: 'First?', answer: 'One.', wordings: ['Number one?'] };
    const second = { question: 'Second?', answer: 'Two.' };
    const importAll = async (answers: object[]) =>
      expectStatus(await call('POST', '/curated-answers/import', { answers }), 200).body;
    expect(await importAll([first, second])).toEqual({ created: 2, updated: 0, unchanged: 0 });
    expect(
      await importAll([
        { ...first, question: 'FIRST?' },
        { ...second, answer: 'Deux.' },
      ]),
    ).toEqual({
      created: 0,
      updated: 2,
      unchanged: 0,
    });
    expect(await importAll([{ ...second, answer: 'Deux.' }])).toEqual({ created: 0, updated: 0, unchanged: 1 });
    const { items } = (await call('GET', '/curated-answers')).body;
    expect(items.slice(0, 2).map((item: CuratedAnswer) => [item.question, item.answer, item.wordings])).toEqual([
      ['Second?', 'Deux.', []],
      ['FIRST?', 'One.', ['Number one?']],
    ]);
  });

  it.each([
    ['no answer', { question: 'a' }],
    ['an empty answer', { question: 'a', answer: ' \n' }],
    ['an empty question', { question: ' ', answer: 'b' }],
    ['too long an answer', { question: 'a', answer: 'b'.repeat(10_001) }],
    ['too many wordings', { question: 'a', answer: 'b', wordings: Array(11).fill('c') }],
    ['a date that is none', { question: 'a', answer: 'b', expires_at: 'tomorrow' }],
    ['an unknown field', { question: 'a', answer: 'b', colour: 'red' }],
  ])('is refused with %s', async (_, body) => {
    expectStatus(await call('POST', '/curated-answers', body), 400);
  });
});
