import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnswerEvent, CitedPassage, Question } from '../../../../server/answering/types.ts';
import {
  createOwnerWithProject,
  ORIGIN,
  type OwnerFixture,
  publish,
} from '../../../helpers/server/owner-with-project.ts';
import { echo, startApp, type TestApp } from '../../../helpers/server/test-app.ts';
import { settle } from '../../../helpers/timing/until.ts';

let app: TestApp;
let owner: OwnerFixture;

const cited = (over: Partial<CitedPassage>): CitedPassage => ({
  id: 1,
  source_id: owner.project.sourceId,
  chunkId: '1',
  title: 'Hours',
  text: 'We open at nine. We close at six.',
  quote: 'We open at nine.',
  quoteStart: 0,
  quoteEnd: 16,
  address: null,
  indexedAt: Date.UTC(2026, 0, 31),
  ...over,
});

/** The question says what the answerer does. */
async function* scripted(question: Question): AsyncGenerator<AnswerEvent> {
  if (question.text === 'fail') throw new Error('the engine broke at /secret/path');
  if (question.text === 'wait') {
    yield { type: 'text', delta: 'Let me ' };
    await new Promise((_, reject) => question.signal.addEventListener('abort', () => reject(question.signal.reason)));
  }
  if (question.text !== 'hours' && question.text !== 'page') return yield* echo(question);
  yield { type: 'text', delta: 'We open at nine.' };
  yield {
    type: 'citations',
    citations: [
      question.text === 'page'
        ? cited({ address: 'https://docs.example.com/hours' })
        : cited({ page: 3, heading: 'Guide › Hours' }),
    ],
  };
  yield { type: 'text', delta: ' [1]' };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  yield { type: 'finish', reason: 'stop', usage, suggestions: ['And when do you close?'], unsupported: [] };
}

beforeAll(async () => {
  app = await startApp({ answer: scripted });
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

const ask = (body: unknown, over: { key?: string; token?: string; origin?: string; path?: string } = {}) => {
  const { path = `/v1/projects/${owner.project.id}/chat`, ...credential } = over;
  const using = credential.token || credential.key ? credential : { ...credential, key: owner.project.key };
  return app.call('POST', path, { ...using, body });
};

describe('an answer', () => {
  it('has its citations, each with a link', async () => {
    const called = await ask({ query: '  hours  ' });
    expect(called.status).toBe(200);
    expect(called.body).toEqual({
      response: 'We open at nine. [1]',
      conversation_id: expect.stringMatching(/^conv_/),
      message_id: expect.stringMatching(/^msg_/),
      citations: [
        {
          id: 1,
          source_id: owner.project.sourceId,
          title: 'Hours',
          page: 3,
          text: 'We open at nine. We close at six.',
          quote: 'We open at nine.',
          heading: 'Guide › Hours',
          url: expect.stringMatching(new RegExp(`^${app.url}/v1/passages/[\\w.-]+#quote$`)),
          indexed_at: '2026-01-31T00:00:00.000Z',
        },
      ],
      finish_reason: 'stop',
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
      suggestions: ['And when do you close?'],
      unsupported: [],
    });
    expect(app.questions.at(-1)).toMatchObject({ projectId: owner.project.id, text: 'hours', history: [] });
  });

  it('from a web page links to the quote on that page, also in the history', async () => {
    const url = 'https://docs.example.com/hours#:~:text=We%20open%20at%20nine';
    const { body } = await ask({ query: 'page' });
    expect(body.citations).toMatchObject([{ quote: 'We open at nine.', url }]);
    const path = `/v1/projects/${owner.project.id}/conversations/${body.conversation_id}/messages`;
    const history = await app.call('GET', path, { key: owner.project.key });
    expect(history.body.items[1].citations).toEqual(body.citations);
  });

  it('is available at /chat too, where the credential names the project', async () => {
    const called = await ask({ query: 'hours' }, { path: '/v1/chat' });
    expect([called.status, called.body.response]).toEqual([200, 'We open at nine. [1]']);
  });

  it('is stored with its question, and the next question has both as its history', async () => {
    const first = (await ask({ query: 'hours', conversation_id: '' })).body;
    const second = await ask({ query: 'And now?', conversation_id: first.conversation_id });
    expect(second.body.conversation_id).toBe(first.conversation_id);
    expect(app.questions.at(-1)?.history).toEqual([
      { role: 'user', text: 'hours' },
      { role: 'assistant', text: 'We open at nine. [1]' },
    ]);
    const messages = await app.store.conversations.recentMessages(owner.project.id, first.conversation_id, 10);
    expect(messages.map(({ seq, role, finishReason }) => [seq, role, finishReason])).toEqual([
      [1, 'user', null],
      [2, 'assistant', 'stop'],
      [3, 'user', null],
      [4, 'assistant', 'stop'],
    ]);
    expect(messages[1]).toMatchObject({
      id: first.message_id,
      usage: { total_tokens: 15 },
      citations: [
        {
          sourceId: owner.project.sourceId,
          chunkId: '1',
          page: 3,
          heading: 'Guide › Hours',
          quoteStart: 0,
          quoteEnd: 16,
        },
      ],
    });
  });

  it('is counted exactly and at once', async () => {
    const fresh = await createOwnerWithProject(app, 'counted');
    const call = () => ask({ query: 'hours' }, { key: fresh.project.key, path: '/v1/chat' });
    await Promise.all([call(), call(), call()]);
    const read = () => app.call('GET', `/v1/projects/${fresh.project.id}`, { token: fresh.token });
    // The fixture has asked one more question, of 7 tokens. A row that is read while counts are written has none of these yet.
    await expect.poll(async () => (await read()).body.usage).toEqual({ requests: 4, tokens_total: 3 * 15 + 7 });
    await settle(2_300);
    expect((await read()).body.usage).toEqual({ requests: 4, tokens_total: 3 * 15 + 7 });
    expect((await app.store.projects.byId(fresh.project.id))?.usage.requests).toBe(4);
  });

  it('that fails does not reveal the cause, and is stored as failed', async () => {
    const { conversation_id } = (await ask({ query: 'hours' })).body;
    const called = await ask({ query: 'fail', conversation_id });
    expect([called.status, called.body.code]).toEqual([500, 'internal_error']);
    expect(called.text).not.toContain('secret');
    expect(app.log.join('')).toContain('the engine broke');
    const messages = await app.store.conversations.recentMessages(owner.project.id, conversation_id, 1);
    expect(messages[0]).toMatchObject({ finishReason: 'error', reason: 'internal_error', role: 'assistant', text: '' });
  });

  it('stops when its reader leaves, and is stored as far as it came', async () => {
    const { conversation_id } = (await ask({ query: 'hours' })).body;
    const leaving = new AbortController();
    const call = fetch(`${app.url}/v1/chat`, {
      method: 'POST',
      headers: { 'x-api-key': owner.project.key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'wait', conversation_id }),
      signal: leaving.signal,
    }).catch(() => 'left');
    await expect.poll(() => app.questions.at(-1)?.text).toBe('wait');
    leaving.abort();
    expect(await call).toBe('left');
    await expect
      .poll(async () => (await app.store.conversations.recentMessages(owner.project.id, conversation_id, 1))[0])
      .toMatchObject({ role: 'assistant', text: 'Let me ', finishReason: 'aborted' });
  });
});

describe('a question', () => {
  it.each([
    ['is missing', {}, 'query'],
    ['is blank', { query: ' \n ' }, 'query'],
    ['is too long', { query: 'x'.repeat(4001) }, 'query'],
    ['is not a text', { query: ['a'] }, 'query'],
    ['has a conversation that is not a text', { query: 'a', conversation_id: 7 }, 'conversation_id'],
    ['has an unknown field', { query: 'a', project_id: 'x' }, 'project_id'],
  ])('that %s is refused', async (_, body, field) => {
    const called = await ask(body);
    expect(called.body).toMatchObject({ code: 'invalid_request', errors: [{ field }] });
  });

  it.each([
    '"',
    '*',
    'NEAR(',
    'a:b',
    '-',
    '('.repeat(3000),
    'NUL \u0000 in it',
    '\ud800',
    '🙂'.repeat(1999),
    '{"$ne":1}',
  ])('%j is answered', async (query) => {
    expect((await ask({ query })).status).toBe(200);
  });

  it('may set stream to false', async () => {
    expect((await ask({ query: 'hours', stream: false })).body.response).toBe('We open at nine. [1]');
  });
});

describe('a conversation', () => {
  it("is visible to its visitor only, but the project's key may continue any", async () => {
    const mint = async () => (await app.call('POST', '/v1/tokens/widget', { key: owner.project.key })).body.token;
    const [mine, theirs] = [await mint(), await mint()];
    const { conversation_id } = (await ask({ query: 'hours' }, { token: mine, origin: ORIGIN })).body;
    const join = (token: string) => ask({ query: 'More?', conversation_id }, { token, origin: ORIGIN });
    expect((await join(mine)).status).toBe(200);
    expect((await join(theirs)).status).toBe(404);
    expect((await ask({ query: 'More?', conversation_id })).status).toBe(200);
    // A conversation of the key belongs to no visitor.
    const keyed = (await ask({ query: 'hours' })).body.conversation_id;
    const joined = await ask({ query: 'More?', conversation_id: keyed }, { token: mine, origin: ORIGIN });
    expect(joined.status).toBe(404);
  });
});

describe('the link of a citation', () => {
  it('opens a page without scripts that highlights the quote in its context', async () => {
    const world = await createOwnerWithProject(app, 'passages');
    const source = { projectId: world.project.id, id: world.project.sourceId };
    const before = `Intro <script>alert(1)</script> ${'word '.repeat(600)}`;
    const quote = 'We open at nine & close "late".';
    const text = `${before}${quote} ${'after '.repeat(600)}`;
    // The worker processes sources in order, so the earlier ones come first.
    for (let job = await app.store.jobs.claim('skip', Date.now() + 1000, 60_000); job; ) {
      if (job.sourceId === source.id) {
        await app.store.jobs.retry(job, 0);
        break;
      }
      job = await app.store.jobs.claim('skip', Date.now() + 1000, 60_000);
    }
    const chunkId = await publish(app.store, source, text);
    const { createTokens } = await import('../../../../server/services/access/tokens.ts');
    const { SECRET } = await import('../../../helpers/server/test-app.ts');
    const tokens = createTokens({ secret: SECRET, now: Date.now });
    const claims = { pid: source.projectId, sid: source.id, cid: chunkId };
    const range: [number, number] = [before.length, before.length + quote.length];
    const page = await app.call('GET', `/v1/passages/${tokens.signPassage({ ...claims, quote: range }, 60)}`);

    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).toContain('<mark id="quote" tabindex="-1">We open at nine &amp; close &quot;late&quot;.</mark>');
    expect(page.text).toContain('The &lt;b&gt;guide&lt;/b&gt;');
    expect(page.text).toContain('Guide › Part &lt;1&gt; › <span lang="en" dir="ltr">Page 7</span>');
    expect(page.text).toContain('Intro &lt;script&gt;');
    expect(page.text).not.toMatch(/<script|<b>|javascript:/);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
    expect(policy).not.toMatch(/unsafe|script/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('cache-control')).toBe('no-store');

    // The link of a deleted source, or of another project's chunk, shows nothing.
    const forged = tokens.signPassage({ ...claims, pid: owner.project.id, quote: range }, 60);
    expect((await app.call('GET', `/v1/passages/${forged}`)).status).toBe(404);
    const link = `/v1/passages/${tokens.signPassage({ ...claims, quote: range }, 60)}`;
    expect((await app.call('HEAD', link)).status).toBe(200);
    await app.call('DELETE', `/v1/sources/${source.id}`, { key: world.project.key });
    const gone = await app.call('GET', link);
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found']);
  });
});
