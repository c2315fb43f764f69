import {
  APIAbortError,
  APIConnectionError,
  APIError,
  APITimeoutError,
  ChatStreamError,
  type ClientOptions,
  Footnote,
  InternalServerError,
  RateLimitError,
  type StreamPart,
} from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { settle, until } from '../../helpers/timing/until.ts';
import { closedAddress, drop, failure, type Step, scriptedServer, silence } from '../scripted-server.ts';
import {
  ANSWER,
  begin,
  CITATION,
  delta,
  event,
  FINISH,
  PARTS,
  START,
  streaming,
  streamingThen,
} from '../stream-steps.ts';

async function scripted(script: Step[], options: ClientOptions = {}) {
  const server = await scriptedServer(...script);
  const footnote = new Footnote({ baseURL: server.baseURL, apiKey: 'chat_1', ...options });
  return { server, ask: (at = {}) => footnote.chat.stream('proj_1', { query: 'When?' }, at) };
}

async function partsOf(stream: AsyncIterable<StreamPart>): Promise<StreamPart[]> {
  const parts: StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

/** The thrown error, and the parts before it. */
async function brokenAt(stream: AsyncIterable<StreamPart>): Promise<{ parts: StreamPart[]; error: unknown }> {
  const parts: StreamPart[] = [];
  try {
    for await (const part of stream) parts.push(part);
  } catch (error) {
    return { parts, error };
  }
  throw new Error('the stream ended well');
}

const stallAfter = (...parts: StreamPart[]) => streamingThen(parts, () => {});

describe('a stream', () => {
  it('requests a stream, and yields each part as sent', async () => {
    const { server, ask } = await scripted([streaming()]);
    expect(await partsOf(ask())).toEqual(PARTS);
    expect(server.received).toMatchObject([{ method: 'POST', url: '/v1/projects/proj_1/chat' }]);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual({ query: 'When?', stream: true });
    expect(server.received[0]?.headers).toMatchObject({ accept: 'text/event-stream', 'x-api-key': 'chat_1' });
  });

  it('ends in the same answer as without a stream', async () => {
    const { ask } = await scripted([streaming()]);
    expect(await ask().finalAnswer()).toEqual(ANSWER);
  });

  it('serves all readers: two loops, a late one, listeners and the answer', async () => {
    const { ask } = await scripted([streaming()]);
    const stream = ask();
    const heard: unknown[] = [];
    stream
      .on('text', (words, text) => heard.push([words, text]))
      .on('citations', (citations) => heard.push(citations))
      .on('status', (position) => heard.push(position));
    expect(await Promise.all([partsOf(stream), partsOf(stream), stream.finalAnswer()])).toEqual([PARTS, PARTS, ANSWER]);
    expect(await partsOf(stream)).toEqual(PARTS);
    expect(heard).toEqual([
      2,
      ['Täglich ', 'Täglich '],
      ['um 9 😀', 'Täglich um 9 😀'],
      [CITATION],
      [' [1].', ANSWER.response],
    ]);
  });

  it('yields each part as soon as it arrives', async () => {
    let go = () => {};
    const { ask } = await scripted([
      (response) => {
        begin(response);
        response.write(event(START));
        go = () => response.end(event(FINISH) + event('[DONE]'));
      },
    ]);
    const iterator = ask()[Symbol.asyncIterator]();
    expect((await iterator.next()).value).toEqual(START);
    go();
    expect((await iterator.next()).value).toEqual(FINISH);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('keeps the order of parts that are requested at once', async () => {
    const { ask } = await scripted([streaming()]);
    const iterator = ask()[Symbol.asyncIterator]();
    const results = await Promise.all(PARTS.map(() => iterator.next()));
    expect(results.map(({ value }) => value)).toEqual(PARTS);
  });

  it('passes on unknown parts, wherever they come', async () => {
    const unknown = { type: 'data-newer', data: { x: 1 } };
    const { ask } = await scripted([streaming([unknown, ...PARTS, unknown])]);
    const stream = ask();
    expect(await partsOf(stream)).toEqual([unknown, ...PARTS, unknown]);
    expect(await stream.finalAnswer()).toEqual(ANSWER);
  });

  it('lets a refusal replace the text and the citations before it', async () => {
    const { ask } = await scripted([
      streaming([
        START,
        { type: 'text-start', id: 't1' },
        { type: 'data-citations', id: 'citations', data: [CITATION] },
        delta('Surely. [1]'),
        { type: 'text-end', id: 't1' },
        { type: 'data-verdict', id: 'verdict', data: { verdict: 'refused', response: 'Not in the documents.' } },
        { type: 'data-citations', id: 'citations', data: [] },
        FINISH,
      ]),
    ]);
    const stream = ask();
    const texts: string[] = [];
    const citations: number[] = [];
    stream
      .on('text', (words, text) => texts.push(`${words}|${text}`))
      .on('citations', ({ length }) => citations.push(length));
    expect(await stream.finalAnswer()).toMatchObject({ response: 'Not in the documents.', citations: [] });
    expect(texts).toEqual(['Surely. [1]|Surely. [1]', '|Not in the documents.']);
    expect(citations).toEqual([1, 0]);
  });

  it('is complete with its last part, whatever the connection does next', async () => {
    const { ask } = await scripted([
      streamingThen(PARTS, (response) => response.destroy()),
      streamingThen(PARTS, (response) => response.end()),
      (response) => {
        begin(response);
        response.write([...PARTS, '[DONE]'].map(event).join(''));
      },
    ]);
    expect(await ask().finalAnswer()).toEqual(ANSWER);
    expect(await ask().finalAnswer()).toEqual(ANSWER);
    // The third connection never ends.
    expect(await partsOf(ask())).toEqual(PARTS);
  });

  it('drops a connection that the server never ends', async () => {
    let closed = false;
    const { ask } = await scripted([
      (response) => {
        response.on('close', () => {
          closed = true;
        });
        begin(response);
        response.write([...PARTS, '[DONE]'].map(event).join(''));
      },
    ]);
    expect(await ask().finalAnswer()).toEqual(ANSWER);
    await until(() => closed, 'the connection to close');
  });

  it('leaves its connection for the next request', async () => {
    const ports = new Set<number | undefined>();
    let ended = 0;
    const { ask } = await scripted([
      (response, request) => {
        ports.add(response.socket?.remotePort);
        begin(response);
        response.write([...PARTS, '[DONE]'].map(event).join(''));
        response.on('close', () => {
          ended += 1;
        });
        setTimeout(() => response.end(), request.method === 'POST' ? 5 : 0);
      },
    ]);
    for (let asked = 1; asked <= 5; asked++) {
      await ask().finalAnswer();
      await until(() => ended === asked, 'the server to end its answer');
      // The client reads that end in one of the next turns of the event loop.
      await settle();
    }
    expect(ports.size).toBe(1);
  });
});

describe('a stream that fails', () => {
  it.each<[string, Step, new (...given: never[]) => Error, object]>([
    ['busy', failure(429, { 'retry-after': '61' }, 'busy'), RateLimitError, { code: 'busy', retryAfter: 61 }],
    ['500', failure(500), InternalServerError, { status: 500 }],
    [
      'HTML',
      { text: '<h1>Welcome</h1>', headers: { 'content-type': 'text/html' } },
      APIError,
      { code: 'invalid_response' },
    ],
    ['JSON', { json: ANSWER }, APIError, { code: 'invalid_response', status: 200 }],
    ['a redirect', { status: 307, text: '', headers: { location: 'http://a.test' } }, APIError, { code: 'redirected' }],
    ['a drop', drop, APIConnectionError, {}],
  ])('before it begins, with %s, tells every reader', async (_, step, type, expected) => {
    const { server, ask } = await scripted([step]);
    const stream = ask();
    const heard: unknown[] = [];
    stream.on('error', (error) => heard.push(error));
    const error = await stream.finalAnswer().catch((thrown) => thrown);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(expected);
    expect(await brokenAt(stream)).toEqual({ parts: [], error });
    expect(heard).toEqual([error]);
    expect(server.received).toHaveLength(1);
  });

  it('in the middle yields the parts before it and then its own error', async () => {
    const parts: StreamPart[] = [
      START,
      delta('One'),
      { type: 'data-error', data: { code: 'engine_failed', retryable: true }, transient: true },
      { type: 'error', errorText: 'The model stopped.' },
    ];
    const { server, ask } = await scripted([streaming(parts)]);
    const stream = ask();
    const { parts: seen, error } = await brokenAt(stream);
    expect(seen).toEqual(parts);
    expect(ChatStreamError.isInstance(error) && APIError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({
      name: 'ChatStreamError',
      status: 200,
      code: 'engine_failed',
      detail: 'The model stopped.',
      retryable: true,
      requestId: 'req_1',
    });
    await expect(stream.finalAnswer()).rejects.toBe(error);
    expect(server.received).toHaveLength(1);
  });

  it.each<[string, Step]>([
    ['breaks off', streamingThen([START, delta('One')], (response) => response.destroy())],
    ['ends without its last part', streamingThen([START, delta('One')], (response) => response.end())],
    ['sends [DONE] without its last part', streaming([START, delta('One')])],
    [
      'breaks off within an event',
      streamingThen([START, delta('One')], (response) => response.end('data: {"type":"te')),
    ],
    ['contains invalid JSON', streaming([START, delta('One'), 'data: {"type":' as never])],
    ['contains something else than a part', streaming([START, delta('One'), [7]])],
  ])('because it %s is a connection error, after the parts that arrived', async (_, step) => {
    const { server, ask } = await scripted([step, streaming()]);
    const { parts, error } = await brokenAt(ask());
    expect(parts).toEqual([START, delta('One')]);
    expect(APIConnectionError.isInstance(error)).toBe(true);
    expect(server.received).toHaveLength(1);
  });

  it('is asked again only if the server has certainly not started', async () => {
    const { server, ask } = await scripted([failure(429), streaming()]);
    expect(await ask().finalAnswer()).toEqual(ANSWER);
    expect(server.received).toHaveLength(2);
    let tries = 0;
    const footnote = new Footnote({
      baseURL: `${await closedAddress()}/v1`,
      maxRetries: 1,
      fetch: (url, init) => {
        tries++;
        return fetch(url, init);
      },
    });
    await expect(footnote.chat.stream('p', { query: 'When?' }).finalAnswer()).rejects.toBeInstanceOf(
      APIConnectionError,
    );
    expect(tries).toBe(2);
  });

  it('because a listener throws ends with the thrown error, and closes the connection', async () => {
    let closed = false;
    const { ask } = await scripted([
      (response) => {
        response.on('close', () => {
          closed = true;
        });
        begin(response);
        response.write(event(START) + event(delta('One')));
      },
    ]);
    const stream = ask().on('text', () => {
      throw new Error('the page is gone');
    });
    await expect(stream.finalAnswer()).rejects.toThrow('the page is gone');
    await until(() => closed, 'the connection to close');
  });

  it('is not silent if there are listeners but none for errors, and is kept until somebody reads', async () => {
    const unhandled: unknown[] = [];
    const listeners = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    process.on('unhandledRejection', (error) => unhandled.push(error));
    try {
      const { server, ask } = await scripted([failure(500)]);
      const later = ask();
      await until(() => server.received.length === 1, 'the request');
      await settle();
      expect(unhandled).toEqual([]);
      await expect(later.finalAnswer()).rejects.toMatchObject({ status: 500 });
      ask().on('text', () => {});
      await until(() => unhandled.length === 1, 'the rejection');
      expect(unhandled[0]).toMatchObject({ status: 500 });
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
    }
  });
});

describe.concurrent('the timeout of a stream', () => {
  it.each<[string, Step, object, StreamPart[]]>([
    ['until its headers', silence, { headers: 100 }, []],
    ['between two parts', stallAfter(START), { idle: 100 }, [START]],
    [
      'in total, however busy it is',
      (response) => {
        begin(response);
        const timer = setInterval(() => response.write(': keep-alive\n\n'), 20);
        response.on('close', () => clearInterval(timer));
      },
      { idle: 200, total: 400 },
      [],
    ],
  ])('applies %s', async (_, step, timeout, parts) => {
    const { server, ask } = await scripted([step], { timeout });
    const broken = await brokenAt(ask());
    expect(APITimeoutError.isInstance(broken.error)).toBe(true);
    expect(broken.parts).toEqual(parts);
    expect(server.received).toHaveLength(1);
  });

  it('between two parts restarts while the server keeps the connection alive', async () => {
    const { ask } = await scripted(
      [
        (response) => {
          begin(response);
          const timer = setInterval(() => response.write(': keep-alive\n\n'), 50);
          setTimeout(() => {
            clearInterval(timer);
            response.end([...PARTS, '[DONE]'].map(event).join(''));
          }, 3_000);
        },
      ],
      { timeout: { idle: 2_000 } },
    );
    expect(await ask().finalAnswer()).toEqual(ANSWER);
  });
});

describe('aborting a stream', () => {
  /** Sends one part, and reports when its connection has closed. */
  function watched(): { step: Step; closed: () => boolean } {
    let closed = false;
    return {
      closed: () => closed,
      step: (response) => {
        response.on('close', () => {
          closed = true;
        });
        begin(response);
        response.write(event(START));
      },
    };
  }

  it('by leaving the loop closes the connection', async () => {
    const { step, closed } = watched();
    const { ask } = await scripted([step]);
    const stream = ask();
    for await (const part of stream) {
      expect(part).toEqual(START);
      break;
    }
    await until(closed, 'the connection to close');
    await expect(stream.finalAnswer()).rejects.toBeInstanceOf(APIAbortError);
  });

  it('by abort ends every loop and the answer, closes the connection, and emits no error event', async () => {
    const { step, closed } = watched();
    const { ask } = await scripted([step]);
    const stream = ask();
    const heard: unknown[] = [];
    stream.on('error', (error) => heard.push(error));
    const loop = brokenAt(stream);
    await stream[Symbol.asyncIterator]().next();
    stream.abort();
    expect((await loop).error).toMatchObject({ name: 'AbortError' });
    await expect(stream.finalAnswer()).rejects.toBeInstanceOf(APIAbortError);
    await until(closed, 'the connection to close');
    expect(heard).toEqual([]);
  });

  it('by abort drops parts that arrived but were not read', async () => {
    const { ask } = await scripted([stallAfter(START, delta('One'), delta('Two'))]);
    const stream = ask();
    await new Promise<void>((resolve) => stream.on('text', (_, text) => text === 'OneTwo' && resolve()));
    const seen: StreamPart[] = [];
    await expect(async () => {
      for await (const part of stream) {
        seen.push(part);
        stream.abort();
      }
    }).rejects.toBeInstanceOf(APIAbortError);
    expect(seen).toEqual([START]);
  });

  it('by the caller’s signal does the same', async () => {
    const { step, closed } = watched();
    const { ask } = await scripted([step]);
    const controller = new AbortController();
    const stream = ask({ signal: controller.signal });
    await stream[Symbol.asyncIterator]().next();
    controller.abort(new Error('left the page'));
    await expect(stream.finalAnswer()).rejects.toMatchObject({ name: 'AbortError', cause: new Error('left the page') });
    await until(closed, 'the connection to close');
  });

  it('before the request sends nothing', async () => {
    const { server, ask } = await scripted([streaming()]);
    const stream = ask();
    stream.abort();
    await expect(stream.finalAnswer()).rejects.toBeInstanceOf(APIAbortError);
    await expect(ask({ signal: AbortSignal.abort() }).finalAnswer()).rejects.toBeInstanceOf(APIAbortError);
    await settle();
    expect(server.received).toEqual([]);
  });

  it('after its end changes nothing', async () => {
    const { ask } = await scripted([streaming()]);
    const stream = ask();
    await stream.finalAnswer();
    stream.abort();
    expect(await stream.finalAnswer()).toEqual(ANSWER);
    expect(await partsOf(stream)).toEqual(PARTS);
  });
});

describe('toReadableStream', () => {
  const bytesOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();

  it('returns what the server sends, for a page to read', async () => {
    const { ask } = await scripted([streaming()]);
    expect(await bytesOf(ask().toReadableStream())).toBe([...PARTS, '[DONE]'].map(event).join(''));
  });

  it('reports a failure as the server would, without details of the network', async () => {
    const { server, ask } = await scripted([
      failure(503, {}, 'unavailable_now'),
      streamingThen([START], (response) => response.destroy()),
      streaming([START, { type: 'error', errorText: 'The model stopped.' }]),
    ]);
    const refused = await bytesOf(ask().toReadableStream());
    expect(refused).toContain('"code":"unavailable_now","retryable":true');
    expect(refused).toContain('"errorText":"A sentence."');
    const broken = await bytesOf(ask().toReadableStream());
    expect(broken.startsWith(event(START))).toBe(true);
    expect(broken).toMatch(/"type":"error".*\n\ndata: \[DONE\]\n\n$/);
    expect(broken).not.toContain(new URL(server.baseURL).host);
    const address = await closedAddress();
    const unreachable = new Footnote({ baseURL: `${address}/v1`, maxRetries: 0 }).chat.stream('p', { query: 'When?' });
    const failed = await bytesOf(unreachable.toReadableStream());
    expect(failed).toContain('"code":"unavailable","retryable":true');
    expect(failed).not.toContain('127.0.0.1');
    expect((await bytesOf(ask().toReadableStream())).match(/"type":"error"/g)).toHaveLength(1);
  });

  it('closes the connection when its reader leaves', async () => {
    let closed = false;
    const { ask } = await scripted([
      (response) => {
        response.on('close', () => {
          closed = true;
        });
        begin(response);
        response.write(event(START));
      },
    ]);
    const reader = ask().toReadableStream().getReader();
    await reader.read();
    const pending = reader.read();
    await reader.cancel();
    await pending;
    await until(() => closed, 'the connection to close');
  });
});
