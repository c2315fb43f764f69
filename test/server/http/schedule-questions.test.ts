import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Koa from 'koa';
import { afterEach, describe, expect, it } from 'vitest';
import type { RequestState } from '../../../server/http/context.ts';
import type { RouteRule } from '../../../server/http/rule.ts';
import { scheduleQuestions } from '../../../server/http/schedule-questions.ts';
import { until } from '../../helpers/timing/until.ts';

const QUESTIONS = 40;
const RULE: RouteRule = { name: 'a-route', page: true, accepts: ['none'], limit: null, answers: { 200: null } };

let server: Server;
let sockets: Socket[];
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

/** Sends many questions and then a health check. Returns the paths in the order in which the requests were started. */
async function startOrder(koa: Koa<RequestState>): Promise<string[]> {
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
  sockets = Array.from({ length: QUESTIONS + 1 }, () => connect(port, '127.0.0.1'));
  await until(() => accepted > QUESTIONS, 'all are connected');
  sockets.forEach((socket, at) => {
    socket.write(`GET ${at < QUESTIONS ? '/chat' : '/health'} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  });
  await until(() => begun.length > QUESTIONS, 'all are begun');
  return begun;
}

describe('many questions at once', () => {
  it('do not delay other requests until all of them are started', async () => {
    const koa = new Koa<RequestState>();
    koa.use((context, next) => {
      context.state.rule = { ...RULE, limit: context.path === '/chat' ? 'chat' : null };
      return next();
    });
    koa.use(scheduleQuestions());
    const begun = await startOrder(koa);
    expect(begun.filter((path) => path === '/chat')).toHaveLength(QUESTIONS);
    expect(begun.indexOf('/health')).toBeLessThan(QUESTIONS / 4);
  });
});
