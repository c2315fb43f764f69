import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteRule } from '../../../server/http/rule.ts';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

let app: TestApp;
let owner: OwnerFixture;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
});
afterAll(() => app.close());

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const flipped = (token: string) => token.slice(0, -2) + (token.endsWith('A') ? 'BB' : 'AA');

describe('a credential', () => {
  it.each([
    ['alg none', () => `${encode({ alg: 'none' })}.${owner.token.split('.')[1]}.`],
    ['another alg', () => `${encode({ alg: 'RS256' })}.${owner.token.split('.').slice(1).join('.')}`],
    ['edited claims', () => `${owner.token.split('.')[0]}.${encode({ sub: 'usr_1' })}.${owner.token.split('.')[2]}`],
    ['a changed signature', () => flipped(owner.token)],
    ['twelve kilobytes', () => 'A'.repeat(12_000)],
    ['noise', () => '../../etc/passwd'],
  ])('with %s is a 401 on every route', async (_, token) => {
    for (const { method, path, rule } of app.endpoints) {
      if (rule.accepts.every((kind) => kind === 'none')) continue;
      const called = await app.call(method, path.replace(/:\w+/g, 'x'), { token: token(), origin: ORIGIN });
      expect([called.status, called.body.code], `${method} ${path}`).toEqual([401, 'token_invalid']);
    }
  });

  it('may be an API key as a bearer token only on the routes for OpenAI’s clients and for agents', async () => {
    const takesBearer = ({ openAiShaped, keyAsBearer }: RouteRule) => openAiShaped || keyAsBearer;
    for (const { method, path, rule } of app.endpoints) {
      if (rule.accepts.every((kind) => kind === 'none')) continue;
      const called = await app.call(method, path.replace(/:\w+/g, 'x'), { token: owner.project.key });
      const code = takesBearer(rule) ? expect.not.stringMatching('token_invalid') : 'token_invalid';
      expect(called.body.code, `${method} ${path}`).toEqual(code);
    }
    const taking = app.endpoints.filter(({ rule }) => takesBearer(rule)).map(({ rule }) => rule.name);
    expect(taking).toEqual(['chat-completions.create', 'models.list', 'models.retrieve', 'mcp.call']);
  });

  it.each(["' OR 1=1--", 'chat_', `chat_${'0'.repeat(43)}`, 'x'.repeat(12_000)])('key of %s is a 401', async (key) => {
    const called = await app.call('GET', `/v1/projects/${owner.project.id}/sources`, { key });
    expect([called.status, called.body.code]).toEqual([401, 'token_invalid']);
  });

  it.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'token', 'Bearer\t'])('%j is a 401', async (authorization) => {
    const called = await app.call('GET', '/v1/projects', { headers: { authorization } });
    expect(called.status).toBe(401);
  });

  it('of a megabyte is refused before anything reads it', async () => {
    const called = await app.call('GET', '/v1/projects', { token: 'A'.repeat(1_000_000) }).catch(() => null);
    // The server closes the connection early, so the client may see the response or only the close.
    expect(called === null || called.status === 400).toBe(true);
    expect((await app.call('GET', '/health')).status).toBe(200);
  });

  it('must be the only one', async () => {
    const called = await app.call('GET', '/v1/projects', { token: owner.token, key: owner.project.key });
    expect([called.status, called.body.code]).toEqual([400, 'two_credentials']);
  });

  it('is ignored on routes that need none', async () => {
    expect((await app.call('GET', '/health', { token: 'garbage' })).status).toBe(200);
    const body = { email: owner.email, password: 'correct horse battery' };
    expect((await app.call('POST', '/v1/auth/login', { token: 'garbage', body })).status).toBe(200);
  });
});
