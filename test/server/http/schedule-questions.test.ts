import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestState } from '../../../server/http/context.ts';
import type { RouteRule } from '../../../server/http/rule.ts';
import { scheduleQuestions } from '../../../server/http/schedule-questions.ts';
import { until } from '../../helpers/timing/until.ts';

const CROWD = 40;
const RULE: RouteRule = { name: 'a-route', accepts: ['none'], limit: null, answers: [200] };

let server: Server;
let sockets: Socket[];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends what a crowd asks, and behind it one request for the server's health; returns the paths in the order they were begun. */
async function order(koa: Koa<RequestState>): Promise<string[]> {
  const begun: string[] = [];
  koa.use((context) => {
    begun.push(context.path);
    const end = performance.now() + 1;
    while (performance.now() < end);
    context.body = 'ok';
  });
  server = createServer(koa.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  let accepted = 0;
  server.on('connection', () => {
    accepted += 1;
  });
  sockets = Array.from({ length: CROWD + 1 }, () => connect(port, '127.0.0.1'));
  await until(() => accepted > CROWD, 'all are connected');
  sockets.forEach((socket, at) => {
    socket.write(`GET ${at < CROWD ? '/chat' : '/health'} HTTP/1.1\r\nhost: x\r\n\r\n`);
  });
  await until(() => begun.length > CROWD, 'all are begun');
  return begun;
}

describe('a crowd that asks at once', () => {
  it('keeps nobody else waiting until all of it is served', async () => {
    const koa = new Koa<RequestState>();
    koa.use((context, next) => {
      context.state.rule = { ...RULE, limit: context.path === '/chat' ? 'chat' : null };
      return next();
    });
    koa.use(scheduleQuestions());
    const begun = await order(koa);
    expect(begun.filter((path) => path === '/chat')).toHaveLength(CROWD);
    expect(begun.indexOf('/health')).toBeLessThan(CROWD / 4);
  });
});
