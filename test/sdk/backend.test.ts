import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { APIError, Footnote } from '@footnote/sdk';
import { type WidgetTokenHandlerOptions, widgetTokenHandler } from '@footnote/sdk/backend';
import { nodeHandler } from '@footnote/sdk/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnerWithProject, ORIGIN, type OwnerFixture } from '../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../helpers/server/test-app.ts';
import { closedAddress, failure, type Step, scriptedServer } from './scripted-server.ts';

let app: TestApp;
let owner: OwnerFixture;
let client: Footnote;
beforeAll(async () => {
  app = await startApp();
  owner = await createOwnerWithProject(app, 'owner');
  client = new Footnote({ baseURL: `${app.url}/v1`, apiKey: owner.project.key });
});
afterAll(() => app.close());

/** A page's request to the backend, from the origin that the project allows. */
function ask(headers: Record<string, string> = {}, method = 'POST'): Request {
  return new Request(`${ORIGIN}/footnote/token`, { method, headers: { origin: ORIGIN, ...headers } });
}

const minting = (options: Partial<WidgetTokenHandlerOptions> = {}) => widgetTokenHandler({ client, ...options });

/** The answer to a chat request with the token from that origin. */
async function chatWith(token: string, origin = ORIGIN) {
  const body = { query: 'Hello?' };
  return app.call('POST', `/v1/projects/${owner.project.id}/chat`, { token, origin, body });
}

const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

describe('a created token', () => {
  it('works on the page that asked, and on no other', async () => {
    const response = await minting()(ask());
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
      vary: 'origin',
    });
    const { token, expires_in, token_type } = await response.json();
    expect([expires_in, token_type]).toEqual([3_600, 'bearer']);
    expect((await chatWith(token)).status).toBe(200);
    expect(await chatWith(token, 'https://elsewhere.example')).toMatchObject({ status: 403 });
  });

  it('has the requested lifetime', async () => {
    expect(await (await minting({ expiresIn: 90 })(ask())).json()).toMatchObject({ expires_in: 90 });
  });

  it('belongs to the visitor of the session, and sets no cookie', async () => {
    const visitor = async (request: Request) => request.headers.get('x-session');
    const response = await minting({ visitor })(ask({ 'x-session': 'user 42' }));
    expect(await response.json()).toMatchObject({ visitor_id: 'user 42' });
    expect(response.headers.has('set-cookie')).toBe(false);
  });

  it('belongs to a guest whom a cookie recognises, unreadable for scripts', async () => {
    const first = await minting()(ask());
    const { visitor_id } = await first.json();
    expect(first.headers.get('set-cookie')).toBe(
      `footnote_visitor=${visitor_id}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure`,
    );
    const again = await minting()(ask({ cookie: `theme=dark; ${cookieOf(first)}` }));
    expect(await again.json()).toMatchObject({ visitor_id });
    const other = await minting()(ask());
    expect((await other.json()).visitor_id).not.toBe(visitor_id);
  });

  it.each(['user 42', 'vis_short', '', 'vis_0123456789012345678901; x', '%22'])(
    'accepts no visitor id from a cookie that the page has set: %j',
    async (name) => {
      const cookie = `footnote_visitor=${name}`;
      const { visitor_id } = await (await minting({ visitor: () => undefined })(ask({ cookie }))).json();
      if (name.startsWith('vis_0')) expect(visitor_id).toBe('vis_0123456789012345678901');
      else expect(visitor_id).toMatch(/^vis_[0-9A-Za-z]{22}$/);
      expect(visitor_id).not.toBe(name);
    },
  );
});

describe('a page that may not have a token', () => {
  const created: unknown[] = [];
  const untouched = { widgetTokens: { create: async (body: unknown) => Promise.reject(created.push(body)) } };
  const refusing = (options: Partial<WidgetTokenHandlerOptions>) =>
    widgetTokenHandler({ client: untouched, ...options });

  it.each<[string, Record<string, string>, Partial<WidgetTokenHandlerOptions>]>([
    ['another origin', { origin: 'https://evil.example' }, {}],
    ['another scheme', { origin: 'http://docs.example.com' }, {}],
    ['another port', { origin: `${ORIGIN}:8443` }, {}],
    ['no origin that a browser would name', { origin: 'null' }, {}],
    ['a longer origin', { origin: `${ORIGIN}.evil.example` }, {}],
    ['another site, as the browser says', { 'sec-fetch-site': 'cross-site' }, {}],
    ['the same site, but another origin', { 'sec-fetch-site': 'same-site' }, {}],
    ['more than an origin that is listed', { origin: `${ORIGIN}.evil.example` }, { origins: [ORIGIN] }],
    ['an origin that is not listed', {}, { origins: ['https://www.example.com'] }],
  ])('is refused without a request to the server because it has %s', async (_, headers, options) => {
    const response = await refusing(options)(ask(headers));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'origin_not_allowed' });
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
    expect(created).toEqual([]);
  });

  it('is refused because it names no origin', async () => {
    const request = new Request(`${ORIGIN}/footnote/token`, { method: 'POST' });
    expect((await refusing({})(request)).status).toBe(403);
  });

  it('may have one behind a proxy that ends TLS if the browser reports the same origin', async () => {
    const request = new Request('http://10.0.0.7:3000/footnote/token', {
      method: 'POST',
      headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    });
    expect((await minting()(request)).status).toBe(200);
  });

  it.each([null, ''])('is told that nobody is logged in (%j)', async (nobody) => {
    const response = await refusing({ visitor: () => nobody })(ask());
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: 'not_logged_in' });
    expect(created).toEqual([]);
  });

  it('is told the right method because it asks with GET', async () => {
    const response = await refusing({})(ask({}, 'GET'));
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('gets the error that the session lookup throws', async () => {
    const visitor = () => Promise.reject(new Error('the database is down'));
    await expect(refusing({ visitor })(ask())).rejects.toThrow('the database is down');
  });
});

describe('pages of other origins', () => {
  const origins = [ORIGIN, 'https://www.example.com'];

  it('get tokens with their session, after a preflight, if they are listed', async () => {
    const cross = { 'access-control-allow-origin': ORIGIN, 'access-control-allow-credentials': 'true', vary: 'origin' };
    const preflight = await minting({ origins })(ask({ 'access-control-request-method': 'POST' }, 'OPTIONS'));
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({ ...cross, 'access-control-allow-methods': 'POST' });
    const response = await minting({ origins })(ask());
    expect(Object.fromEntries(response.headers)).toMatchObject(cross);
    const refused = await minting({ origins, visitor: () => null })(ask());
    expect(Object.fromEntries(refused.headers)).toMatchObject(cross);
  });

  it('are refused by Footnote if the project does not list them, and the operator gets the reason', async () => {
    const heard: unknown[] = [];
    const origin = 'https://www.example.com';
    const response = await minting({ origins, onError: (error) => heard.push(error) })(ask({ origin }));
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'origin_not_allowed' });
    expect(heard).toMatchObject([{ status: 403, code: 'origin_not_allowed' }]);
  });
});

describe('if Footnote gives no token', () => {
  async function failing(step: Step | string) {
    const baseURL = typeof step === 'string' ? step : (await scriptedServer(step)).baseURL;
    const heard: unknown[] = [];
    const broken = new Footnote({ baseURL, apiKey: 'chat_secret', maxRetries: 0 });
    const response = await minting({ client: broken, onError: (error) => heard.push(error) })(ask());
    return { response, heard, text: await response.text() };
  }

  it('the page is told when to retry because of too many requests', async () => {
    const { response, heard, text } = await failing(failure(429, { 'retry-after': '7' }));
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7']);
    expect(JSON.parse(text)).toMatchObject({ code: 'rate_limited' });
    expect(heard).toHaveLength(1);
  });

  it.each<[string, Step | (() => Promise<string>)]>([
    ['the key is invalid', failure(401, {}, 'token_invalid')],
    ['the server fails', failure(500)],
    ['a response is not JSON', { text: '<h1>chat_secret</h1>' }],
  ])('the page learns nothing about it because %s', async (_, step) => {
    const { response, heard, text } = await failing(step as Step);
    expect(response.status).toBe(502);
    expect(JSON.parse(text)).toEqual({ code: 'unavailable', detail: 'The chat is not available at the moment.' });
    expect(heard.every((error) => APIError.isInstance(error))).toBe(true);
  });

  it('the page learns nothing about it because the server is unreachable', async () => {
    const { response, text } = await failing(`${await closedAddress()}/v1`);
    expect(response.status).toBe(502);
    expect(text).not.toContain('127.0.0.1');
  });
});

describe('nodeHandler', () => {
  const servers: Server[] = [];
  const children: ChildProcess[] = [];
  afterAll(() => {
    for (const child of children) child.kill();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listen(server: Server): Promise<string> {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const echo = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers({ 'x-origin': new URL(request.url).origin });
    headers.append('set-cookie', 'a=1');
    headers.append('set-cookie', 'b=2');
    return new Response(`${request.method} ${pathname}${search} ${request.headers.get('x-name')}`, {
      status: 201,
      headers,
    });
  };

  let inExpress: string;
  beforeAll(async () => {
    const path = fileURLToPath(new URL('express-app.ts', import.meta.url));
    const child = spawn(process.execPath, ['--conditions=footnote-source', path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const [line] = await once(child.stdout, 'data');
    inExpress = String(line).trim();
  });

  it.each<[string, () => Promise<string>, string]>([
    ['Node’s HTTP server', () => listen(createServer(nodeHandler(echo))), '/at/token'],
    ['Express', async () => inExpress, '/at/token'],
    ['a router of Express', async () => inExpress, '/router/at/token'],
  ])('passes requests and responses on in %s', async (_, start, path) => {
    const url = await start();
    const response = await fetch(`${url}${path}?x=1`, { method: 'POST', headers: { 'x-name': 'Ann' } });
    expect([response.status, await response.text()]).toEqual([201, `POST ${path}?x=1 Ann`]);
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(response.headers.get('x-origin')).toBe(url);
  });

  it('takes no other origin from a path that looks like an address', async () => {
    const url = await listen(createServer(nodeHandler(echo)));
    const response = await fetch(`${url}//evil.example/token`, { method: 'POST' });
    expect(response.headers.get('x-origin')).toBe(url);
  });

  it('passes a failure to Express, and answers 500 without an error handler', async () => {
    const broken = nodeHandler(async () => {
      throw new Error('the database is down');
    });
    const plain = await fetch(await listen(createServer(broken)), { method: 'POST' });
    expect([plain.status, await plain.text()]).toEqual([500, '']);
    const handed = await fetch(`${inExpress}/broken`, { method: 'POST' });
    expect([handed.status, await handed.text()]).toEqual([503, 'the database is down']);
  });

  it('creates tokens for a page that it lists', async () => {
    const url = await listen(createServer(nodeHandler(minting({ origins: [ORIGIN] }))));
    const response = await fetch(`${url}/token`, { method: 'POST', headers: { origin: ORIGIN } });
    expect((await chatWith((await response.json()).token)).status).toBe(200);
  });
});
