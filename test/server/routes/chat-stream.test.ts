import { getEventListeners } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { errors } from '../../../server/answering/errors.ts';
import type { AnswerEvent, Question } from '../../../server/answering/types.ts';
import type { MessageRow } from '../../../server/store/types.ts';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { parseStream, textOf } from '../../helpers/server/read-stream.ts';
import { citedAnswer, finish, text, USAGE } from '../../helpers/server/scripted-answers.ts';
import { type CallOptions, echo, startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { settle, until } from '../../helpers/timing/until.ts';

const DROPS = process.env.FOOTNOTE_SOAK ? 500 : 20;

let app: TestApp;
let owner: OwnerFixture;
/** The number of deltas that the endless answer has emitted. */
let given = 0;

const forever = new Promise<never>(() => undefined);
const aborted = ({ signal }: Question) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

/** The question says what the answerer does. */
const SCRIPTS: Record<string, (question: Question) => AsyncGenerator<AnswerEvent>> = {
  async *cited() {
    const { sourceId } = owner.project;
    yield* citedAnswer(
      [
        { words: 'We open at nine.', sourceId },
        { words: ' We close at six.', sourceId },
      ],
      (whole) => whole.match(/.{1,3}/gsu) ?? [],
    );
  },
  async *suggesting() {
    yield text('Perhaps.');
    yield finish({ reason: 'length', suggestions: ['And then?'], unsupported: [{ start: 0, end: 8 }] });
  },
  async *refusing() {
    yield* citedAnswer([{ words: 'Surely.', sourceId: owner.project.sourceId }]).slice(0, -1);
    yield { type: 'verdict', response: 'Not in the documents.' };
    yield finish({ reason: 'refused' });
  },
  busy() {
    throw errors.busy(7);
  },
  // biome-ignore lint/correctness/useYield: it throws before its first event.
  async *failing() {
    throw new Error('the engine broke at /secret/path');
  },
  async *breaking() {
    yield text('One');
    throw new Error('the engine broke at /secret/path');
  },
  // biome-ignore lint/correctness/useYield: it waits forever.
  async *silent(question) {
    await aborted(question);
  },
  async *waiting(question) {
    yield text('Let me ');
    yield text('see');
    await aborted(question);
  },
  async *deaf() {
    yield text('Let me ');
    await forever;
  },
  async *endless() {
    given = 0;
    try {
      for (;;) {
        given += 1;
        yield text('x'.repeat(16 * 1024));
      }
    } finally {
      given = -1;
    }
  },
};

beforeAll(async () => {
  app = await startApp({ answer: (question) => (SCRIPTS[question.text] ?? echo)(question) });
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

const ask = (query: string, options: CallOptions & { path?: string; body?: object } = {}) => {
  const { path = `/v1/projects/${owner.project.id}/chat`, body, ...rest } = options;
  const credential = rest.token ? {} : { key: owner.project.key };
  return app.call('POST', path, { ...credential, ...rest, body: { query, stream: true, ...body } });
};

const lastMessage = async (conversationId: string): Promise<MessageRow | undefined> =>
  (await app.store.conversations.recentMessages(owner.project.id, conversationId, 1)).at(-1);

describe('a streamed answer', () => {
  it('is a UI message stream with the citations before their markers', async () => {
    const called = await ask('cited');
    expect([called.status, called.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect(called.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(called.headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(called.headers.get('x-accel-buffering')).toBe('no');
    expect(called.headers.get('x-request-id')).toMatch(/^req_/);

    const stream = parseStream(called.text);
    expect([stream.comments, stream.done]).toEqual([['open'], true]);
    expect(textOf(stream)).toBe('We open at nine. [1] We close at six. [2]');
    expect(stream.parts[0]).toEqual({
      type: 'start',
      messageId: expect.stringMatching(/^msg_/),
      messageMetadata: { conversation_id: expect.stringMatching(/^conv_/) },
    });
    expect(stream.parts.slice(-3)).toEqual([
      { type: 'text-end', id: 't1' },
      {
        type: 'source-document',
        sourceId: owner.project.sourceId,
        mediaType: 'text/markdown',
        title: `Document of ${owner.project.sourceId}`,
        filename: 'owner.md',
      },
      { type: 'finish', messageMetadata: { finish_reason: 'stop', usage: USAGE } },
    ]);
  });

  it.each(['cited', 'suggesting', 'refusing', 'whatever else'])(
    'of "%s" ends as the JSON answer does',
    async (query) => {
      const { parts } = parseStream((await ask(query)).text);
      const json = (await ask(query, { body: { stream: false } })).body;
      const last = (type: string) => parts.findLast((part) => part.type === type);
      const unsigned = (citations: { url: string }[]) => citations.map((citation) => ({ ...citation, url: '' }));
      expect(last('data-verdict')?.data.response ?? textOf({ parts })).toBe(json.response);
      expect(unsigned(last('data-citations')?.data ?? [])).toEqual(unsigned(json.citations));
      expect(last('data-suggestions')?.data ?? []).toEqual(json.suggestions);
      expect(last('data-unsupported')?.data ?? []).toEqual(json.unsupported);
      expect(last('finish').messageMetadata.usage).toEqual(json.usage);
      // The stored message is the same.
      const kept = await lastMessage(parts[0].messageMetadata.conversation_id);
      expect([kept?.id, kept?.text]).toEqual([parts[0].messageId, json.response]);
      expect(kept?.finishReason).toBe(last('finish').messageMetadata.finish_reason);
    },
  );

  it('sends the same link of a citation every time', async () => {
    const { parts } = parseStream((await ask('cited')).text);
    const lists = parts.flatMap((part) => (part.type === 'data-citations' ? [part.data] : []));
    expect(lists.map(({ length }) => length)).toEqual([1, 2]);
    expect(lists[1][0]).toEqual(lists[0][0]);
  });

  it('is available at /chat too, and continues a conversation', async () => {
    const first = parseStream((await ask('cited', { path: '/v1/chat' })).text);
    const { conversation_id } = first.parts[0].messageMetadata;
    const second = parseStream((await ask('more', { path: '/v1/chat', body: { conversation_id } })).text);
    expect(second.parts[0].messageMetadata).toEqual({ conversation_id });
    expect(app.questions.at(-1)?.history).toEqual([
      { role: 'user', text: 'cited' },
      { role: 'assistant', text: 'We open at nine. [1] We close at six. [2]' },
    ]);
  });

  it('is readable to a page of an allowed origin, with a widget token', async () => {
    const called = await ask('cited', { token: owner.project.widget, origin: ORIGIN });
    expect(called.status).toBe(200);
    expect(called.headers.get('access-control-allow-origin')).toBe(ORIGIN);
    expect(called.headers.get('vary')?.toLowerCase()).toContain('origin');
    expect(parseStream(called.text).done).toBe(true);
  });

  it('has the rate limit headers, and counts against the limit', async () => {
    const limited = await startApp({ env: { rateLimits: { general: 0, chat: 2, search: 0, ingestion: 0 } } });
    try {
      // The fixture has asked the first question.
      const { project } = await createOwnerWithProject(limited, 'owner');
      const body = { query: 'hello', stream: true };
      const call = () => limited.call('POST', `/v1/projects/${project.id}/chat`, { key: project.key, body });
      const [first, second, third] = [await call(), await call(), await call()];
      expect(first.headers.get('ratelimit-policy')).toBe('"chat";q=2;w=60');
      expect([first.headers.get('ratelimit'), second.headers.get('ratelimit')]).toEqual([
        expect.stringMatching(/^"chat";r=1;t=\d+$/),
        expect.stringMatching(/^"chat";r=0;t=\d+$/),
      ]);
      expect([third.status, third.body.code, Number(third.headers.get('retry-after')) > 0]).toEqual([
        429,
        'rate_limited',
        true,
      ]);
    } finally {
      await limited.close();
    }
  });
});

describe('an error before the first byte is a normal response', () => {
  it.each<[string, number, string, () => ReturnType<typeof ask>]>([
    ['an unknown field', 400, 'invalid_request', () => ask('cited', { body: { strem: true } })],
    ['no question', 400, 'invalid_request', () => ask(' ')],
    ['a stream that is not a boolean', 400, 'invalid_request', () => ask('cited', { body: { stream: 'yes' } })],
    ['an invalid key', 401, 'token_invalid', () => ask('cited', { key: 'chat_none' })],
    ['another origin', 403, 'origin_not_allowed', () => ask('cited', { origin: 'https://evil.example' })],
    ['an unknown conversation', 404, 'not_found', () => ask('cited', { body: { conversation_id: 'conv_0' } })],
    ['an answerer with no room', 429, 'busy', () => ask('busy')],
  ])('%s', async (_, status, code, call) => {
    const called = await call();
    expect([called.status, called.body.code]).toEqual([status, code]);
    expect(called.headers.get('content-type')).toContain('application/json');
    expect(called.headers.get('x-vercel-ai-ui-message-stream')).toBeNull();
    expect(called.headers.get('retry-after')).toBe(code === 'busy' ? '7' : null);
  });
});

describe('an interrupted answer', () => {
  it.each([
    ['failing', '', 'before the first word'],
    ['breaking', 'One', 'after words'],
  ])('%s tells its reader and ends the stream properly', async (query, words) => {
    const called = await ask(query);
    const stream = parseStream(called.text);
    expect([called.status, textOf(stream), stream.done]).toEqual([200, words, true]);
    expect(stream.parts.slice(-2)).toEqual([
      { type: 'data-error', data: { code: 'internal_error', retryable: true }, transient: true },
      { type: 'error', errorText: errors.internal().message },
    ]);
    expect(called.text).not.toMatch(/secret|Error:|\.ts/);
    const kept = await lastMessage(stream.parts[0].messageMetadata.conversation_id);
    expect([kept?.text, kept?.finishReason]).toEqual([words, 'error']);
    const id = called.headers.get('x-request-id') ?? '';
    const logged = app.log.filter((line) => line.includes('request_failed') && line.includes(id));
    expect([logged.length, logged[0]?.includes('/secret/path')]).toEqual([1, true]);
  });
});

/** A client whose response is not checked. */
function drop(query: string): { socket: Socket; text: () => string } {
  const { port } = new URL(app.url);
  const socket = connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    // Keep only the beginning of an endless answer.
    if (received.length < 64 * 1024) received += bytes;
  });
  socket.on('error', () => undefined);
  const body = JSON.stringify({ query, stream: true });
  socket.write(
    `POST /v1/projects/${owner.project.id}/chat HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${owner.project.key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  return { socket, text: () => received };
}

const conversationOf = (received: string) => /conv_\w{22}/.exec(received)?.[0] ?? '';

describe('a client that leaves', () => {
  it.each([
    ['waiting', 'see', 'Let me see', 'in the middle of a sentence'],
    ['silent', 'HTTP/1.1 200', '', 'before the first word'],
    ['deaf', 'Let me', 'Let me ', 'although the answerer does not listen'],
  ])('%s: the answer ends and is stored as far as it came', async (query, seen, kept) => {
    const client = drop(query);
    await until(() => client.text().includes(seen) && conversationOf(client.text()) !== '', 'the stream');
    const question = app.questions.at(-1);
    client.socket.destroy();
    const stored = () => lastMessage(conversationOf(client.text()));
    await until(async () => (await stored())?.role === 'assistant', 'the partial answer');
    expect(await stored()).toMatchObject({ text: kept, finishReason: 'aborted' });
    expect(question?.signal.aborted).toBe(true);
    expect(
      await app.store.conversations.recentMessages(owner.project.id, conversationOf(client.text()), 10),
    ).toHaveLength(2);
  });

  it('during a JSON answer ends it in the same way', async () => {
    const leaving = new AbortController();
    const url = `${app.url}/v1/projects/${owner.project.id}/chat`;
    const headers = { 'x-api-key': owner.project.key, 'content-type': 'application/json' };
    const { conversation_id } = (await ask('hello', { body: { stream: false } })).body;
    const body = JSON.stringify({ query: 'deaf', conversation_id });
    const before = app.questions.length;
    const call = fetch(url, { method: 'POST', headers, body, signal: leaving.signal });
    await until(() => app.questions.length > before, 'the question');
    await settle();
    leaving.abort();
    await expect(call).rejects.toThrow();
    await until(async () => (await lastMessage(conversation_id))?.finishReason === 'aborted', 'the answer');
    expect((await lastMessage(conversation_id))?.text).toBe('Let me ');
  });

  it('is not logged as a failure', async () => {
    expect(app.log.filter((line) => line.includes('AbortError') && line.includes('request_failed'))).toEqual([]);
  });
});

describe('a client that stops reading', () => {
  it('stops the answer, so that memory does not grow', async () => {
    const client = drop('endless');
    await until(() => client.text().includes('text-delta'), 'the stream');
    client.socket.pause();
    let before = -1;
    while (before !== given) {
      before = given;
      await settle(500);
    }
    // The system's buffers take a few megabytes, not the whole answer.
    expect(given * 16 * 1024).toBeLessThan(32 * 1024 * 1024);
    client.socket.destroy();
    await until(() => given === -1, 'the end of the answer');
  });
});

describe('a silent stream', () => {
  afterEach(() => vi.useRealTimers());

  it('gets a keep-alive comment every 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const client = drop('waiting');
    await until(() => client.text().includes('see'), 'the stream');
    vi.advanceTimersByTime(15_000);
    await until(() => client.text().includes(': keep-alive'), 'the keep-alive');
    client.socket.destroy();
    await until(() => vi.getTimerCount() === 0, 'the end of the timers');
  });
});

describe(`${DROPS} clients that leave`, () => {
  /** What keeps this process alive, by kind. */
  const resources = () => {
    const counts: Record<string, number> = {};
    for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
    return { sockets: counts.TCPSocketWrap ?? 0, timers: counts.Timeout ?? 0 };
  };

  it('leave no listener, socket or timer behind, and each partial answer is stored once', async () => {
    await settle();
    const before = resources();
    const asked = app.questions.length;
    const ways: [query: string, seen: string][] = [
      ['waiting', 'see'],
      ['silent', 'HTTP/1.1 200'],
      ['deaf', 'Let me'],
      ['endless', 'text-delta'],
    ];
    const conversations: string[] = [];
    for (let n = 0; n < DROPS; n += 10) {
      const clients = Array.from({ length: 10 }, (_, at) => {
        const [query, seen] = ways[(n + at) % ways.length] ?? ['waiting', 'see'];
        return { ...drop(query), seen };
      });
      await until(
        () => clients.every(({ text: read, seen }) => read().includes(seen) && conversationOf(read())),
        'streams',
      );
      for (const { socket } of clients) socket.destroy();
      conversations.push(...clients.map(({ text: read }) => conversationOf(read())));
    }
    for (const id of conversations) {
      await until(async () => (await lastMessage(id))?.finishReason === 'aborted', `the end of ${id}`);
      expect(await app.store.conversations.recentMessages(owner.project.id, id, 10)).toHaveLength(2);
    }
    await until(
      () => resources().sockets <= before.sockets && resources().timers <= before.timers,
      'the end of it all',
    );
    const { signals, silent } = app.questions.slice(asked).reduce(
      (sum, { signal, text: query }) => {
        // The scripted answers add one listener each, which does not count.
        const own = query === 'waiting' || query === 'silent' ? 1 : 0;
        return {
          signals: sum.signals + getEventListeners(signal, 'abort').length - own,
          silent: sum.silent + Number(!signal.aborted),
        };
      },
      { signals: 0, silent: 0 },
    );
    expect({ signals, silent, asked: app.questions.length - asked }).toEqual({ signals: 0, silent: 0, asked: DROPS });
    expect(textOf(parseStream((await ask('cited')).text))).toContain('We open at nine. [1]');
  });
});
