import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { ask } from '../../../server/diagnosis/ask.ts';
import { checkPublicAddress } from '../../../server/diagnosis/public-address.ts';
import { createOwnerWithProject, ORIGIN } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A proxy in front of a real server, with an optional fault: it sees each response in full before it is sent. */
async function proxied(
  app: TestApp,
  fault: (path: string, answer: Response) => Partial<{ status: number; headers: Record<string, string>; body: string }>,
  forwards = true,
) {
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = new Headers();
    for (const name of [
      'origin',
      'access-control-request-method',
      'access-control-request-headers',
      'x-forwarded-for',
    ]) {
      const value = request.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    if (forwards) headers.append('x-forwarded-for', '203.0.113.9');
    const answer = await fetch(`${app.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      redirect: 'manual',
    });
    const text = await answer.text();
    const changed = fault(request.url ?? '', answer);
    const sent = { ...Object.fromEntries(answer.headers), ...changed.headers };
    delete sent['transfer-encoding'];
    delete sent['content-length'];
    response.writeHead(changed.status ?? answer.status, sent).end(changed.body ?? text);
  };
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function anApp(trustedProxies = 0): Promise<TestApp> {
  const app = await startApp({ env: { trustedProxies } });
  open.push(app);
  await createOwnerWithProject(app, 'owner');
  return app;
}

const verdicts = async (url: string, origin: string | null = null, version = '1.2.3') =>
  new Map((await checkPublicAddress({ url, version, origin }, ask)).map((one) => [one.check, one]));

describe('the doctor, asking an address', () => {
  it('accepts a server that streams, and lets an origin chat', async () => {
    const { url } = await anApp();
    const found = await verdicts(url, ORIGIN);
    expect(found.get('address')).toMatchObject({ verdict: 'ok' });
    expect(found.get('streaming')).toMatchObject({ verdict: 'ok' });
    expect(found.get('visitors’ addresses')).toMatchObject({
      verdict: 'ok',
      found: expect.stringContaining('127.0.0.1'),
    });
    expect(found.get('origin')).toMatchObject({ verdict: 'ok' });
    // The helper's server has no built widget.
    expect(found.get('widget')).toMatchObject({ verdict: 'problem', found: expect.stringContaining('answers 404') });
  });

  it('reports another version, and a missing server', async () => {
    const { url } = await anApp();
    expect((await verdicts(url, null, '9.9.9')).get('address')).toMatchObject({ verdict: 'warning' });
    expect([...(await verdicts('http://127.0.0.1:9')).values()]).toMatchObject([
      { check: 'address', verdict: 'problem', found: expect.stringContaining('does not answer (') },
    ]);
  });

  it('reports a proxy that buffers streams', async () => {
    const url = await proxied(await anApp(1), () => ({}));
    expect((await verdicts(url)).get('streaming')).toMatchObject({
      verdict: 'problem',
      advice: expect.stringContaining('proxy_buffering off'),
    });
  });

  it('reports a TRUST_PROXY that trusts visitors', async () => {
    const { url } = await anApp(1);
    expect((await verdicts(url)).get('visitors’ addresses')).toMatchObject({
      verdict: 'problem',
      advice: expect.stringContaining('Lower TRUST_PROXY'),
    });
    const fine = await proxied(await anApp(1), () => ({}));
    expect((await verdicts(fine)).get('visitors’ addresses')).toMatchObject({
      verdict: 'ok',
      found: expect.stringContaining('203.0.113.9'),
    });
  });

  it.each<[string, Parameters<typeof proxied>[1], string, RegExp]>([
    ['a proxy without its server', () => ({ status: 502 }), 'address', /answers 502/],
    [
      'an address that leads on',
      () => ({ status: 301, headers: { location: 'https://b.example/' } }),
      'address',
      /redirects to https:\/\/b\.example/,
    ],
    [
      'something else',
      () => ({ body: '<html>', headers: { 'content-type': 'text/html' } }),
      'address',
      /is not Footnote/,
    ],
    [
      'a stream that is not passed on',
      (path) => (path.includes('stream') ? { status: 404 } : {}),
      'streaming',
      /breaks off \(404\)/,
    ],
    [
      'a script of another type',
      (path) => (path === '/widget.js' ? { status: 200, headers: { 'content-type': 'text/plain' } } : {}),
      'widget',
      /type text\/plain/,
    ],
    [
      'a script without its headers',
      (path) => (path === '/widget.js' ? { status: 200, headers: { 'content-type': 'text/javascript' } } : {}),
      'widget',
      /lacks the headers/,
    ],
    [
      'a script that is cached for ever',
      (path) =>
        path === '/widget.js'
          ? {
              status: 200,
              headers: {
                'content-type': 'text/javascript',
                'access-control-allow-origin': '*',
                'cross-origin-resource-policy': 'cross-origin',
                'cache-control': 'max-age=31536000',
              },
            }
          : {},
      'widget',
      /cached for long/,
    ],
    [
      'a proxy with its own CORS headers',
      (path) => (path === '/v1/chat' ? { headers: { 'access-control-allow-origin': `${ORIGIN}, *` } } : {}),
      'origin',
      /is sent twice/,
    ],
    ['an origin that no project allows', () => ({}), 'other origin', /may not chat/],
  ])('reports %s', async (_what, fault, check, found) => {
    const url = await proxied(await anApp(1), fault);
    const other = check === 'other origin';
    const result = (await verdicts(url, other ? 'https://other.example' : ORIGIN)).get(other ? 'origin' : check);
    expect(result).toMatchObject({
      verdict: expect.stringMatching(/problem|warning/),
      found: expect.stringMatching(found),
      advice: expect.any(String),
    });
  });
});
