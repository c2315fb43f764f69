import type { GoldenCheck } from '@footnote/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, Question } from '../../../../server/answering/types.ts';
import { createOwnerWithProject, expectStatus, type OwnerFixture } from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
let base: string;
let sourceId = '';
/** Holds each answer until it is called. */
let release: (() => void) | null = null;

const USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** Answers with what the question names after its first word: `refuse`, `fail`, `wait`, or `say` with a citation of the source. */
async function* scripted({ text, signal }: Question): AsyncGenerator<AnswerEvent> {
  if (text.startsWith('fail')) throw new Error('The engine is gone.');
  if (text.startsWith('wait'))
    await new Promise<void>((resolve, reject) => {
      release = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const end = { usage: USAGE, suggestions: [], unsupported: [] };
  if (text.startsWith('refuse')) {
    yield { type: 'text', delta: 'The documents do not say.' };
    yield { type: 'finish', reason: 'refused', ...end };
    return;
  }
  const quote = { quote: 'x', quoteStart: 0, quoteEnd: 1, text: 'x', chunkId: '1', indexedAt: 1, address: null };
  yield { type: 'citations', citations: [{ id: 1, source_id: sourceId, title: 'Guide', ...quote }] };
  yield { type: 'text', delta: `It [lasts](https://example.com/two) **two\nyears** [1]: ${text}` };
  yield { type: 'finish', reason: 'stop', ...end };
}

beforeAll(async () => {
  app = await startApp({ answer: scripted });
  owner = await createOwnerWithProject(app, 'owner');
  sourceId = owner.project.sourceId;
  base = `/v1/projects/${owner.project.id}/golden-questions`;
});
afterAll(() => app.close());

const call = (method: string, path = '', body?: unknown) =>
  app.call(method, `${base}${path}`, { key: owner.project.key, ...(body !== undefined && { body }) });
async function only(...questions: object[]): Promise<void> {
  for (const { id } of (await call('GET', '?limit=100')).body.items) await call('DELETE', `/${id}`);
  for (const question of questions) expectStatus(await call('POST', '', question), 201);
}
const start = async (): Promise<GoldenCheck> => expectStatus(await call('POST', '/checks'), 202).body;
const read = async (id: string): Promise<GoldenCheck> => expectStatus(await call('GET', `/checks/${id}`), 200).body;
async function ended(id: string): Promise<GoldenCheck> {
  for (;;) {
    const check = await read(id);
    if (check.state !== 'running') return check;
  }
}

describe('golden questions', () => {
  it('are asked in a check, which says what is broken and why, and count as no use', async () => {
    const { usage } = (await app.call('GET', `/v1/projects/${owner.project.id}`, { key: owner.project.key })).body;
    await only(
      { question: 'say one', text: 'It lasts TWO YEARS' },
      { question: 'say two', text: 'three years' },
      { question: 'say three', source: 'guide' },
      { question: 'say four', source: 'another', text: null },
      { question: 'refuse five', refused: true },
      { question: 'say six', refused: true },
      { question: 'refuse seven' },
      { question: 'fail eight' },
    );
    const check = await ended((await start()).id);
    expect(check).toMatchObject({ state: 'done', total: 8, asked: 8, broken: 5, ended_at: expect.any(String) });
    expect(check.results.map(({ fault }) => fault)).toEqual([
      ...[null, 'text_missing', null, 'source_not_cited', null, 'not_refused', 'refused', 'failed'],
    ]);
    expect(check.results[0]).toMatchObject({
      question: 'say one',
      answer: 'It [lasts](https://example.com/two) **two\nyears** [1]: say one',
    });
    expect((await app.call('GET', `/v1/projects/${owner.project.id}`, { key: owner.project.key })).body.usage).toEqual(
      usage,
    );
    expect((await call('GET', '/checks')).body.items[0]).toEqual(check);
  });

  it('are asked by one check at a time, which can be cancelled', async () => {
    await only({ question: 'say one' }, { question: 'wait two' }, { question: 'say three' });
    const { id, state } = await start();
    expect(state).toBe('running');
    await expect.poll(async () => (await read(id)).asked).toBe(1);
    expectStatus(await call('POST', '/checks'), 429);
    expect(expectStatus(await call('POST', `/checks/${id}/cancel`), 200).body).toMatchObject({
      state: 'cancelled',
      asked: 1,
    });
    release = null;
    const next = await start();
    await expect.poll(() => release).not.toBeNull();
    (release as (() => void) | null)?.();
    expect(await ended(next.id)).toMatchObject({ state: 'done', asked: 3 });
    expect(expectStatus(await call('POST', `/checks/${next.id}/cancel`), 200).body.state).toBe('done');
  });

  it('whose server has died are no obstacle', async () => {
    await only({ question: 'wait one' });
    const { id } = await start();
    app.travel(6 * 60_000);
    expect(await read(id)).toMatchObject({ state: 'failed', ended_at: expect.any(String) });
    const next = await start();
    expect(next.state).toBe('running');
    await call('POST', `/checks/${next.id}/cancel`);
    await call('POST', `/checks/${id}/cancel`);
  });

  it('are needed for a check, and need a question', async () => {
    await only();
    expect((await call('POST', '/checks')).body.code).toBe('no_golden_questions');
    for (const body of [{}, { question: ' ' }, { question: 'a', text: '' }, { question: 'a', colour: 'red' }])
      expectStatus(await call('POST', '', body), 400);
    expectStatus(await call('DELETE', '/gold_0'), 404);
    expectStatus(await call('GET', '/checks/check_0'), 404);
  });
});
