import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer, LIMITS, listen } from '../../../server/http/listen.ts';
import { settle, until } from '../../helpers/timing/until.ts';

let server: Server;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const QUICK = { ...LIMITS, headersTimeout: 600, requestTimeout: 900, connectionsCheckingInterval: 100 };

async function start(limits: typeof LIMITS, behindProxy = false): Promise<number> {
  const listener: RequestListener = (request, response) => {
    request.resume().on('end', () => response.end('ok'));
  };
  server = createHttpServer(listener, { limits, behindProxy });
  return listen(server, '127.0.0.1', 0);
}

/** Sends `first`, then one byte every 50 ms until the server closes the connection. Resolves with the response. */
async function drip(port: number, first: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(first);
  const dripping = setInterval(() => socket.writable && socket.write('a'), 50);
  await once(socket, 'close');
  clearInterval(dripping);
  return received;
}

/** The number of open connections of the server. */
const connections = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

const answer = async (port: number) => (await fetch(`http://127.0.0.1:${port}/`)).text();

describe('clients that never finish a request', () => {
  it.each([
    ['in the headers', 'GET / HTTP/1.1\r\nHost: x\r\nA: '],
    ['in the body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'],
    ['in a chunk', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFF\r\n'],
    ['before the request line', ' '],
  ])('are disconnected, 250 of them %s, while others are answered', async (_, first) => {
    const port = await start(QUICK);
    const dripping = Array.from({ length: 250 }, () => drip(port, first));
    for (let at = 0; at < 20; at += 1) {
      expect(await answer(port)).toBe('ok');
      await settle(20);
    }
    const answers = await Promise.all(dripping);
    expect(answers.filter((answer) => !answer.startsWith('HTTP/1.1 400 ') && answer !== '')).toEqual([]);
    // The server notices a closed connection later than the client.
    await expect.poll(connections).toBeLessThanOrEqual(2);
  });
});

describe('an idle connection', () => {
  const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

  /** The responses on a connection until the server closes it. */
  async function answersTo(port: number, ...sent: string[]): Promise<string[]> {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    const closed = once(socket, 'close');
    const answers: string[] = [];
    await once(socket, 'connect');
    for (const [at, text] of sent.entries()) {
      socket.write(text);
      // Like a browser, wait for the response before the next request.
      if (at < sent.length - 1) answers.push(String((await once(socket, 'data'))[0]));
    }
    socket.on('data', (bytes) => answers.push(String(bytes)));
    await closed;
    return answers.map((answer) => answer.slice(0, 'HTTP/1.1 200'.length));
  }

  it('is closed without a response if it has sent nothing, as a browser would match it to its next request', async () => {
    expect(await answersTo(await start(QUICK))).toEqual([]);
  });

  it('is closed without another response between two requests, whichever limit is shorter', async () => {
    const port = await start(QUICK);
    for (const keepAliveTimeout of [200, 1_500]) {
      server.keepAliveTimeout = keepAliveTimeout;
      expect(await answersTo(port, GET)).toEqual(['HTTP/1.1 200']);
    }
  });

  it('gets a 400 before it is closed if it has sent part of a request', async () => {
    const port = await start(QUICK);
    expect(await answersTo(port, 'G')).toEqual(['HTTP/1.1 400']);
    expect(await answersTo(port, GET, 'GET / HTTP/1.1\r\nHost:')).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

describe('a client that stays connected after a 400', () => {
  it('is disconnected by the same limits', async () => {
    const port = await start(QUICK);
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => undefined);
    sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost : x\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await connections()).toBe(1);
    await expect.poll(connections).toBe(0);
  });
});

describe('connections over the limit', () => {
  it('are closed at once, and accepted again when there is room', async () => {
    const port = await start({ ...LIMITS, maxConnections: 20 });
    const open = () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      return socket;
    };
    const first = Array.from({ length: 20 }, open);
    await Promise.all(first.map((socket) => once(socket, 'connect')));
    const late = open();
    await once(late, 'close');
    expect(first.every((socket) => socket.writable)).toBe(true);
    first.pop()?.destroy();
    await until(async () => (await connections()) < 20, 'the server has noticed');
    expect(await answer(port)).toBe('ok');
  });

  it('are those beyond 2,000 by default, and headers may take ten seconds', () => {
    server = createHttpServer(() => undefined);
    expect(server.maxConnections).toBe(2_000);
    expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 120_000]);
    expect(LIMITS.connectionsCheckingInterval).toBe(2_000);
  });
});

describe('connections of one address over its share', () => {
  const SHARE = { ...LIMITS, maxConnections: 20, maxConnectionsPerAddress: 5 };

  /** Opens idle connections. Returns those that the server has not closed yet. */
  async function hold(port: number, count: number): Promise<() => Socket[]> {
    const opened = Array.from({ length: count }, () =>
      connect({ port, host: '127.0.0.1' }).on('error', () => undefined),
    );
    sockets.push(...opened);
    await Promise.all(opened.map((socket) => once(socket, 'connect')));
    return () => opened.filter((socket) => !socket.destroyed && !socket.readableEnded);
  }

  /** The answer to a client of this address; empty if it is disconnected without one. */
  async function answerTo(port: number, localAddress: string): Promise<string> {
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    await once(socket, 'close');
    return answer.slice(0, 'HTTP/1.1 200'.length);
  }

  it('are closed at once, and others are answered', async () => {
    const port = await start(SHARE);
    const held = await hold(port, 30);
    await expect.poll(held).toHaveLength(5);
    expect(await answerTo(port, '127.0.0.1')).toBe('');
    expect(await answerTo(port, '127.0.0.2')).toBe('HTTP/1.1 200');
    // The share counts open connections.
    held()[0]?.destroy();
    await expect.poll(() => answerTo(port, '127.0.0.1')).toBe('HTTP/1.1 200');
  });

  it('are left to a proxy if there is one, as all connections come from it', async () => {
    const port = await start(SHARE, true);
    const held = await hold(port, 15);
    expect(await answerTo(port, '127.0.0.1')).toBe('HTTP/1.1 200');
    expect(held()).toHaveLength(15);
  });
});
