import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCuratedFinder } from '../../../server/answering/curated/curated-finder.ts';
import { createAnswerer } from '../../../server/answering/pipeline.ts';
import {
  createOwnerWithProject,
  expectStatus,
  type OwnerFixture,
  publish,
} from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let base: string;
let answer: ReturnType<typeof createAnswerer>['answer'];

const TEXT = 'Bicycles travel free of charge on every ferry. The compartment for luggage is on the lower deck.';

beforeAll(async () => {
  app = await startApp({ answer: (question) => answer(question) });
  const curated = createCuratedFinder({ store: app.store, embedder: () => null, now: Date.now });
  answer = createAnswerer({ store: app.store, embedder: () => null, curated }).answer;
  owner = await createOwnerWithProject(app, 'owner');
  base = `/v1/projects/${owner.project.id}`;
  const source = { projectId: owner.project.id, id: owner.project.sourceId };
  await publish(app.store, source, TEXT, 'bicycl travel free of charg on everi ferri compart luggag lower deck');
});
afterAll(() => app.close());

const call = (path: string, body: object) => app.call('POST', `${base}${path}`, { key: owner.project.key, body });
const ask = async (query: string, rest: object = {}) => expectStatus(await call('/chat', { query, ...rest }), 200).body;

const MISSPELT = 'Do bycicles travel free?';
const CORRECTED = { query: 'Do bicycles travel free?', words: [{ from: 'bycicles', to: 'bicycles' }] };

describe('a misspelt question', () => {
  it('is answered as corrected, and says so', async () => {
    const { corrected, response } = await ask(MISSPELT);
    expect(corrected).toEqual(CORRECTED);
    expect(response).toContain('Bicycles travel free of charge');
  });

  it('is answered as it is spelt if the request wants that', async () => {
    expect(await ask(MISSPELT, { correct: false })).not.toHaveProperty('corrected');
    expect(await ask(MISSPELT, { correct: true })).toHaveProperty('corrected');
  });

  it('is stored as it was asked', async () => {
    const { conversation_id } = await ask(MISSPELT);
    const path = `${base}/conversations/${conversation_id}/messages`;
    const { items } = expectStatus(await app.call('GET', path, { key: owner.project.key }), 200).body;
    expect(items[0]).toMatchObject({ role: 'user', text: MISSPELT });
  });

  it('is corrected in a conversation, too', async () => {
    const { conversation_id } = await ask('Do bicycles travel free?');
    const { corrected } = await ask('And where is the compartmnet for them?', { conversation_id });
    expect(corrected).toEqual({
      query: 'And where is the compartment for them?',
      words: [{ from: 'compartmnet', to: 'compartment' }],
    });
  });

  it('is told before the text of a stream', async () => {
    const { text } = await call('/chat', { query: MISSPELT, stream: true });
    const parts = String(text)
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice('data: '.length)));
    const types = parts.map(({ type }) => type);
    expect(types.slice(0, 3)).toEqual(['start', 'data-corrected', 'text-start']);
    expect(parts[1].data).toEqual(CORRECTED);
  });

  it('is told to OpenAI clients, which may keep their question', async () => {
    const messages = [{ role: 'user', content: MISSPELT }];
    const { message } = expectStatus(await call('/chat/completions', { messages }), 200).body.choices[0];
    expect(message.corrected).toEqual(CORRECTED);
    const kept = expectStatus(await call('/chat/completions', { messages, correct: false }), 200).body.choices[0];
    expect(kept.message).not.toHaveProperty('corrected');
    const { text } = await call('/chat/completions', { messages, stream: true });
    expect(String(text)).toContain(JSON.stringify(CORRECTED));
  });

  it('finds passages as corrected, unless it is still being typed or is to stay as it is', async () => {
    const search = async (body: object) => expectStatus(await call('/search', body), 200).body;
    const { results, corrected } = await search({ query: 'bycicles' });
    expect(corrected).toEqual({ query: 'bicycles', words: [{ from: 'bycicles', to: 'bicycles' }] });
    expect(results).toHaveLength(1);
    expect(await search({ query: 'bycicles', correct: false })).not.toHaveProperty('corrected');
    expect(await search({ query: 'bycicles ', typing: true })).not.toHaveProperty('corrected');
    expect(await search({ query: 'bicycles' })).not.toHaveProperty('corrected');
  });

  it('gets the answer that the owner has written', async () => {
    const made = await call('/curated-answers', {
      question: 'Where is the luggage compartment?',
      answer: 'On the lower deck.',
    });
    expectStatus(made, 201);
    const { response, curated, corrected } = await ask('Where is the lugage compartmnet?');
    expect(corrected?.query).toBe('Where is the luggage compartment?');
    expect(response).toBe('On the lower deck.');
    expect(curated.id).toBe(made.body.id);
  });
});

describe('a question that is spelt right', () => {
  it('is answered without a word of corrections', async () => {
    expect(await ask('Do bicycles travel free?')).not.toHaveProperty('corrected');
  });
});
