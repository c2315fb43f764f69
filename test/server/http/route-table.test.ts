import { createServer, type Server } from 'node:http';
import Router from '@koa/router';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RequestState } from '../../../server/http/context.ts';
import { guard } from '../../../server/http/guard.ts';
import { createKoa, type KoaOptions } from '../../../server/http/koa.ts';
import { listen } from '../../../server/http/listen.ts';
import { openApiDocument } from '../../../server/http/openapi/openapi.ts';
import { endpointsOf, routeTable } from '../../../server/http/route-table.ts';
import { errors } from '../../../server/platform/errors.ts';
import { createLog } from '../../../server/platform/log.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const CREDENTIAL = { kind: 'key', keyId: 'key_1', projectId: 'proj_1' } as const;

/** A server of these routes alone. It knows one API key, and serves it twice a minute. */
async function serve(router: Router<RequestState>): Promise<(path: string, key?: string) => Promise<Response>> {
  const counts = new Map<string, number>();
  const options = {
    routes: routeTable(router),
    log: createLog(() => undefined),
    verifiers: {
      apiKey: async (key: string) => {
        if (key !== 'chat_good') throw errors.tokenInvalid();
        return CREDENTIAL;
      },
    },
    cors: { allows: async () => false },
    rateLimit: {
      perMinute: { general: 2, chat: 2, ingestion: 2 },
      async hit(subject: string, limit: number) {
        const count = (counts.get(subject) ?? 0) + 1;
        counts.set(subject, count);
        return { allowed: count <= limit, limit, remaining: Math.max(0, limit - count), resetMs: 60_000 };
      },
      projectOf: async () => null,
      now: Date.now,
    },
    bodies: { temporaryDirectory: '', maxUploadMegabytes: 1 },
    idempotency: { store: {}, now: Date.now },
    trustedProxies: 0,
    https: false,
    onRequest: () => undefined,
    onUndeclared: () => undefined,
  } as unknown as KoaOptions;
  server = createServer(createKoa(options).callback());
  const port = await listen(server, '127.0.0.1', 0);
  return (path, key) => fetch(`http://127.0.0.1:${port}${path}`, { headers: key ? { 'x-api-key': key } : {} });
}

const readThing = () =>
  guard({ name: 'things.read', accepts: ['key'], limit: 'general', answers: [200] }, ({ param, credential }) => ({
    status: 200,
    body: { id: param('thing_id'), of: credential.projectId },
  }));

describe('a route that has middleware before its guard', () => {
  const router = new Router<RequestState>({ prefix: '/v1' });
  const order: string[] = [];
  const step =
    (name: string) => async (context: { set(name: string, value: string): void }, next: () => Promise<unknown>) => {
      order.push(`before ${name}`);
      await next();
      order.push(`after ${name}`);
      context.set(`x-${name}`, 'passed');
    };
  router.get('/things/:thing_id', step('first'), step('second'), readThing());

  it('is answered, authenticated and limited as any other, and its middleware runs in order', async () => {
    const get = await serve(router);
    const answered = await get('/v1/things/a%20b', 'chat_good');
    expect([answered.status, await answered.json()]).toEqual([200, { id: 'a b', of: 'proj_1' }]);
    expect(order).toEqual(['before first', 'before second', 'after second', 'after first']);
    expect(['x-first', 'x-second'].map((name) => answered.headers.get(name))).toEqual(['passed', 'passed']);
    expect(answered.headers.get('ratelimit')).toBe('"general";r=1;t=60');

    expect((await get('/v1/things/a')).status).toBe(401);
    expect((await get('/v1/things/a', 'chat_other')).status).toBe(401);
    expect((await get('/v1/things/a', 'chat_good')).status).toBe(200);
    expect((await get('/v1/things/a', 'chat_good')).status).toBe(429);
    expect((await get('/v1/other', 'chat_good')).status).toBe(404);
  });

  it('is described as it is answered', () => {
    const endpoints = endpointsOf(routeTable(router));
    expect(endpoints.map(({ method, path, rule }) => [method, path, rule.name])).toEqual([
      ['GET', '/v1/things/:thing_id', 'things.read'],
    ]);
    const { paths } = openApiDocument({
      version: '1',
      description: '',
      routes: endpoints,
      words: {
        'things.read': { tag: 'Things', summary: 'Read a thing', answers: { 200: z.strictObject({ id: z.string() }) } },
      },
      tags: [],
      placeholders: { thing_id: ['The thing’s id.', 'thing_1'] },
      errorBodies: [],
      credentials: { key: { name: 'apiKey', scheme: { type: 'apiKey', description: '' } } } as never,
    });
    const described = paths['/v1/things/{thing_id}']?.get;
    expect(described?.security).toEqual([{ apiKey: [] }]);
    expect(Object.keys(described?.responses ?? {})).toEqual(['200', '400', '401', '403', '429', '500']);
  });
});

describe('a route that could not be answered by its own rule', () => {
  const passing = async (_: unknown, next: () => Promise<unknown>) => next();

  it.each([
    ['no guard', [passing], 'does not end in a guard'],
    ['something behind its guard, which would never run', [readThing(), passing], 'does not end in a guard'],
    ['two guards, of which only the first would run', [readThing(), readThing()], 'has more than one guard'],
  ])('is refused at the start: it has %s', (_, middleware, problem) => {
    const router = new Router<RequestState>();
    router.get('/things', ...middleware);
    expect(() => routeTable(router)).toThrow(`The route /things ${problem}.`);
  });
});

describe('the last of several routes that fit', () => {
  it('is the one that answers', async () => {
    const router = new Router<RequestState>();
    const named = (name: string) =>
      guard({ name, accepts: ['none'], limit: null, answers: [200] }, () => ({ status: 200, body: { name } }));
    router.get('/things/:id', named('one')).get('/things/special', named('special'));
    const get = await serve(router);
    expect(await (await get('/things/special')).json()).toEqual({ name: 'special' });
    expect(await (await get('/things/other')).json()).toEqual({ name: 'one' });
  });
});
