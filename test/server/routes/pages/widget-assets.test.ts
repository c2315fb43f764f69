import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { animated, jpegHeader, makePng, webpHeader } from '../../../helpers/input/picture-files.ts';
import { createOwner } from '../../../helpers/server/owner-with-project.ts';
import { startApp, type TestApp } from '../../../helpers/server/test-app.ts';

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
  await writeFile(join(directory, 'site-search.js'), 'search()');
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
  it('are open to every origin and cached: the current scripts for five minutes, versioned files forever', async () => {
    const current = await app.call('GET', '/widget.js', { origin: 'https://anywhere.example' });
    expect([current.status, current.body]).toEqual([200, 'launcher()']);
    const search = await app.call('GET', '/site-search.js', { origin: 'https://anywhere.example' });
    expect([search.status, search.body]).toEqual([200, 'search()']);
    for (const { headers } of [current, search]) expect(headers.get('cache-control')).toBe('public, max-age=300');
    const versioned = await app.call('GET', '/widget/4.5.6/parts/panel.js');
    expect([versioned.status, versioned.body]).toEqual([200, 'panel()']);
    expect(versioned.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    for (const { headers } of [current, search, versioned]) {
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

  describe('and pictures', () => {
    const LOGO = makePng(new Uint8Array(12), 4, 3);
    let token: string;
    let path: string;
    beforeAll(async () => {
      ({ token } = await createOwner(app, 'pictures@example.org'));
      const { body } = await app.call('POST', '/v1/projects', { token, body: { name: 'Secret name' } });
      path = `/v1/projects/${body.id}`;
    });
    const put = (kind: string, bytes: Uint8Array | string, name = 'logo.png', type = 'image/png') => {
      const form = new FormData();
      form.append('file', new Blob([bytes as BlobPart], { type }), name);
      return app.call('PUT', `${path}/widget/images/${kind}`, { token, body: form });
    };

    it('are sent to every page, as they came, and can do nothing there', async () => {
      const { status, body } = await put('logo', LOGO, 'logo.exe', 'text/html');
      expect([status, body.widget_images]).toEqual([
        200,
        {
          logo: { path: expect.stringMatching(/^\/widget\/images\/proj_\w+\/[\w-]{27}\.png$/), width: 4, height: 3 },
          avatar: null,
        },
      ]);
      const address = body.widget_images.logo.path;
      const sent = await fetch(app.url + address);
      expect(Buffer.from(await sent.arrayBuffer())).toEqual(LOGO);
      expect(Object.fromEntries(sent.headers)).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        etag: expect.stringMatching(/^"[\w-]{27}\.png"$/),
      });
      expect(app.endpoints.find(({ rule }) => rule.name === 'widget-assets.image')?.rule.limit).toBe('general');
      const headers = { 'if-none-match': sent.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
      expect((await app.call('GET', address, { headers })).status).toBe(304);
      expect(await put('logo', LOGO)).toMatchObject({ body: { widget_images: body.widget_images } });

      const jpeg = await put('logo', jpegHeader(40, 30, 6));
      expect(jpeg.body.widget_images.logo).toMatchObject({
        path: expect.stringMatching(/\.jpg$/),
        width: 30,
        height: 40,
      });
      const webp = await put('avatar', webpHeader('VP8L', 40, 30));
      expect(webp.body.widget_images.avatar).toMatchObject({ path: expect.stringMatching(/\.webp$/), width: 40 });
      const gone = await app.call('GET', address);
      const nothing = await app.call('GET', '/widget/images/proj_none/none.png');
      expect([gone.status, gone.text]).toEqual([404, nothing.text]);
    });

    it.each([
      [
        'an SVG',
        '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        'unsupported_picture',
        /not a PNG, JPEG or WebP/,
      ],
      ['a GIF', Buffer.from('GIF89a and so on, long enough'), 'unsupported_picture', /not a PNG, JPEG or WebP/],
      ['HTML that is called a picture', '<!doctype html><script>alert(1)</script>', 'unsupported_picture', /not a PNG/],
      ['a picture without its end', LOGO.subarray(0, 30), 'unsupported_picture', /or it is damaged/],
      ['one that moves', animated(LOGO), 'unsupported_picture', /is animated/],
      [
        'one that would be huge',
        makePng(new Uint8Array(9), 50_000, 50_000),
        'picture_too_large',
        /50000 × 50000 pixels/,
      ],
      ['one that is a pixel too high', makePng(new Uint8Array(9), 1, 1025), 'picture_too_large', /at most 1024/],
      ['one with too many bytes', Buffer.concat([LOGO, Buffer.alloc(200_000)]), 'picture_too_large', /200 kB/],
      ['one with far too many bytes', Buffer.alloc(2_000_000), 'picture_too_large', /200 kB/],
      ['nothing', '', 'file_empty', /empty/],
    ])('are refused in words and change nothing: %s', async (_what, bytes, code, words) => {
      const before = await app.call('GET', path, { token });
      const { status, body } = await put('logo', bytes);
      expect([status, body.code, body.detail]).toEqual([400, code, expect.stringMatching(words)]);
      expect((await app.call('GET', path, { token })).body).toEqual(before.body);
      expect(await app.temporaryFiles()).toEqual([]);
    });

    it('are of two kinds, and removed one by one', async () => {
      await put('logo', LOGO);
      await put('avatar', LOGO);
      const address = (await app.call('GET', path, { token })).body.widget_images.logo.path;
      expect((await put('banner', LOGO)).status).toBe(404);
      const remove = (kind: string) => app.call('DELETE', `${path}/widget/images/${kind}`, { token });
      expect((await remove('banner')).status).toBe(404);
      expect((await remove('logo')).body.widget_images).toMatchObject({ logo: null, avatar: { width: 4 } });
      // The avatar has the same content.
      expect((await app.call('GET', address)).status).toBe(200);
      expect((await remove('avatar')).body.widget_images).toEqual({ logo: null, avatar: null });
      expect((await remove('avatar')).status).toBe(200);
      expect((await app.call('GET', address)).status).toBe(404);
    });
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
