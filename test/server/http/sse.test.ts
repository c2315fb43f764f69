import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Koa from 'koa';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errors } from '../../../server/answering/errors.ts';
import type { RequestState } from '../../../server/http/context.ts';
import { sendEventStream } from '../../../server/http/sse.ts';
import { ApiError } from '../../../server/platform/errors.ts';
import { parseStream } from '../../helpers/server/read-stream.ts';
import { settle, until } from '../../helpers/timing/until.ts';

/** A source of parts that the test emits one by one. Like an answer, it ends when the client leaves. */
function createPartSource() {
  const waiting: (object | Error)[] = [];
  let more: () => void = () => undefined;
  let over = false;
  const counts = { taken: 0, ended: false };
  return {
    counts,
    give(...parts: (object | Error)[]) {
      waiting.push(...parts);
      more();
    },
    end() {
      over = true;
      more();
    },
    async *parts(signal: AbortSignal) {
      signal.addEventListener('abort', () => more());
      try {
        for (;;) {
          signal.throwIfAborted();
          const part = waiting.shift();
          if (part instanceof Error) throw part;
          if (part) {
            counts.taken += 1;
            yield part;
          } else if (over) return;
          else
            await new Promise<void>((resolve) => {
              more = resolve;
            });
        }
      } finally {
        counts.ended = true;
      }
    },
  };
}

let server: Server;
let source: ReturnType<typeof createPartSource>;
let responses: { response: ServerResponse; before: unknown[] }[];
let thrown: unknown[];
const sockets: Socket[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  source = createPartSource();
  responses = [];
  thrown = [];
  const koa = new Koa<RequestState>();
  koa.silent = true;
  koa.use(async (context) => {
    responses.push({ response: context.res, before: listenersOf(context.res) });
    const leaving = new AbortController();
    context.res.once('close', () => leaving.abort(new Error('left')));
    const errorParts = ({ code }: ApiError) => [{ type: 'data-error', code }, { type: 'error' }];
    await sendEventStream(context, {
      headers: { 'x-own': 'yes' },
      parts: source.parts(leaving.signal),
      errorParts,
    }).catch((error) => thrown.push(error));
  });
  server = createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
  vi.useRealTimers();
});

/** Opens a client that shows the bytes received so far, and whose socket can be paused. */
function open(): { socket: Socket; text: () => string; body: () => string } {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\naccept-encoding: gzip, br\r\n\r\n');
  const body = () => {
    const [, chunked = ''] = text.split(/\r\n\r\n([\s\S]*)/);
    return chunked.replace(/(^|\r\n)[0-9a-f]+\r\n/g, '').replace(/\r\n\r\n$|\r\n$/g, '');
  };
  return { socket, text: () => text, body };
}

const timers = () => vi.getTimerCount();

/** The number of listeners that the streams have added to their responses. */
const listeners = () =>
  responses.flatMap(({ response, before }) => listenersOf(response).filter((listener) => !before.includes(listener)))
    .length;
const listenersOf = (response: ServerResponse) => response.eventNames().flatMap((name) => response.rawListeners(name));

describe('an event stream', () => {
  it('opens before the first part, with headers that keep proxies from buffering it', async () => {
    const client = open();
    await until(() => client.text().includes(': open'), 'the first bytes');
    const head = client.text().toLowerCase();
    expect(head).toContain('http/1.1 200 ok');
    expect(head).toContain('content-type: text/event-stream; charset=utf-8');
    expect(head).toContain('cache-control: no-cache, no-transform');
    expect(head).toContain('x-accel-buffering: no');
    expect(head).toContain('x-own: yes');
    expect(head).not.toContain('content-encoding');
    expect(source.counts.taken).toBe(0);
  });

  it('sends each part at once, and ends with [DONE]', async () => {
    const client = open();
    source.give({ type: 'one', text: 'line\nbreak\u2028 and ünïcode' });
    await until(() => client.body().includes('one'), 'the first part');
    expect(parseStream(client.body()).parts).toHaveLength(1);
    source.give({ type: 'two' });
    source.end();
    await until(() => client.body().includes('[DONE]'), 'the end');
    expect(parseStream(client.body())).toMatchObject({
      parts: [{ type: 'one', text: 'line\nbreak\u2028 and ünïcode' }, { type: 'two' }],
      comments: ['open'],
      done: true,
    });
    await until(() => source.counts.ended, 'the end of the parts');
    await settle();
    expect([timers(), listeners(), thrown]).toEqual([0, 0, []]);
  });

  it('sends a keep-alive comment after every 15 s of silence', async () => {
    const client = open();
    await until(() => client.text().includes(': open'), 'the first bytes');
    vi.advanceTimersByTime(14_000);
    source.give({ type: 'one' });
    await until(() => client.body().includes('one'), 'the first part');
    vi.advanceTimersByTime(14_000);
    await settle();
    expect(parseStream(client.body()).comments).toEqual(['open']);
    vi.advanceTimersByTime(1_000);
    await until(() => client.body().includes(': keep-alive'), 'the keep-alive');
    vi.advanceTimersByTime(30_000);
    await settle();
    expect(parseStream(client.body()).comments).toEqual(['open', 'keep-alive', 'keep-alive', 'keep-alive']);
  });
});

describe('an error', () => {
  it.each([
    ['before the first part', []],
    ['after some parts', [{ type: 'one' }, { type: 'two' }]],
  ])(
    '%s is sent to the client without details, ends the stream properly and is rethrown for the log',
    async (_, before) => {
      const client = open();
      const error = new Error('the engine broke at /secret/path');
      source.give(...before, error);
      await until(() => client.body().includes('[DONE]'), 'the end');
      expect(parseStream(client.body())).toMatchObject({
        parts: [...before, { type: 'data-error', code: 'internal_error' }, { type: 'error' }],
        done: true,
      });
      await until(() => thrown.length > 0, 'the error');
      expect([thrown, timers(), listeners()]).toEqual([[error], 0, 0]);
      expect(client.text()).not.toContain('secret');
    },
  );

  it('of the API is sent with its code', async () => {
    const client = open();
    source.give(errors.busy(3));
    await until(() => client.body().includes('[DONE]'), 'the end');
    expect(parseStream(client.body()).parts[0]).toEqual({ type: 'data-error', code: 'busy' });
    await until(() => thrown.length > 0, 'the error');
    expect(thrown[0]).toBeInstanceOf(ApiError);
  });
});

describe('a client that leaves', () => {
  it.each([
    ['before the first part', 0],
    ['after some parts', 3],
  ])('%s ends the parts, and no timer or listener remains', async (_, parts) => {
    const client = open();
    for (let n = 0; n < parts; n++) source.give({ n });
    await until(() => client.text().includes(': open') && source.counts.taken === parts, 'the parts');
    client.socket.destroy();
    await until(() => source.counts.ended, 'the end of the parts');
    await until(() => timers() === 0, 'the end of the timers');
    expect([listeners(), thrown]).toEqual([0, []]);
    expect(await connections()).toBe(0);
  });
});

describe('a client that stops reading', () => {
  const BIG = { filler: 'x'.repeat(64 * 1024) };

  /** Streams more than the operating system buffers to a client that reads nothing. */
  async function stalled() {
    const client = open();
    await until(() => client.text().includes(': open'), 'the first bytes');
    client.socket.pause();
    for (let n = 0; n < 1_000; n++) source.give(BIG);
    let before = -1;
    while (before !== source.counts.taken) {
      before = source.counts.taken;
      await settle(100);
    }
    return client;
  }

  it('is sent no more than the buffers hold', async () => {
    await stalled();
    expect(source.counts.taken).toBeLessThan(400);
    expect(responses[0]?.response.writableLength).toBeLessThan(512 * 1024);
  });

  it('gets the rest once it reads again', async () => {
    const client = await stalled();
    vi.advanceTimersByTime(29_000);
    client.socket.resume();
    await until(() => source.counts.taken === 1_000, 'the rest');
    source.end();
    await until(() => client.text().includes('[DONE]'), 'the end');
  });

  it('is dropped after 30 s, and no timer or listener remains', async () => {
    await stalled();
    vi.advanceTimersByTime(29_000);
    await settle();
    expect([source.counts.ended, await connections()]).toEqual([false, 1]);
    vi.advanceTimersByTime(1_000);
    await until(() => source.counts.ended, 'the end of the parts');
    await until(() => timers() === 0, 'the end of the timers');
    expect([listeners(), thrown]).toEqual([0, []]);
    await until(async () => (await connections()) === 0, 'the end of the connection');
  });

  it('is dropped even if only the end is left to read', async () => {
    const client = open();
    await until(() => client.text().includes(': open'), 'the first bytes');
    client.socket.pause();
    // One part that is larger than all buffers is written at once but never read.
    source.give({ filler: 'x'.repeat(32 * 1024 * 1024) });
    source.end();
    await until(() => source.counts.taken === 1, 'the part');
    // On a busy machine the server may begin to wait for the end only later.
    const isOver = () => {
      vi.advanceTimersByTime(30_000);
      return source.counts.ended && timers() === 0;
    };
    await until(isOver, 'the end of the parts');
    await until(async () => (await connections()) === 0, 'the end of the connection');
  });
});

function connections(): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
