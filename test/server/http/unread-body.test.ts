import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import Koa from 'koa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RequestState } from '../../../server/http/context.ts';
import { readUnreadBodies } from '../../../server/http/unread-body.ts';

let server: Server;
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** The pauses asked for, each of which takes as long as one turn of the event loop. */
const pauses: number[] = [];

/** Starts a server that refuses everything unread, but reads what is sent to `/read`, and the beginning at `/halfway`. */
async function start(): Promise<number> {
  const koa = new Koa<RequestState>();
  pauses.length = 0;
  koa.use(
    readUnreadBodies((ms) => {
      pauses.push(ms);
      return new Promise((resolve) => setImmediate(resolve));
    }),
  );
  koa.use(async (context) => {
    if (context.path === '/read') for await (const _ of context.req);
    // As unpacking does when it has become too much.
    if (context.path === '/halfway') await new Promise((resolve) => context.req.pipe(new Writable({ write: resolve })));
    context.status = context.path === '/read' ? 200 : 429;
    context.body = 'answered';
  });
  server = createServer(koa.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends a body. Resolves with the status once the answer has come and the server has read the body. */
async function send(port: number, path: string, bytes: number, headers: Record<string, string> = {}): Promise<number> {
  const read = new Promise((resolve) => {
    server.once('request', (incoming) => incoming.once('end', resolve));
  });
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', path, headers });
  outgoing.end(Buffer.alloc(bytes));
  const [response] = await once(outgoing, 'response');
  response.resume();
  await Promise.all([read, once(response, 'end')]);
  return response.statusCode;
}

describe('a request that is answered before its body was read', () => {
  it('is read at 16 MB a second, and its connection stays open', async () => {
    // Time that goes by meanwhile is taken off the pauses.
    vi.useFakeTimers({ toFake: ['performance'] });
    const port = await start();
    const connections = new Set<unknown>();
    server.on('connection', (socket) => connections.add(socket));
    expect(await send(port, '/', 8e6, { 'content-length': String(8e6) })).toBe(429);
    expect(Math.max(...pauses)).toBeCloseTo(500);
    expect(await send(port, '/read', 10)).toBe(200);
    expect(connections.size).toBe(1);
  });

  it('is read as slowly where it does not tell its length', async () => {
    const port = await start();
    expect(await send(port, '/', 2e6, { 'transfer-encoding': 'chunked' })).toBe(429);
    expect(pauses.length).toBeGreaterThan(10);
  });

  it.each([200_000, 2e6])(
    'leaves nothing of %i bytes before the next request if it was read halfway',
    async (bytes) => {
      const port = await start();
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const answered = async (path: string) => {
        const outgoing = request({ agent, port, host: '127.0.0.1', method: 'POST', path });
        outgoing.end(Buffer.alloc(bytes));
        const [response] = await once(outgoing, 'response');
        await once(response.resume(), 'end');
        return [response.statusCode, outgoing.reusedSocket];
      };
      expect(await answered('/halfway')).toEqual([429, false]);
      expect(await answered('/read')).toEqual([200, true]);
      agent.destroy();
    },
  );

  it.each([
    ['short', '/', 100_000],
    ['read by the route', '/read', 2e6],
  ])('is not slowed down where it is %s', async (_, path, bytes) => {
    const port = await start();
    await send(port, path, bytes, { 'content-length': String(bytes) });
    expect(pauses).toEqual([]);
  });
});
