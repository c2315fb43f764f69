import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../helpers/app.ts';
import { createOwnerWithProject, ORIGIN, type OwnerWorld } from '../../helpers/world.ts';

const REQUESTS = process.env.FOOTNOTE_SOAK ? 5_000 : 300;

let app: TestApp;
let owner: OwnerWorld;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

/** Values that look like input but are not quite. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', ' ', '\u0000', '\ud800', '__proto__', 'x'.repeat(50_000), -1, 1e308, 2 ** 53, null, true, [], {}),
);
const KEYS = [
  'email', 'password', 'name', 'description', 'allowed_origins', 'widget', 'widget_access', 'language', 'query',
  'conversation_id', 'stream', 'project_id', 'origin', 'visitor_id', 'expires_in', 'constructor', 'toString', 'id',
  'url', 'type', 'title', 'text', 'rating', 'comment', 'current_password', 'daily_budget', 'open_originals',
]; // biome-ignore format: a list of words
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 5 }).map((object) => JSON.stringify(object)),
  fc.jsonValue().map((any) => JSON.stringify(any)),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom('', '{', '[[[[', '{"query":"a","query":"b"}', '\ufeff{}', '{"name":"\\ud800"}'),
);
const type = fc.constantFrom(
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'x',
);
const segment = fc.oneof(
  fc.constantFrom('..', '.', '%00', '%2f', '%', '%E0%A4%A', "'", '"', 'null', 'undefined', '__proto__', '0', '-1'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((text) => encodeURIComponent(text.toWellFormed())),
  fc.constant('a'.repeat(5_000)),
);
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    '?limit=%00',
    '?limit[]=1',
    '?offset=99999999',
    '?project_id=%ff',
    '?=&&&=',
    `?${'a=1&'.repeat(500)}`,
  ),
  fc.string({ maxLength: 30 }).map((text) => `?${encodeURIComponent(text.toWellFormed())}`),
);
const credential = fc.constantFrom('none', 'owner', 'key', 'widget', 'garbage');
const method = fc.constantFrom('as declared', 'as declared', 'as declared', 'PUT', 'HEAD', 'DELETE', 'PATCH', 'POST');

function using(kind: string): { token?: string; key?: string; origin?: string } {
  if (kind === 'owner') return { token: owner.token };
  if (kind === 'key') return { key: owner.project.key };
  if (kind === 'widget') return { token: owner.project.widget, origin: ORIGIN };
  return kind === 'garbage' ? { token: 'garbage', origin: '\u00ff' } : {};
}

describe('odd requests', () => {
  it(`end in an answer that says what is wrong, never in a 500 (${REQUESTS} of them)`, async () => {
    const endpoints = fc.constantFrom(
      // What would end the session or the project is not part of this.
      ...app.endpoints.filter(({ rule }) => rule.name !== 'auth.logout' && rule.name !== 'projects.delete'),
    );
    await fc.assert(
      fc.asyncProperty(
        endpoints,
        body,
        type,
        segment,
        query,
        credential,
        method,
        fc.boolean(),
        async (endpoint, text, contentType, odd, search, kind, verb, own) => {
          const path = endpoint.path.replace(':project_id', own ? owner.project.id : odd).replace(/[:*]\w+/g, odd);
          const chosen = verb === 'as declared' ? endpoint.method : verb;
          const sends = chosen !== 'GET' && chosen !== 'HEAD';
          const called = await app.call(chosen, path + search, {
            ...using(kind),
            ...(sends && { body: text, headers: { 'content-type': contentType } }),
          });
          expect(called.status, `${chosen} ${path}${search} ${text} → ${called.text}`).toBeLessThan(500);
          expect(called.headers.get('x-request-id')).toMatch(/^req_/);
          if (called.status >= 400 && chosen !== 'HEAD') {
            expect(called.body).toMatchObject({ detail: expect.any(String), code: expect.stringMatching(/^[a-z_]+$/) });
            expect(called.text).not.toMatch(/node_modules|\.ts:|SQLITE|at Object|\/server\//);
          }
        },
      ),
      { numRuns: REQUESTS, seed: 20261121, interruptAfterTimeLimit: 600_000 },
    );
    expect(Object.keys({})).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((await app.call('GET', '/health')).status).toBe(200);
    expect(app.log.join('')).not.toContain('request-failed');
  }, 600_000);
});
