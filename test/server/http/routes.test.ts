import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errors } from '../../../server/http/errors.ts';
import { createKoa, type KoaOptions } from '../../../server/http/koa.ts';
import { listen } from '../../../server/http/listen.ts';
import { createOpenApiDocument } from '../../../server/http/openapi/openapi.ts';
import {
  createRouteFinder,
  createRoutes,
  type Endpoint,
  endpointsOf,
  type Routes,
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

const thingRoutes = (prefix: string) =>
  createRoutes(prefix).get(
    '/things/:thing_id',
    { name: 'things.read', ...WORDS, accepts: ['key'], scope: 'read', limit: 'general', answers: ANYTHING },
    ({ param, credential }) => ({ status: 200, body: { id: param('thing_id'), of: credential.projectId } }),
  );

describe('a route', () => {
  const routes = thingRoutes('/v1');

  it('is answered, authenticated and limited', async () => {
    const get = await serve(routes);
    const answered = await get('/v1/things/a%20b', 'chat_good');
    expect([answered.status, await answered.json()]).toEqual([200, { id: 'a b', of: 'proj_1' }]);
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

describe('a rule', () => {
  const rule = { ...WORDS, name: 'things.read', accepts: ['none'], limit: null } as const;
  const answers = { 200: z.strictObject({ id: z.string() }), 202: null };

  it('declares what the request is about where the path has its id, which the compiler enforces', () => {
    const read = { ...rule, accepts: ['key'], scope: 'read', answers: ANYTHING } as const;
    const found = () => ({ status: 200, body: {} }) as const;
    const routes = createRoutes('/v1');
    const project = createRoutes('/v1/projects/:project_id');
    project.get('/things', { ...read, resource: 'project' }, ({ project: own }) => ({ status: 200, body: own }));
    project.get('/things/:thing_id', { ...read, resource: null }, found);
    routes.get('/sources/:source_id/things', { ...read, resource: 'source' }, found);
    routes.get('/things', read, found);
    // @ts-expect-error The path has the id of a project.
    project.get('/things', read, found);
    // @ts-expect-error The path has no id of a source.
    project.get('/things', { ...read, resource: 'source' }, found);
    // @ts-expect-error The path has the id of a source.
    routes.get('/sources/:source_id/things', read, found);
    // @ts-expect-error Without a resource, the handler receives none.
    routes.get('/things', read, ({ project: none }) => ({ status: 200, body: none }));
    // @ts-expect-error A route has a handler.
    routes.get('/things', read);
  });

  it('has words and the shapes of its answers, which the compiler enforces', () => {
    const routes = createRoutes();
    const wordless = { name: 'page', accepts: ['none'], limit: null, answers } as const;
    routes.get('/things', { ...rule, answers }, () => ({ status: 200, body: { id: 'thing_1' } }));
    routes.get('/things', { ...wordless, page: true }, () => ({ status: 202, body: '' }));
    // @ts-expect-error It declares no such status.
    routes.get('/things', { ...rule, answers }, () => ({ status: 201, body: { id: 'thing_1' } }));
    // @ts-expect-error The body has another shape.
    routes.get('/things', { ...rule, answers }, () => ({ status: 200, body: { id: 1 } }));
    // @ts-expect-error A route of the API has words.
    routes.get('/things', wordless, () => ({ status: 202, body: '' }));
  });

  it('describes each field of what it takes', () => {
    const takes = (field: z.ZodType) => ({ ...rule, answers, body: z.strictObject({ name: field }) });
    const described = (field: z.ZodType) => {
      const routes = createRoutes().post('/things', takes(field), () => ({ status: 202, body: '' }));
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
    { ...rule, resource: 'project' },
    ({ project }) => ({ status: 200, body: { of: project.id } }),
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
  const routes = createRoutes('/v1/things');
  for (const path of ['/', '/:id', '/:id/files/*rest']) {
    routes.get(
      path,
      { name: 'things.show', ...WORDS, accepts: ['none'], limit: null, answers: ANYTHING },
      ({ param }) => ({ status: 200, body: { params: [param('id'), param('rest')] } }),
    );
  }

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
  const routes = thingRoutes('');

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
    const add = (path: string, name: string) =>
      routes.get(path, { name, ...WORDS, accepts: ['none'], limit: null, answers: ANYTHING }, () => ({
        status: 200,
        body: { name },
      }));
    add('/things/special', 'special');
    add('/things/:id', 'one');
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
