import { createServer, type Server } from 'node:http';
import type { Middleware } from 'koa';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { RequestState } from '../../../server/http/context.ts';
import { errors } from '../../../server/http/errors.ts';
import { type Guard, guard } from '../../../server/http/guard.ts';
import { createKoa, type KoaOptions } from '../../../server/http/koa.ts';
import { listen } from '../../../server/http/listen.ts';
import { createOpenApiDocument } from '../../../server/http/openapi/openapi.ts';
import {
  createRouteFinder,
  createRoutes,
  type Endpoint,
  endpointsOf,
  type Routes,
  type RoutesBelow,
} from '../../../server/http/routes.ts';
import { statusesOf } from '../../../server/http/rule.ts';
import { createLog } from '../../../server/platform/log.ts';
import { field } from '../../../server/presenters/shape.ts';
import { createApiRoutes, type RouteDeps } from '../../../server/routes/index.ts';

let server: Server | undefined;
afterEach(() => server?.close());

const CREDENTIAL = { kind: 'key', keyId: 'key_1', projectId: 'proj_1', scopes: ['read'] } as const;

/** Serves only these routes. There is one valid API key, limited to two requests per minute. */
async function serve(added: Routes): Promise<(path: string, key?: string, method?: string) => Promise<Response>> {
  const counts = new Map<string, number>();
  const options = {
    routes: added.list,
    log: createLog(() => undefined),
    hostCheck: { listensOn: '127.0.0.1', publicUrl: null },
    access: {
      async project({ projectId }: { projectId: string }, named: string) {
        if (projectId !== named) throw errors.notFound();
        return { id: named };
      },
    },
    verifiers: {
      apiKey: async (key: string) => {
        if (key !== 'chat_good') throw errors.tokenInvalid();
        return CREDENTIAL;
      },
    },
    cors: { allows: async () => false },
    disk: {
      fits: () => true,
      hasRoom: async () => true,
      assertRoom: async () => undefined,
      assertNotFull: async () => undefined,
      beforeWrite: async () => undefined,
      noteFull: () => undefined,
      state: async () => 'ok',
    },
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
    auditLog: {},
    bodies: { temporaryDirectory: '', maxUploadMegabytes: 1 },
    idempotency: { store: {}, now: Date.now },
    trustedProxies: 0,
    https: false,
    onRequest: () => undefined,
    onUndeclared: () => undefined,
  } as unknown as KoaOptions;
  server = createServer(createKoa(options).callback());
  const port = await listen(server, '127.0.0.1', 0);
  return (path, key, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: key ? { 'x-api-key': key } : {} });
}

const WORDS = { tag: 'Things', summary: 'Do something', sdk: 'page' } as const;
const ANYTHING = { 200: z.unknown() } as const;

const document = (routes: Endpoint[]) =>
  createOpenApiDocument({
    version: '1',
    description: '',
    routes,
    tags: [],
    placeholders: { thing_id: ['The thing’s id.', 'thing_1'] },
    errorBodies: [],
    credentials: { key: { name: 'apiKey', scheme: { type: 'apiKey', description: '' } } } as never,
  });

const readThing = () =>
  guard(
    { name: 'things.read', ...WORDS, accepts: ['key'], scope: 'read', limit: 'general', answers: ANYTHING },
    ({ param, credential }) => ({
      status: 200,
      body: { id: param('thing_id'), of: credential.projectId },
    }),
  );

describe('a route with middleware before its guard', () => {
  const routes = createRoutes('/v1');
  const order: string[] = [];
  const step =
    (name: string) => async (context: { set(name: string, value: string): void }, next: () => Promise<unknown>) => {
      order.push(`before ${name}`);
      await next();
      order.push(`after ${name}`);
      context.set(`x-${name}`, 'passed');
    };
  routes.get('/things/:thing_id', step('first'), step('second'), readThing());

  it('is answered, authenticated and limited like any other, and its middleware runs in order', async () => {
    const get = await serve(routes);
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

  it('is documented with its path, security and statuses', () => {
    const endpoints = endpointsOf(routes.list);
    expect(endpoints.map(({ method, path, rule }) => [method, path, rule.name])).toEqual([
      ['GET', '/v1/things/:thing_id', 'things.read'],
    ]);
    const { paths } = document(endpoints);
    const described = paths['/v1/things/{thing_id}']?.get;
    expect(described?.security).toEqual([{ apiKey: ['read'] }]);
    expect(Object.keys(described?.responses ?? {})).toEqual(['200', '400', '401', '403', '429', '500']);
  });
});

describe('the steps of a route', () => {
  it('end in exactly one guard, which the compiler enforces', () => {
    type Added = Parameters<RoutesBelow<''>['get']>;
    expectTypeOf<[string, Guard<undefined>]>().toExtend<Added>();
    expectTypeOf<[string, Middleware<RequestState>, Guard<undefined>]>().toExtend<Added>();
    expectTypeOf<[string, Middleware<RequestState>]>().not.toExtend<Added>();
    expectTypeOf<[string, Guard<undefined>, Middleware<RequestState>]>().not.toExtend<Added>();
    expectTypeOf<[string, Guard<undefined>, Guard<undefined>]>().not.toExtend<Added>();
  });

  it('declare what the request is about where the path has its id, which the compiler enforces', () => {
    const rule = {
      name: 'things.read',
      ...WORDS,
      accepts: ['key'],
      scope: 'read',
      limit: null,
      answers: ANYTHING,
    } as const;
    const silent = guard(rule, () => ({ status: 200, body: {} }));
    const ofProject = guard({ ...rule, resource: 'project' }, ({ project }) => ({ status: 200, body: project }));
    const ofSource = guard({ ...rule, resource: 'source' }, ({ source }) => ({ status: 200, body: source }));
    const unchecked = guard({ ...rule, resource: null }, () => ({ status: 200, body: {} }));
    const project = createRoutes('/v1/projects/:project_id');
    project.get('/things', ofProject).get('/things/:thing_id', unchecked);
    createRoutes('/v1').get('/sources/:source_id/things', ofSource).get('/things', silent);
    // @ts-expect-error The path has the id of a project.
    project.get('/things', silent);
    // @ts-expect-error The path has no id of a source.
    project.get('/things', ofSource);
    // @ts-expect-error The path has the id of a source.
    createRoutes('/v1').get('/sources/:source_id/things', silent);
    // @ts-expect-error Without a resource, the handler receives none.
    guard(rule, ({ project }) => ({ status: 200, body: project }));
  });
});

describe('a rule', () => {
  const rule = { ...WORDS, name: 'things.read', accepts: ['none'], limit: null } as const;
  const answers = { 200: z.strictObject({ id: z.string() }), 202: null };

  it('has words and the shapes of its answers, which the compiler enforces', () => {
    guard({ ...rule, answers }, () => ({ status: 200, body: { id: 'thing_1' } }));
    guard({ name: 'page', page: true, accepts: ['none'], limit: null, answers }, () => ({ status: 202, body: '' }));
    // @ts-expect-error It declares no such status.
    guard({ ...rule, answers }, () => ({ status: 201, body: { id: 'thing_1' } }));
    // @ts-expect-error The body has another shape.
    guard({ ...rule, answers }, () => ({ status: 200, body: { id: 1 } }));
    // @ts-expect-error A route of the API has words.
    guard({ name: 'things.read', accepts: ['none'], limit: null, answers }, () => ({ status: 202, body: '' }));
  });

  it('describes each field of what it takes', () => {
    const takes = (field: z.ZodType) => ({ ...rule, answers, body: z.strictObject({ name: field }) });
    const described = (field: z.ZodType) => {
      const routes = createRoutes().post(
        '/things',
        guard(takes(field), () => ({ status: 202, body: '' })),
      );
      return document(endpointsOf(routes.list)).paths['/things']?.post?.requestBody?.content['application/json'];
    };
    const named = field(z.string(), 'The name.', 'Ann');
    expect(described(named)?.schema?.properties).toEqual({
      name: { type: 'string', description: 'The name.', examples: ['Ann'] },
    });
    expect(() => described(z.string())).toThrow('The field name of things.read has no description.');
  });
});

describe('the resource of a rule', () => {
  const rule = {
    name: 'things.list',
    ...WORDS,
    accepts: ['key'],
    scope: 'read',
    limit: null,
    answers: ANYTHING,
  } as const;
  const routes = createRoutes('/v1/projects/:project_id').get(
    '/things',
    guard({ ...rule, resource: 'project' }, ({ project }) => ({ status: 200, body: { of: project.id } })),
  );

  it('is loaded for the credential, and the handler receives it', async () => {
    const get = await serve(routes);
    const answered = await get('/v1/projects/proj_1/things', 'chat_good');
    expect([answered.status, await answered.json()]).toEqual([200, { of: 'proj_1' }]);
  });

  it('is a 404 for a credential that may not access it, also in the documentation', async () => {
    const get = await serve(routes);
    expect((await get('/v1/projects/proj_2/things', 'chat_good')).status).toBe(404);
    expect(statusesOf({ ...rule, resource: 'project' })).toEqual([200, 400, 401, 403, 404, 500]);
    expect(statusesOf(rule)).not.toContain(404);
  });
});

describe('a path', () => {
  const show = guard(
    { name: 'things.show', ...WORDS, accepts: ['none'], limit: null, answers: ANYTHING },
    ({ param }) => ({
      status: 200,
      body: { params: [param('id'), param('rest')] },
    }),
  );
  const routes = createRoutes('/v1/things').get('/', show).get('/:id', show).get('/:id/files/*rest', show);

  it.each([
    ['/v1/things', ['', '']],
    ['/v1/things/', ['', '']],
    ['/V1/Things/A', ['A', '']],
    ['/v1/things/a%20b', ['a b', '']],
    ['/v1/things/50%', ['50%', '']],
    ['/v1/things/a%2Fb', ['a/b', '']],
    ['/v1/things/a/files/b/c%20d.txt', ['a', 'b/c d.txt']],
  ])('such as %s is answered with its placeholders decoded', async (path, params) => {
    const get = await serve(routes);
    const answered = await get(path);
    expect([answered.status, await answered.json()]).toEqual([200, { params }]);
  });

  it.each(['/v1', '/v1/things/a/b', '/v1/things/a/files', '/v1/things/a/files/'])('such as %s is 404', async (path) => {
    const get = await serve(routes);
    expect((await get(path)).status).toBe(404);
  });
});

describe('a method', () => {
  const routes = createRoutes().get('/things/:thing_id', readThing());

  it('HEAD is answered like GET, without the body', async () => {
    const ask = await serve(routes);
    const answered = await ask('/things/a', 'chat_good', 'HEAD');
    expect([answered.status, answered.headers.get('content-length'), await answered.text()]).toEqual([200, '24', '']);
  });

  it.each(['POST', 'DELETE', 'PURGE'])('%s is 404 if only GET was added', async (method) => {
    const ask = await serve(routes);
    expect((await ask('/things/a', 'chat_good', method)).status).toBe(404);
  });
});

describe('the first of several matching routes', () => {
  it('answers', async () => {
    const routes = createRoutes();
    const named = (name: string) =>
      guard({ name, ...WORDS, accepts: ['none'], limit: null, answers: ANYTHING }, () => ({
        status: 200,
        body: { name },
      }));
    routes.get('/things/special', named('special')).get('/things/:id', named('one'));
    const get = await serve(routes);
    expect(await (await get('/things/special')).json()).toEqual({ name: 'special' });
    expect(await (await get('/things/other')).json()).toEqual({ name: 'one' });
  });

  it('answers for each address of the server, so that none is hidden behind a placeholder', () => {
    const build = { directory: '', version: '' };
    const builds = { widgetBuild: build, consoleBuild: build, referenceBuild: build, packagesBuild: build };
    const routes = createApiRoutes(builds as unknown as RouteDeps);
    const find = createRouteFinder(routes);
    const hidden = routes.filter(({ method, path, rule }) => {
      const own = path.replace(/[:*]\w+/g, 'x');
      return find(method, own)?.rule !== rule;
    });
    expect(hidden.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});
