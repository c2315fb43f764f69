import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwner } from '../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../helpers/server/test-app.ts';

/** Long enough that compression makes it smaller. */
const CHAT = 'answer();'.repeat(100);

let app: TestApp;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'footnote-widget-'));
  const directory = join(root, 'dist');
  await mkdir(join(directory, 'parts'), { recursive: true });
  await mkdir(join(root, 'dist-private'));
  await writeFile(join(directory, 'widget.js'), 'launcher()');
  await writeFile(join(directory, 'parts', 'panel.js'), 'panel()');
  await writeFile(join(directory, 'chat.js'), CHAT);
  await writeFile(join(directory, 'chat.js.br'), brotliCompressSync(CHAT));
  await writeFile(join(directory, 'chat.js.gz'), gzipSync(CHAT));
  await writeFile(join(directory, 'notes.txt'), 'not ours to serve');
  await writeFile(join(root, 'secret.js'), 'secret()');
  await writeFile(join(root, 'dist-private', 'secret.js'), 'secret()');
  await symlink(join(root, 'secret.js'), join(directory, 'linked.js'));
  app = await startApp({ widgetDirectory: directory });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

describe("the widget's files", () => {
  it('are open to every origin and cached: the current script for five minutes, versioned files forever', async () => {
    const current = await app.call('GET', '/widget.js', { origin: 'https://anywhere.example' });
    expect([current.status, current.body]).toEqual([200, 'launcher()']);
    expect(current.headers.get('cache-control')).toBe('public, max-age=300');
    const versioned = await app.call('GET', '/widget/4.5.6/parts/panel.js');
    expect([versioned.status, versioned.body]).toEqual([200, 'panel()']);
    expect(versioned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const { headers } of [current, versioned]) {
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('say to everybody what the button of a project looks like, and nothing else about it', async () => {
    const owner = await createOwner(app, 'owner@example.org');
    const created = await app.call('POST', '/v1/projects', { token: owner.token, body: { name: 'Secret name' } });
    const widget = {
      accent: '#0a7c4a',
      position: 'bottom-left',
      launcher_label: 'Ask',
      greeting: 'Hello',
      texts: [{ language: 'de', title: '', greeting: 'Hallo', launcher_label: 'Fragen', suggestions: [] }],
    };
    const path = `/v1/projects/${created.body.id}`;
    expect((await app.call('PATCH', path, { token: owner.token, body: { widget } })).status).toBe(200);
    const look = await app.call('GET', `/widget/look/${created.body.id}`, { origin: 'https://anywhere.example' });
    expect([look.status, look.body]).toEqual([
      200,
      'accent: #0a7c4a; position: bottom-left; theme: auto; locale: auto; label: Ask; label-de: Fragen',
    ]);
    expect(look.headers.get('cache-control')).toBe('public, max-age=300');
    expect(look.headers.get('access-control-allow-origin')).toBe('*');
    const none = await app.call('GET', '/widget/look/proj_none');
    expect([none.status, none.text]).toEqual([200, '']);
    const split = await app.call('PATCH', path, {
      token: owner.token,
      body: { widget: { launcher_label: 'Ask; theme: dark' } },
    });
    expect(split.status).toBe(400);
  });

  it('are not sent again to clients that have them', async () => {
    const etag = (await app.call('GET', '/widget.js')).headers.get('etag') ?? '';
    const having = (tag: string) =>
      app.call('GET', '/widget.js', { headers: { 'if-none-match': tag, 'cache-control': 'max-age=0' } });
    expect((await having(etag)).status).toBe(304);
    expect((await having('"other"')).status).toBe(200);
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliCompressSync(CHAT).length],
    ['gzip, deflate', 'gzip', gzipSync(CHAT).length],
    ['br;q=0, gzip;q=0.5', 'gzip', gzipSync(CHAT).length],
    ['identity', null, CHAT.length],
    ['', null, CHAT.length],
  ])('are compressed for clients that accept %j', async (encodings, encoding, length) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await app.call(method, '/widget/4.5.6/chat.js', {
        headers: { 'accept-encoding': encodings },
      });
      expect([status, headers.get('content-encoding')]).toEqual([200, encoding]);
      expect([headers.get('content-length'), headers.get('vary')]).toEqual([String(length), 'accept-encoding']);
      expect(text).toBe(method === 'GET' ? CHAT : '');
    }
  });

  it('have a different etag in each encoding, so that caches keep them apart', async () => {
    const ask = (encoding: string, tag = '') =>
      app.call('GET', '/widget/4.5.6/chat.js', {
        headers: { 'accept-encoding': encoding, 'if-none-match': tag, 'cache-control': 'max-age=0' },
      });
    const etagOf = async (encoding: string) => (await ask(encoding)).headers.get('etag') ?? '';
    const etags = await Promise.all(['br', 'gzip', 'identity'].map(etagOf));
    expect(new Set(etags).size).toBe(3);
    const [br = '', gzip = ''] = etags;
    const kept = await ask('br', br);
    expect([kept.status, kept.headers.get('vary'), kept.headers.get('etag')]).toEqual([304, 'accept-encoding', br]);
    expect((await ask('br', gzip)).status).toBe(200);
  });

  it.each([
    '/widget/4.5.6/chat.js.br',
    '/widget/4.5.6/chat.js.gz',
    '/widget/1.0.0/widget.js',
    '/widget/4.5.6/none.js',
    '/widget/4.5.6/notes.txt',
    '/widget/4.5.6/parts',
    '/widget/4.5.6/..%2fsecret.js',
    '/widget/4.5.6/%2e%2e%2fsecret.js',
    '/widget/4.5.6/..%2fdist-private%2fsecret.js',
    '/widget/4.5.6/..%5csecret.js',
    '/widget/4.5.6/%252e%252e%252fsecret.js',
    '/widget/4.5.6/parts%2f..%2f..%2fsecret.js',
    '/widget/4.5.6/%2fetc%2fpasswd.js',
    '/widget/4.5.6/widget.js%00.js',
    '/widget/4.5.6/linked.js',
  ])('do not include %s', async (path) => {
    const called = await app.call('GET', path);
    expect(called.status).toBe(404);
    expect(called.text).not.toContain('secret()');
  });
});
