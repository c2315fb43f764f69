import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenAiGenerator } from '../../../../server/engines/openai/openai-generator.ts';
import type { Generated, Generator } from '../../../../server/engines/types.ts';
import { createLog } from '../../../../server/platform/log.ts';
import {
  chunkOf,
  type ModelServer,
  sendJson,
  startModelServer,
  streamText,
} from '../../../helpers/models/model-server.ts';
import { settle, until } from '../../../helpers/timing/until.ts';

const KEY = 'sk-very-secret-key-of-the-operator';

let server: ModelServer;
let generator: Generator;
let lines: string[];
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  lines = [];
  const address = { url: server.url, apiKey: KEY, model: 'small-model', contextTokens: null };
  generator = createOpenAiGenerator(
    address,
    createLog((line) => lines.push(line)),
  );
});

const MESSAGES = [
  { role: 'system' as const, text: 'Be brief.' },
  { role: 'user' as const, text: 'When?' },
];

async function ask(signal = new AbortController().signal): Promise<{ text: string; end: Generated | undefined }> {
  let text = '';
  let end: Generated | undefined;
  for await (const part of generator.generate(MESSAGES, { maxTokens: 77, signal })) {
    if (part.type === 'text') text += part.delta;
    else end = part;
  }
  return { text, end };
}

describe('a generator on a server of OpenAI’s protocol', () => {
  it('sends requests of the protocol, and streams the response', async () => {
    server.answerWith((_, response) => streamText(response, 'It opens at nine ☀️ [1].'));
    expect(await ask()).toEqual({
      text: 'It opens at nine ☀️ [1].',
      end: { type: 'end', reason: 'stop', usage: { prompt: 321, completion: 12 } },
    });
    const [request] = server.requests;
    expect([request?.path, request?.headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${KEY}`]);
    expect(request?.body).toEqual({
      model: 'small-model',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'When?' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 77,
      temperature: 0,
    });
  });

  it('reports a truncated answer, and copes with missing fields', async () => {
    server.answerWith((_, response) => {
      response.setHeader('content-type', 'text/event-stream; charset=utf-8');
      response.write(': a comment\r\n\r\n');
      response.write(`data: ${JSON.stringify({ choices: [{ delta: { content: 'One' } }] })}\r\n\r\n`);
      response.end(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'length' }] })}\n\n`);
    });
    expect(await ask()).toEqual({ text: 'One', end: { type: 'end', reason: 'length', usage: null } });
  });

  it('learns the parameters of newer models once', async () => {
    server.answerWith(({ body }, response) => {
      const refuse = (param: string) => sendJson(response, 400, { error: { param, code: 'unsupported_parameter' } });
      if ('max_tokens' in body) refuse('max_tokens');
      else if ('temperature' in body) refuse('temperature');
      else streamText(response, 'Yes.');
    });
    expect((await ask()).text).toBe('Yes.');
    expect((await ask()).text).toBe('Yes.');
    expect(server.requests).toHaveLength(4);
    expect(server.requests.at(-1)?.body).toMatchObject({ max_completion_tokens: 77 });
  });

  const stream = (text: string) => (_: unknown, response: import('node:http').ServerResponse) => {
    response.setHeader('content-type', 'text/event-stream');
    response.end(text);
  };
  it.each<[string, Parameters<ModelServer['answerWith']>[0]]>([
    [
      'refuses the key',
      (_, response) => sendJson(response, 401, { error: { message: `Incorrect key ${KEY}`, code: 'invalid_api_key' } }),
    ],
    ['has no such model', (_, response) => sendJson(response, 404, { error: { code: 'model_not_found' } })],
    ['has an internal error', (_, response) => sendJson(response, 500, 'Traceback: …')],
    [
      'sends a page',
      (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Login</h1>') && undefined,
    ],
    [
      'answers without a stream',
      (_, response) => sendJson(response, 200, { choices: [{ message: { content: 'Hi' } }] }),
    ],
    ['redirects', (_, response) => response.writeHead(307, { location: `${server.url}/elsewhere` }).end() && undefined],
    ['sends invalid JSON', stream('data: {"choices":[\n\n')],
    ['sends JSON of another shape', stream('data: 7\n\n')],
    [
      'reports an error in the stream',
      stream(`${chunkOf({ content: 'One' })}data: {"error":{"message":"out of memory"}}\n\n`),
    ],
    ['ends the stream early', stream(chunkOf({ content: 'One' }))],
    ['sends an empty stream', stream('')],
    [
      'is cut off',
      (_, response) => {
        response.setHeader('content-type', 'text/event-stream');
        response.write(chunkOf({ content: 'One' }));
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['closes the connection', (_, response) => void response.destroy()],
    ['sends an endless line', stream(`data: ${'x'.repeat(400 * 1024)}`)],
    [
      'never stops',
      async (request, response) => {
        response.setHeader('content-type', 'text/event-stream');
        const chunk = chunkOf({ content: 'x'.repeat(32 * 1024) });
        while (!request.dropped && !response.destroyed) {
          if (!response.write(chunk)) await settle(1);
        }
      },
    ],
  ])('fails if the server %s', async (_, answer) => {
    server.answerWith(answer);
    await expect(ask()).rejects.toMatchObject({ status: 500, code: 'answerer_unavailable' });
    expect(lines.join('')).toContain('answerer_request_failed');
    expect(lines.join('')).not.toContain(KEY);
    expect(lines.join('')).not.toContain('Traceback');
    expect(server.requests).toHaveLength(1);
  });

  it('is busy while the server is, for as long as it says', async () => {
    server.answerWith((_, response) => sendJson(response, 429, {}, { 'retry-after': '17' }));
    await expect(ask()).rejects.toMatchObject({ status: 429, code: 'busy', retryAfter: 17 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 31, 12) });
    const date = new Date(Date.now() + 30_000).toUTCString();
    server.answerWith((_, response) => sendJson(response, 503, {}, { 'retry-after': date }));
    await expect(ask()).rejects.toMatchObject({ code: 'busy', retryAfter: 30 });
    vi.useRealTimers();
    server.answerWith((_, response) => sendJson(response, 429, {}, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }));
    await expect(ask()).rejects.toMatchObject({ code: 'busy', retryAfter: 1 });
  });

  it('sends half as many requests when the server has too many, and more again when it answers', async () => {
    const long = { maxTokens: 800, signal: new AbortController().signal };
    expect(generator.concurrency).toBe(32);
    server.answerWith((_, response) => sendJson(response, 429, {}));
    const refused = await Promise.allSettled(Array.from({ length: 8 }, () => ask()));
    expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 'rejected'));
    expect(generator.concurrency).toBe(4);
    expect(lines.join('')).toContain('answerer_limit_lowered');
    server.answerWith((_, response) => streamText(response, 'Yes.'));
    for (let asked = 0; asked < 4; asked++) for await (const _ of generator.generate(MESSAGES, long));
    expect(generator.concurrency).toBe(5);
    server.answerWith((_, response) => sendJson(response, 500, {}));
    await expect(ask()).rejects.toMatchObject({ code: 'answerer_unavailable' });
    expect(generator.concurrency).toBe(5);
  });

  it('sends no more than its setting at the same time', () => {
    const address = { url: server.url, apiKey: null, model: 'm', contextTokens: null };
    const log = createLog(() => undefined);
    expect(createOpenAiGenerator({ ...address, concurrency: 3 }, log).concurrency).toBe(3);
  });

  it('passes on together what has arrived together', async () => {
    server.answerWith((_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.end(['One', ' two', ' three'].map((content) => chunkOf({ content })).join('') + chunkOf({}, 'stop'));
    });
    const options = { maxTokens: 9, signal: new AbortController().signal };
    const parts: Generated[] = [];
    for await (const part of generator.generate(MESSAGES, options)) parts.push(part);
    expect(parts).toEqual([
      { type: 'text', delta: 'One two three' },
      { type: 'end', reason: 'stop', usage: null },
    ]);
  });

  it('passes on each word as it comes, or collects them where that is allowed', async () => {
    const words = Array.from({ length: 20 }, (_, at) => ` word${at}`);
    server.answerWith(async (_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      for (const content of words) {
        response.write(chunkOf({ content }));
        await settle(5);
      }
      response.end(chunkOf({}, 'stop'));
    });
    const deltasOf = async (mayCollect: () => boolean) => {
      const deltas: string[] = [];
      const options = { maxTokens: 9, signal: new AbortController().signal, mayCollect };
      for await (const part of generator.generate(MESSAGES, options)) if (part.type === 'text') deltas.push(part.delta);
      return deltas;
    };
    const eachByItself = await deltasOf(() => false);
    const together = await deltasOf(() => true);
    expect([eachByItself.join(''), together.join('')]).toEqual([words.join(''), words.join('')]);
    expect(together.length).toBeLessThan(eachByItself.length / 2);
  });

  it('opens a new connection if the server has closed the kept one meanwhile', async () => {
    const used = new Set<unknown>();
    server.answerWith((_, response) => {
      const isKept = used.has(response.socket);
      used.add(response.socket);
      if (isKept) response.destroy();
      else streamText(response, 'At nine [1].');
    });
    for (let asked = 0; asked < 3; asked += 1) expect((await ask()).text).toBe('At nine [1].');
    expect(used.size).toBe(3);
  });

  it('keeps the connection of a complete answer for the next one', async () => {
    const own = await startModelServer();
    const ports: unknown[] = [];
    own.answerWith(async (_, response) => {
      ports.push(response.socket?.remotePort);
      response.setHeader('content-type', 'text/event-stream');
      response.write(`${chunkOf({ content: 'Yes.' }, 'stop')}data: [DONE]\n\n`);
      await settle(5);
      response.end();
    });
    const address = { url: own.url, apiKey: null, model: 'm', contextTokens: null };
    generator = createOpenAiGenerator(
      address,
      createLog(() => undefined),
    );
    for (let asked = 1; asked <= 3; asked++) {
      expect((await ask()).text).toBe('Yes.');
      await until(() => own.requests.length === asked, 'the request');
      await settle();
    }
    await own.close();
    expect(new Set(ports).size).toBe(1);
  });

  it('fails if there is no server', async () => {
    const gone = await startModelServer();
    await gone.close();
    generator = createOpenAiGenerator(
      { url: gone.url, apiKey: null, model: 'm', contextTokens: null },
      createLog((line) => lines.push(line)),
    );
    await expect(ask()).rejects.toMatchObject({ code: 'answerer_unavailable' });
    expect(await generator.ready()).toBe(false);
  });

  it.each(['before', 'after'])(
    'lets go of the connection at once when the reader leaves %s the first word',
    async (when) => {
      server.answerWith((_, response) => {
        if (when === 'before') return;
        response.setHeader('content-type', 'text/event-stream');
        response.write(chunkOf({ content: 'One' }));
      });
      const leaving = new AbortController();
      const asked = ask(leaving.signal);
      await until(() => server.requests.length === 1, 'the request');
      await settle(30);
      // The server would never end.
      leaving.abort(new Error('left'));
      await expect(asked).rejects.toThrow('left');
      await until(() => server.requests[0]?.dropped === true, 'the end of the connection');
      expect(lines).toEqual([]);
    },
  );

  it('closes the connection when the text is not read to its end', async () => {
    server.answerWith((_, response) => {
      response.setHeader('content-type', 'text/event-stream');
      response.write(chunkOf({ content: 'One' }));
    });
    const parts = generator.generate(MESSAGES, { maxTokens: 9, signal: new AbortController().signal });
    await parts.next();
    await parts.return();
    await until(() => server.requests[0]?.dropped === true, 'the end of the connection');
  });

  it.each([
    [200, true],
    [404, true],
    [401, false],
    [503, false],
  ])('is ready if the list of models has status %d: %s', async (status, ready) => {
    server.answerWith((_, response) => sendJson(response, status, {}));
    expect([await generator.ready(), await generator.ready()]).toEqual([ready, ready]);
    // The result is cached.
    expect(server.requests.map(({ path }) => path)).toEqual(['/v1/models']);
  });
});
