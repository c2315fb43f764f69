import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

const apps: Record<string, TestApp> = {};
beforeAll(async () => {
  apps.local = await startApp();
  apps.proxied = await startApp({ env: { publicUrl: 'https://chat.example.com' } });
  apps.open = await startApp({ env: { host: '0.0.0.0' } });
});
afterAll(() => Promise.all(Object.values(apps).map((app) => app.close())));

/** Sends the header lines with a request, and returns the whole answer. */
async function send(app: string, headers: string[], request: string): Promise<string> {
  const socket = connect(Number(new URL(apps[app]?.url ?? '').port), '127.0.0.1');
  socket.write([request, ...headers, 'Connection: close', '', ''].join('\r\n'));
  return text(socket);
}

/** Returns the status and the code of the error. */
async function ask(app: string, headers: string[], request = 'GET /health HTTP/1.1'): Promise<string> {
  const answer = await send(app, headers, request);
  return `${answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length)} ${/"code":"(\w+)"/.exec(answer)?.[1] ?? ''}`.trim();
}

describe('a server that listens on this machine only', () => {
  it.each(['localhost', 'localhost:8787', 'LOCALHOST:8787', '127.0.0.1:9000', '127.0.0.1', '[::1]:8787', '[::1]'])(
    'is served as %s',
    async (host) => {
      expect(await ask('local', [`Host: ${host}`])).toBe('200');
    },
  );

  it.each([
    'evil.example',
    'evil.example:8787',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.com:x@localhost',
    'localhost@evil.example',
    '192.168.1.7:8787',
    'chat.example.com',
    'localhost/',
  ])('refuses requests for the host %s', async (host) => {
    expect(await ask('local', [`Host: ${host}`])).toBe('403 host_not_served');
  });

  it('refuses them on every route and method, and preflights, before it reads a credential', async () => {
    for (const request of [
      'POST /v1/auth/register HTTP/1.1',
      'GET /v1/projects HTTP/1.1',
      'GET /nothing HTTP/1.1',
      'GET /v1/setup HTTP/1.1',
      'OPTIONS /v1/chat HTTP/1.1',
      'GET http://localhost/v1/projects HTTP/1.1',
    ]) {
      const headers = ['Host: evil.example', 'Authorization: Bearer x', 'Access-Control-Request-Method: POST'];
      expect(await ask('local', headers, request), request).toBe('403 host_not_served');
    }
  });

  it('says what to do', async () => {
    expect(await send('local', ['Host: chat.example.com'], 'GET / HTTP/1.1')).toContain('set PUBLIC_URL');
  });

  it('answers a request of HTTP/1.0 without a host, which no browser sends', async () => {
    expect(await ask('local', [], 'GET /health HTTP/1.0')).toBe('200');
  });

  it.each(['chat.example.com', 'chat.example.com:443', 'Chat.Example.com', 'localhost:8787'])(
    'is served as %s if PUBLIC_URL has the host chat.example.com',
    async (host) => {
      expect(await ask('proxied', [`Host: ${host}`])).toBe('200');
    },
  );

  it.each(['evil.example', 'a.chat.example.com', 'chat.example.com.evil.example', 'example.com'])(
    'refuses the host %s with that PUBLIC_URL, too',
    async (host) => {
      expect(await ask('proxied', [`Host: ${host}`])).toBe('403 host_not_served');
    },
  );
});

describe('a server that listens on other addresses', () => {
  it.each(['evil.example', '192.168.1.7:8787', 'localhost'])('is served as %s', async (host) => {
    expect(await ask('open', [`Host: ${host}`])).toBe('200');
  });
});

describe('a request with two hosts', () => {
  it.each(['local', 'proxied', 'open'])('is a 400 (%s)', async (app) => {
    expect(await ask(app, ['Host: localhost', 'Host: localhost'])).toBe('400 bad_request');
    expect(await ask(app, ['Host: localhost', 'Host: evil.example'])).toBe('400 bad_request');
  });
});
