import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';
import { LIMIT_MS } from '../../helpers/timing/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Sends raw text. Returns everything received until the server closes the connection or is silent for a while. */
function raw(text: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let answer = '';
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    let timer = setTimeout(end, LIMIT_MS);
    socket.on('data', (bytes) => {
      answer += bytes;
      clearTimeout(timer);
      timer = setTimeout(end, 300);
    });
    socket.on('close', end).on('error', end);
    socket.write(text);
  });
}
const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

describe('an unusual or malformed request', () => {
  it.each([
    [
      'a length and chunks',
      'POST /v1/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'POST /v1/chat HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd'],
    ['bare line feeds', 'GET /health HTTP/1.1\nHost: localhost\n\n'],
    ['a space in a header name', 'GET /health HTTP/1.1\r\nHost : x\r\n\r\n'],
    ['a folded header', 'GET /health HTTP/1.1\r\nHost: localhost\r\nA: b\r\n c\r\n\r\n'],
    ['an unknown version', 'GET /health HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['an unknown method', 'BREW /health HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['headers of 17 KB', `GET /health HTTP/1.1\r\nHost: localhost\r\nA: ${'b'.repeat(17_000)}\r\n\r\n`],
    ['a target of 17 KB', `GET /${'b'.repeat(17_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['noise', '\u0000\u0001\u0002\r\n\r\n'],
    ['another protocol', '\u0016\u0003\u0001\u0002\u0000\u0001'],
  ])('with %s is a 400 with our error body', async (_, text) => {
    const answer = await raw(text);
    expect(statuses(answer)).toEqual([400]);
    expect(answer).toMatch(/x-request-id: req_\w+/i);
    expect(answer).toMatch(/x-content-type-options: nosniff\r\n/i);
    expect(answer).toContain('"code":"bad_request"');
  });

  it.each([
    ['an unknown path', 'GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an unknown method of a path', 'PUT /v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n'],
    ['TRACE', 'TRACE /health HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['broken percent signs', 'GET /v1/projects/%E0%A4%A/x HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['a whole address', 'GET http://evil.example/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['dots', 'GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['slashes', 'GET //// HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('with %s is a 404 in JSON', async (_, text) => {
    const answer = await raw(text);
    expect(statuses(answer)).toEqual([404]);
    expect(answer).toContain('"code":"not_found"');
  });

  it.each([
    ['an expectation of its own', 'GET /health HTTP/1.1\r\nHost: localhost\r\nExpect: the-unexpected\r\n\r\n'],
    ['an upgrade', 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'],
    ['HTTP/1.0', 'GET /health HTTP/1.0\r\n\r\n'],
  ])('with %s is answered as usual', async (_, text) => {
    expect(statuses(await raw(text))).toEqual([200]);
  });

  it('with HEAD gets no body', async () => {
    const answer = await raw('HEAD /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(statuses(answer)).toEqual([200]);
    expect(answer.split('\r\n\r\n')[1]).toBe('');
  });
});

describe('every response', () => {
  it('forbids browsers to sniff, frame, store or load anything', async () => {
    for (const [method, path] of [
      ['GET', '/health'],
      ['GET', '/nothing'],
      ['GET', '/v1/projects'],
      ['POST', '/v1/auth/login'],
    ] as const) {
      const { headers } = await app.call(method, path);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
    }
    const behindHttps = await startApp({ env: { publicUrl: 'https://chat.example.com' } });
    expect((await behindHttps.call('GET', '/health')).headers.get('strict-transport-security')).toBe(
      'max-age=31536000',
    );
    await behindHttps.close();
  });
});
