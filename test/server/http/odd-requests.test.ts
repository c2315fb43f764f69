import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Schema } from '../../../server/http/openapi/openapi-types.ts';
import type { Endpoint } from '../../../server/http/routes.ts';
import { fc } from '../../helpers/input/fast-check.ts';
import { bodiesFor, queriesFor } from '../../helpers/input/odd-input.ts';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

const REQUESTS = process.env.FOOTNOTE_SOAK ? 5_000 : 400;

let app: TestApp;
let owner: OwnerFixture;
const unhandled: unknown[] = [];
const note = (error: unknown) => unhandled.push(error);

beforeAll(async () => {
  process.on('unhandledRejection', note).on('uncaughtException', note);
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(async () => {
  process.off('unhandledRejection', note).off('uncaughtException', note);
  await app.close();
});

const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'text/plain',
      'x',
    ),
  },
);
const segment = fc.oneof(
  fc.constantFrom('..', '.', '%00', '%2f', '%', '%E0%A4%A', "'", '"', 'null', 'undefined', '__proto__', '0', '-1'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constant('a'.repeat(5_000)),
);
const verb = fc.oneof(
  { weight: 4, arbitrary: fc.constant('as declared') },
  { weight: 1, arbitrary: fc.constantFrom('PUT', 'HEAD', 'DELETE', 'PATCH', 'POST', 'GET', 'OPTIONS', 'PROPFIND') },
);
/** Mostly a kind that the route accepts, as a refused credential tests nothing further. */
const credentialFor = (accepts: readonly string[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...accepts) },
    { weight: 1, arbitrary: fc.constantFrom('none', 'user', 'key', 'widget', 'garbage') },
  );

function using(kind: string): { token?: string; key?: string; origin?: string } {
  if (kind === 'user') return { token: owner.token };
  if (kind === 'key') return { key: owner.project.key };
  if (kind === 'widget') return { token: owner.project.widget, origin: ORIGIN };
  return kind === 'garbage' ? { token: 'garbage', origin: '\u00ff' } : {};
}

const schemaOf = (schema: z.ZodType | undefined) =>
  schema ? (z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as Schema) : ({ type: 'object' } as Schema);

/**
 * Reports whether a request would delete what the others depend on: the session, the visitor's token or the project. A new
 * password and the deletion of the account need the current password, which no generated request has.
 */
function isDestructive(
  { rule }: Endpoint,
  { method, own, kind }: { method: string; own: boolean; kind: string },
): boolean {
  if (rule.name === 'auth.logout') return method === 'POST' && kind === 'user';
  return own && (method === 'DELETE' || (rule.name === 'widget.revoke' && method === 'POST'));
}

function oddRequest(endpoint: Endpoint) {
  return fc.record({
    endpoint: fc.constant(endpoint),
    body: bodiesFor(schemaOf(endpoint.rule.body)),
    query: queriesFor(schemaOf(endpoint.rule.query)),
    contentType,
    odd: segment,
    own: fc.boolean(),
    kind: credentialFor(endpoint.rule.accepts),
    verb,
  });
}

describe('odd requests', () => {
  it(`generated from each route's schemas get a helpful error, never a 500 (${REQUESTS})`, async () => {
    const statuses = new Map<number, number>();
    const reached = new Set<string>();
    let sent = 0;
    const requests = fc.oneof(...app.endpoints.map(oddRequest));
    await fc.assert(
      fc.asyncProperty(requests, async ({ endpoint, body, query, contentType, odd, own, kind, verb }) => {
        const path = (
          own
            ? endpoint.path.replace(':project_id', owner.project.id).replace(':source_id', owner.project.sourceId)
            : endpoint.path
        ).replace(/[:*]\w+/g, odd);
        const method = verb === 'as declared' ? endpoint.method : verb;
        fc.pre(!isDestructive(endpoint, { method, own, kind }));
        sent += 1;
        const sends = method !== 'GET' && method !== 'HEAD';
        const called = await app.call(method, path + query, {
          ...using(kind),
          ...(sends && { body, headers: { 'content-type': contentType } }),
        });
        statuses.set(called.status, (statuses.get(called.status) ?? 0) + 1);
        if (called.status < 300 && method === endpoint.method) reached.add(endpoint.rule.name);
        expect(called.status, `${method} ${path}${query} ${body.slice(0, 500)} → ${called.text}`).toBeLessThan(500);
        expect(called.headers.get('x-request-id')).toMatch(/^req_/);
        if (called.status >= 400 && method !== 'HEAD') {
          expect(called.body).toMatchObject({ detail: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) });
          expect(called.text).not.toMatch(/node_modules|\.ts:|SQLITE|at Object|\/server\//);
        }
      }),
      { numRuns: REQUESTS, seed: 20261121, interruptAfterTimeLimit: 900_000, markInterruptAsFailure: true },
    );
    // Enough requests are valid.
    expect(reached.size).toBeGreaterThan(10);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(unhandled).toEqual([]);
    expect((await app.call('GET', '/health')).status).toBe(200);
    expect(app.log.join('')).not.toContain('request_failed');
    if (process.env.FOOTNOTE_SOAK)
      process.stdout.write(`${sent} sent: ${JSON.stringify([...statuses].sort())} ${[...reached].join(' ')}\n`);
  }, 1_000_000);
});
