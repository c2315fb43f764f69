import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../../server/console/routes.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

const PAGE = '<!doctype html><title>The console</title>';
const CODE = 'console("…")'.repeat(50);
const AS_BROWSERS_ASK = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let app: TestApp;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'footnote-console-'));
  const directory = join(root, 'dist');
  await mkdir(directory);
  await writeFile(join(directory, 'index.html'), PAGE);
  await writeFile(join(directory, 'preview.html'), 'preview');
  await writeFile(join(directory, 'index-1a2b.js'), CODE);
  await writeFile(join(directory, 'index-1a2b.js.br'), brotliCompressSync(CODE));
  await writeFile(join(directory, 'index-1a2b.js.gz'), gzipSync(CODE));
  await writeFile(join(directory, 'plain-3c4d.js'), CODE);
  await writeFile(join(root, 'secret.js'), 'secret()');
  await symlink(join(root, 'secret.js'), join(directory, 'linked.js'));
  app = await startApp({ consoleDirectory: directory });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const page = (path: string, headers: Record<string, string> = AS_BROWSERS_ASK) => app.call('GET', path, { headers });

/** The bytes on the wire, as `fetch` decompresses them. */
function sent(path: string, encodings: string): Promise<{ encoding: string | undefined; size: number; vary: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${app.url}${path}`, { headers: { 'accept-encoding': encodings } }, (answer) => {
      let size = 0;
      answer.on('data', (bytes: Buffer) => {
        size += bytes.length;
      });
      answer.on('end', () => {
        const { vary = '' } = answer.headers;
        resolve({ encoding: answer.headers['content-encoding'], size, vary });
      });
    });
    call.on('error', reject).end();
  });
}

describe("the console's page", () => {
  it.each(['/', ...ROUTES.map(({ path }) => path.replace(/:\w+/g, 'some_id'))])('is at %s', async (path) => {
    const answer = await page(path);
    expect([answer.status, answer.text]).toEqual([200, PAGE]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  it('may only run its own files, and cannot be framed', async () => {
    const { headers } = await page('/projects');
    const policy = Object.fromEntries(
      (headers.get('content-security-policy') ?? '').split('; ').map((rule) => [rule.split(' ')[0], rule]),
    );
    expect(policy).toMatchObject({
      'default-src': "default-src 'none'",
      'script-src': "script-src 'self'",
      'style-src': "style-src 'self'",
      'connect-src': "connect-src 'self'",
      'form-action': "form-action 'none'",
      'base-uri': "base-uri 'none'",
      'frame-ancestors': "frame-ancestors 'none'",
      'require-trusted-types-for': "require-trusted-types-for 'script'",
    });
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('is not sent again to clients that have it', async () => {
    const etag = (await page('/')).headers.get('etag') ?? '';
    const having = { ...AS_BROWSERS_ASK, 'if-none-match': etag, 'cache-control': 'max-age=0' };
    expect((await page('/projects', having)).status).toBe(304);
  });

  it.each(['/projects', '/login', '/'])(
    'is for browsers: a program that asks for %s hears that nothing is there',
    async (path) => {
      const answer = await page(path, { accept: 'application/json' });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    },
  );

  it.each(['/v1', '/v1/nothing', '/nothing', '/console', '/health/nothing', '/index.html', '/project'])(
    'is not at %s, not even for browsers',
    async (path) => {
      const answer = await page(path);
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    },
  );

  it('answers only GET and HEAD', async () => {
    const answer = await app.call('POST', '/projects', { headers: AS_BROWSERS_ASK, body: {} });
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('explains what to do if it has not been built', async () => {
    const bare = await startApp();
    const answer = await bare.call('GET', '/', { headers: AS_BROWSERS_ASK });
    await bare.close();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(answer.text).toContain('npm run build');
  });
});

describe("the console's files", () => {
  it('may be cached forever', async () => {
    const answer = await page('/console/index-1a2b.js');
    expect([answer.status, answer.text]).toEqual([200, CODE]);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    // Other sites do not need them.
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0.5, br;q=0', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('are compressed for clients that accept %j', async (encodings, encoding) => {
    const small = await sent('/console/index-1a2b.js', encodings);
    expect([small.encoding, small.vary]).toEqual([encoding, expect.stringMatching(/accept-encoding/i)]);
    if (encoding) expect(small.size).toBeLessThan(CODE.length / 2);
    else expect(small.size).toBe(Buffer.byteLength(CODE));
    // A file without a compressed variant is sent as it is.
    expect((await sent('/console/plain-3c4d.js', encodings)).encoding).toBeUndefined();
  });

  it.each([
    '/console/none.js',
    '/console/index.html',
    '/console/preview.html',
    '/console/index-1a2b.js.br',
    '/console/linked.js',
    '/console/..%2fsecret.js',
    '/console/%2e%2e%2fsecret.js',
    '/console/..%5csecret.js',
  ])('do not include %s', async (path) => {
    const answer = await page(path);
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
  });

  it('have one page that may be framed, by the same origin only', async () => {
    const answer = await page('/console/preview');
    expect([answer.status, answer.text]).toEqual([200, 'preview']);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
  });
});
