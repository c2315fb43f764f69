import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AnswerEvent, Question } from '../../server/answering/types.ts';
import { type App, createApp } from '../../server/app.ts';
import { readEnv } from '../../server/config/env.ts';
import { createLog } from '../../server/platform/log.ts';
import { parseStream, textOf } from '../helpers/server/read-stream.ts';
import { finish, text } from '../helpers/server/scripted-answers.ts';
import { settle, until } from '../helpers/timing/until.ts';

// A whole server, but that the question says how its answer goes.
vi.mock('../../server/answering/pipeline.ts', () => ({
  createAnswerer: () => ({
    reserve: () => ({
      async *answer({ text: query, signal }: Question): AsyncGenerator<AnswerEvent> {
        yield text('Let me ');
        if (query === 'short') await settle(500);
        if (query === 'long') await new Promise((_, reject) => signal.addEventListener('abort', reject));
        if (query === 'endless') for (;;) yield text('x'.repeat(64 * 1024));
        yield text('see.');
        yield finish();
      },
      release: () => undefined,
    }),
  }),
}));

/** What is not over when the server is asked to stop is given ten seconds in all. */
const TOTAL = 10_000;
const GOODBYE = 9_000;

let dataDir: string;
let app: App;
let url: string;
let setupLink: string | null;
let key: string;
let token: string;
let project: string;
let log: string[];
/** What there was just before nine and ten seconds were over. */
const before = { goodbye: '', end: true };
let answers: Record<'short' | 'long' | 'json' | 'completion' | 'late', string>;

const start = async () => {
  log = [];
  app = await createApp(
    { ...readEnv({ READER: 'off' }), dataDir, port: 0 },
    createLog((line) => log.push(line)),
  );
  ({ url, setupLink } = await app.listen());
};
const call = async (path: string, body?: object) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(
    `${url}${path}`,
    body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
  );
  return (await response.json()) as Record<string, never>;
};

interface Client {
  socket: Socket;
  text: () => string;
  ended: Promise<void>;
}

/**
 * Asks over a connection of its own, which stays open as a browser's does; `sent`: how much of the body at first;
 * `stalls`: reads no further than the first bytes.
 */
function ask(
  body: object,
  { path = '/v1/chat', sent = Number.POSITIVE_INFINITY, stalls = false } = {},
): Client & { rest: () => void } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
    if (stalls) socket.pause();
  });
  const json = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${path === '/v1/chat' ? 'x-api-key: ' : 'authorization: Bearer '}${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${json.length}\r\n\r\n${json.slice(0, sent)}`,
  );
  const ended = once(socket, 'close').then(() => undefined);
  return { socket, text: () => received, ended, rest: () => socket.write(json.slice(sent)) };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'footnote-stop-'));
  token = '';
  await start();
  const account = { email: 'a@example.org', password: 'long enough' };
  await call('/v1/auth/register', { ...account, name: 'A', setup_token: setupLink?.split('#setup=')[1] });
  ({ access_token: token } = (await call('/v1/auth/login', account)) as unknown as { access_token: string });
  ({ id: project } = (await call('/v1/projects', { name: 'Stopping' })) as unknown as { id: string });
  ({ key } = (await call(`/v1/projects/${project}/api-keys`, {})) as unknown as { key: string });

  const clients = {
    short: ask({ query: 'short', stream: true }),
    long: ask({ query: 'long', stream: true }),
    json: ask({ query: 'long' }),
    completion: ask(
      { messages: [{ role: 'user', content: 'long' }], stream: true },
      { path: `/v1/projects/${project}/chat/completions` },
    ),
    late: ask({ query: 'long', stream: true }, { sent: 5 }),
  };
  const stalled = ask({ query: 'endless', stream: true }, { stalls: true });
  await until(
    () =>
      [clients.short, clients.long].every((one) => one.text().includes('Let me')) &&
      [clients.completion, stalled].every((one) => one.text().includes('text/event-stream')),
    'the streams',
  );

  // From here on, time passes for the server as the test says.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isStopped = false;
  const stopped = app.close().then(() => {
    isStopped = true;
  });
  // A connection that a request before has left open may carry one more.
  const health = () => fetch(`${url}/health`).catch(() => null);
  await until(async () => (await health()) === null, 'the end of new connections');
  await clients.short.ended;
  await vi.advanceTimersByTimeAsync(GOODBYE - 1);
  await settle();
  before.goodbye = clients.long.text();
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all([clients.long, clients.json, clients.completion].map(({ ended }) => ended));
  clients.late.rest();
  await clients.late.ended;
  await settle();
  before.end = isStopped;
  await vi.advanceTimersByTimeAsync(TOTAL - GOODBYE);
  await stopped;
  vi.useRealTimers();
  answers = Object.fromEntries(Object.entries(clients).map(([name, one]) => [name, one.text()])) as typeof answers;
  stalled.socket.destroy();
});
afterAll(async () => {
  await rm(dataDir, { recursive: true, force: true });
});

const streamIn = (received: string) =>
  parseStream(
    received
      .slice(received.indexOf('\r\n\r\n') + 4)
      .replace(/(^|\r\n)[0-9a-f]+\r\n/g, '')
      .replace(/(\r\n)+$/, ''),
  );

describe('a server that is asked to stop in the middle of answers', () => {
  it('lets a short one finish', () => {
    const { parts, done } = streamIn(answers.short);
    expect([textOf({ parts }), parts.at(-1)?.type, done]).toEqual(['Let me see.', 'finish', true]);
  });

  it('ends a longer one after nine seconds, in a way that its reader understands', () => {
    expect(before.goodbye).not.toContain('data-error');
    const { parts, done } = streamIn(answers.long);
    expect([textOf({ parts }), done]).toEqual(['Let me ', true]);
    expect(parts.slice(-2)).toEqual([
      { type: 'data-error', data: { code: 'stopping', retryable: true }, transient: true },
      { type: 'error', errorText: expect.stringContaining('The server is stopping') },
    ]);
  });

  it('tells OpenAI’s clients in their own words', () => {
    const { parts, done } = streamIn(answers.completion);
    expect([parts.at(-1)?.error.code, parts.at(-1)?.error.type, done]).toEqual(['stopping', 'rate_limit_error', true]);
  });

  it.each(['json', 'late'] as const)('says when to come back where nothing was sent yet (%s)', (name) => {
    expect(answers[name]).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 5\r\n[\s\S]*"code":"stopping"/i);
  });

  it('is done after ten seconds, whoever does not read, and nothing of it was a failure', () => {
    expect(before.end).toBe(false);
    expect(log.filter((line) => line.includes('"error"') || line.includes('request_failed'))).toEqual([]);
  });

  it('has kept every answer as far as it came', async () => {
    await start();
    try {
      const { items } = (await call(`/v1/projects/${project}/conversations`)) as unknown as {
        items: { id: string; title: string }[];
      };
      const kept = await Promise.all(
        items.map(async ({ id, title }) => {
          const messages = await call(`/v1/projects/${project}/conversations/${id}/messages`);
          const last = (messages as unknown as { items: { text: string; finish_reason: string }[] }).items[1];
          return [title, last?.finish_reason, last?.text.slice(0, 11)];
        }),
      );
      expect(kept.sort()).toEqual([
        ['endless', 'aborted', 'Let me xxxx'],
        ['long', 'aborted', 'Let me '],
        ['long', 'aborted', 'Let me '],
        ['long', 'aborted', 'Let me '],
        ['short', 'stop', 'Let me see.'],
      ]);
    } finally {
      await app.close();
    }
  });
});
