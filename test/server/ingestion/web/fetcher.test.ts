import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFetcher, type Fetcher, type FetchRequest } from '../../../../server/ingestion/web/fetcher.ts';
import { type ResolveHostname, resolveHostname } from '../../../../server/ingestion/web/safe-dns-lookup.ts';
import { parseAddressRange } from '../../../../server/ingestion/web/url-policy.ts';
import { html, redirect, type Site, startSite, status, text } from '../../../helpers/ingestion/site.ts';
import { LIMIT_MS } from '../../../helpers/timing/until.ts';

const MEGABYTE = 1024 * 1024;

/** Our public web is 127.0.0.2, an opened range; 127.0.0.1 stands for everything inside that must never be asked. */
const OPENED = [parseAddressRange('127.0.0.2/32')].filter((range) => range !== null);

let directory: string;
let site: Site;
let canary: Site;
let fetcher: Fetcher;
let lookups: string[];
let answers: string[][];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'footnote-fetch-'));
  [site, canary] = await startTwins();
});

/** Two sites at the same port of two addresses. Another process may hold that port of the second. */
async function startTwins(attempts = 5): Promise<[Site, Site]> {
  const first = await startSite('127.0.0.2');
  try {
    return [first, await startSite('127.0.0.1', first.port)];
  } catch (error) {
    await first.close();
    if (attempts === 1) throw error;
    return startTwins(attempts - 1);
  }
}
afterAll(async () => {
  await site.close();
  await canary.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  lookups = [];
  answers = [['127.0.0.2']];
  site.pages.clear();
  for (const list of [site.hits, site.headers, canary.hits]) list.length = 0;
  fetcher = open();
});
afterEach(async () => {
  await fetcher.close();
  expect(canary.hits, 'what is inside was asked').toEqual([]);
  for (const name of await readdir(directory)) await rm(join(directory, name));
});

function open(deadline = LIMIT_MS): Fetcher {
  return createFetcher({
    temporaryDirectory: directory,
    allowedRanges: OPENED,
    deadline,
    async resolve(hostname) {
      lookups.push(hostname);
      const found = answers[Math.min(lookups.length, answers.length) - 1] ?? [];
      return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }) as const);
    },
  });
}

const at = (path: string, host = 'site.example.com') => `http://${host}:${site.port}${path}`;

async function get(url: string, more: Partial<FetchRequest> = {}) {
  const signal = new AbortController().signal;
  const fetched = await fetcher.fetch({ url, accepts: () => MEGABYTE, signal, ...more });
  return fetched.changed ? { ...fetched, body: await readFile(fetched.path, 'utf8') } : fetched;
}

const failure = (url: string, more: Partial<FetchRequest> = {}) =>
  get(url, more).then(
    () => 'no failure',
    (error) => error.code as string,
  );

describe('a URL that is fetched', () => {
  it('is stored in a temporary file, with its headers’ metadata', async () => {
    site.pages.set('/guide', (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'Text/HTML; Charset="UTF-8"', etag: '"one"', 'last-modified': 'Sat, 01 Jan' })
        .end('<p>Hello</p>'),
    );
    expect(await get(at('/guide'))).toMatchObject({
      changed: true,
      url: at('/guide'),
      mediaType: 'text/html',
      charset: 'utf-8',
      body: '<p>Hello</p>',
      size: 12,
      validators: { url: at('/guide'), etag: '"one"', lastModified: 'Sat, 01 Jan' },
    });
  });

  it('is requested with these headers and no others', async () => {
    site.pages.set('/a', redirect('/b'));
    site.pages.set('/b', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('x'),
    );
    await get(at('/a'));
    await get(at('/b'));
    const names = new Set(site.headers.flatMap(Object.keys));
    expect([...names].sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(new Set(site.headers.map((headers) => headers['user-agent']))).toEqual(new Set(['Footnote/1.0']));
  });

  it('is unchanged where the server says so or sends the same content', async () => {
    site.pages.set('/tagged', html('The same.'));
    site.pages.set('/plain', text('The same.'));
    for (const path of ['/tagged', '/plain']) {
      const first = await get(at(path));
      if (!first.changed) throw new Error('It cannot know yet.');
      expect(await get(at(path), { validators: first.validators })).toEqual({ changed: false, url: at(path) });
      // What another address said is not told to this one.
      const elsewhere = { ...first.validators, url: at('/other') };
      expect((await get(at(path), { validators: elsewhere })).changed).toBe(true);
    }
    expect(site.headers.map((headers) => 'if-none-match' in headers)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('is decoded', async () => {
    const body = 'many words '.repeat(500);
    for (const [name, bytes] of [
      ['gzip', gzipSync(body)],
      ['br', brotliCompressSync(body)],
    ] as const) {
      site.pages.set(`/${name}`, (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': name }).end(bytes),
      );
      expect(await get(at(`/${name}`))).toMatchObject({ body });
    }
  });
});

describe('a server inside the network', () => {
  it.each([
    ['a name of it', ['127.0.0.1']],
    ['one bad answer among good ones', ['127.0.0.2', '127.0.0.1']],
    ['a good address and a loopback of the other kind', ['127.0.0.2', '::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['where clouds keep secrets', ['169.254.169.254']],
    ['a public address at another port', ['8.8.8.8']],
    ['no address at all', []],
  ])('is not asked: %s', async (_, found) => {
    answers = [found];
    expect(await failure(at('/'))).toBe('url_not_allowed');
    expect(site.hits).toEqual([]);
  });

  it('is not reached by DNS rebinding: each connection uses the answer of its only lookup', async () => {
    answers = [['127.0.0.2'], ['127.0.0.1']];
    site.pages.set('/', text('fine'));
    site.pages.set('/away', redirect(at('/', 'other.example.com')));
    expect(await get(at('/'))).toMatchObject({ body: 'fine' });
    expect(await failure(at('/away'))).toBe('url_not_allowed');
    expect(lookups).toEqual(['site.example.com', 'other.example.com']);
  });

  it.each([301, 302, 303, 307, 308])('is not reached by a redirect with %i', async (code) => {
    const port = site.port;
    const targets = [
      `http://127.0.0.1:${port}/`,
      `//127.0.0.1:${port}/`,
      `http://2130706433:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:7f00:1]:${port}/`,
      `http://localhost:${port}/`,
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'data:text/plain,hello',
      'ftp://site.example.com/',
      'javascript:alert(1)',
      `http://user:pw@site.example.com:${port}/`,
      'http://metadata.google.internal/',
    ];
    for (const [index, target] of targets.entries()) {
      site.pages.set(`/${index}`, redirect(target, code));
      expect(await failure(at(`/${index}`)), target).toBe('url_not_allowed');
    }
  });

  it('cannot be told apart from a closed or silent one, as nothing is ever connected to it', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect');
    try {
      for (const port of [site.port, 1, 9]) {
        const error = await get(`http://127.0.0.1:${port}/`).catch((thrown) => thrown);
        expect([error.code, error.message]).toEqual(['url_not_allowed', expect.stringContaining('cannot be read')]);
      }
      expect(connect).not.toHaveBeenCalled();
      site.pages.set('/', text('allowed'));
      await get(at('/'));
      expect(connect).toHaveBeenCalledOnce();
    } finally {
      connect.mockRestore();
    }
  });
});

describe('an internal name', () => {
  it.each(['wiki', 'wiki.internal', 'wiki.corp'])(
    'is read where it resolves into an allowed range: %s',
    async (name) => {
      site.pages.set('/', text('the wiki'));
      expect(await get(at('/', name))).toMatchObject({ body: 'the wiki' });
      expect(lookups).toEqual([name]);
    },
  );

  it.each([
    ['an address that is not opened', ['127.0.0.1']],
    ['an opened one and another', ['127.0.0.2', '127.0.0.1']],
    ['a public one', ['8.8.8.8']],
    ['where clouds keep secrets', ['169.254.169.254']],
  ])('is not asked where it stands for %s, and the reason names the setting', async (_, found) => {
    answers = [found];
    const error = await get('http://wiki.internal/').catch((thrown) => thrown);
    expect([error.code, error.message]).toEqual(['url_not_allowed', expect.stringContaining('SCRAPE_ALLOW_CIDRS')]);
    expect(site.hits).toEqual([]);
  });

  it('of this machine is never looked up, and refused where neither of its addresses is allowed', async () => {
    for (const name of ['localhost', 'wiki.localhost', 'localhost.']) {
      expect(await failure(at('/', name)), name).toBe('url_not_allowed');
    }
    expect(lookups).toEqual([]);
  });

  it('of this machine is read where one of its addresses is allowed', async () => {
    const own = await startSite('127.0.0.1');
    const allowedRanges = [parseAddressRange('127.0.0.0/8')].filter((range) => range !== null);
    const local = createFetcher({ temporaryDirectory: directory, allowedRanges });
    try {
      own.pages.set('/', text('on this machine'));
      const request = { accepts: () => 100, signal: new AbortController().signal };
      for (const name of ['localhost', 'wiki.localhost']) {
        const fetched = await local.fetch({ url: `http://${name}:${own.port}/`, ...request });
        expect(fetched, name).toMatchObject({ changed: true, url: `http://${name}:${own.port}/` });
      }
    } finally {
      await local.close();
      await own.close();
    }
  });

  const listed = namesInHostsFile()[0];
  it.skipIf(!listed)('is looked up by the operating system', async () => {
    const [name, address] = listed ?? ['', ''];
    expect(await resolveHostname(name)).toContainEqual({ address, family: 4 });
  });
});

/** Names of one label and their IPv4 addresses, but `localhost`. */
function namesInHostsFile(): [name: string, address: string][] {
  const file = existsSync('/etc/hosts') ? readFileSync('/etc/hosts', 'utf8') : '';
  return [...file.matchAll(/^(\d+(?:\.\d+){3})\s+([a-z][a-z0-9-]*)\s*$/gm)].flatMap(([, address = '', name = '']) =>
    name === 'localhost' ? [] : [[name, address] as [string, string]],
  );
}

describe('redirects', () => {
  it('are followed up to five times, relative ones, too, and the last URL is kept', async () => {
    for (let hop = 0; hop < 6; hop += 1)
      site.pages.set(`/hop${hop}`, redirect(hop % 2 ? `hop${hop + 1}` : at(`/hop${hop + 1}`)));
    site.pages.set('/hop6', text('the end'));
    expect(await get(at('/hop1'))).toMatchObject({ url: at('/hop6'), body: 'the end' });
    expect(await failure(at('/hop0'))).toBe('too_many_redirects');
  });

  it('in a circle fail, and no page leads a caller on that does not ask where it leads', async () => {
    site.pages.set('/self', redirect('/self'));
    site.pages.set(
      '/refresh',
      html(`<meta http-equiv="refresh" content="0;url=${at('/never')}">`, { refresh: '0;url=/never' }),
    );
    expect(await failure(at('/self'))).toBe('too_many_redirects');
    expect((await get(at('/refresh'))).changed).toBe(true);
    expect(site.hits).not.toContain('GET /never');
  });

  it('lead only where the caller allows', async () => {
    site.pages.set('/a', redirect('/private'));
    expect(await failure(at('/a'), { mayFollow: (url) => !url.endsWith('/private') })).toBe('redirected_away');
    expect(site.hits).toEqual(['GET /a']);
  });
});

describe('a body', () => {
  const answering = (headers: Record<string, string>, body: Buffer | string) => {
    site.pages.set('/', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body),
    );
    return failure(at('/'));
  };

  it('that is a compression bomb is stopped by its decoded size and leaves no file', async () => {
    const zeros = Buffer.alloc(200 * MEGABYTE);
    // The best quality takes six seconds and saves nothing.
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
    const bombs = { gzip: gzipSync(zeros), br: brotliCompressSync(zeros, quality) };
    const before = process.memoryUsage.rss();
    for (const [encoding, bomb] of Object.entries(bombs)) {
      expect(bomb.length).toBeLessThan(MEGABYTE);
      expect(await answering({ 'content-encoding': encoding }, bomb)).toBe('page_too_large');
    }
    expect(process.memoryUsage.rss() - before).toBeLessThan(50 * MEGABYTE);
    expect(await readdir(directory)).toEqual([]);
  });

  it('with several or unknown encodings is not decoded', async () => {
    expect(await answering({ 'content-encoding': Array(20).fill('gzip').join(', ') }, 'x')).toBe(
      'url_answer_unreadable',
    );
    expect(await answering({ 'content-encoding': 'zstd' }, 'x')).toBe('url_answer_unreadable');
    expect(await answering({ 'content-encoding': 'gzip' }, 'no gzip at all')).toBe('url_answer_unreadable');
  });

  it('that is endless, too slow or shorter than announced fails', async () => {
    site.pages.set('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const more = () => (response.write(Buffer.alloc(64 * 1024)) ? setImmediate(more) : response.once('drain', more));
      more();
    });
    expect(await failure(at('/endless'))).toBe('page_too_large');
    await fetcher.close();
    fetcher = open(700);
    site.pages.set('/drip', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('x'), 100);
      response.on('close', () => clearInterval(drip));
    });
    site.pages.set('/silent', () => undefined);
    site.pages.set('/short', (request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '1000' });
      response.write('only this', () => request.socket.destroy());
    });
    // The first two would never end by themselves.
    for (const path of ['/drip', '/silent', '/short']) expect(await failure(at(path)), path).toBe('url_unreachable');
    expect(await readdir(directory)).toEqual([]);
  });

  it('with too many headers or an unwanted media type is not read', async () => {
    const long = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`x-${index}`, 'a'.repeat(1000)]));
    expect(await answering(long, 'x')).toBe('url_answer_unreadable');
    site.pages.set('/png', text('x', 'image/png'));
    expect(await failure(at('/png'), { accepts: (type) => (type === 'text/html' ? 1 : null) })).toBe(
      'unsupported_content_type',
    );
  });
});

describe('a server that refuses', () => {
  it.each([
    [404, 'page_not_found', false],
    [410, 'page_not_found', false],
    [401, 'page_forbidden', false],
    [403, 'page_forbidden', false],
    [418, 'page_refused', false],
    [204, 'page_refused', false],
    [304, 'page_refused', false],
    [429, 'page_unavailable', true],
    [500, 'page_unavailable', true],
    [503, 'page_unavailable', true],
  ])('with %i fails as %s, without its own words', async (code, expected, transient) => {
    site.pages.set('/', status(code, { 'retry-after': '7' }));
    const error = await get(at('/')).catch((thrown) => thrown);
    expect([error.code, error.transient, error.status]).toEqual([expected, transient, code]);
    expect(error.retryAfter).toBe(transient ? 7_000 : undefined);
    expect(error.message).not.toContain('secret');
  });

  it('is abandoned at once when the caller aborts', async () => {
    site.pages.set('/silent', () => undefined);
    const giving = new AbortController();
    const reason = new Error('given up');
    setTimeout(() => giving.abort(reason), 100);
    await expect(get(at('/silent'), { signal: giving.signal })).rejects.toBe(reason);
  });

  it('that is down may be there at another attempt', async () => {
    const closed = await startSite('127.0.0.2');
    await closed.close();
    const error = await get(`http://site.example.com:${closed.port}/`).catch((thrown) => thrown);
    expect([error.code, error.transient]).toEqual(['url_unreachable', true]);
  });

  it.each([
    ['ENOTFOUND', 'db.example.com', 'must exist'],
    ['ENODATA', 'db.example.com', 'must exist'],
    ['ENOTFOUND', 'wiki.internal', '“wiki.internal” is a name inside a private network'],
  ])(
    'whose name does not exist (%s %s) cannot be told from one with a private address, but in the log',
    async (code, hostname, words) => {
      const failureWith = async (resolve: ResolveHostname) => {
        const fetcher = createFetcher({ temporaryDirectory: directory, allowedRanges: OPENED, resolve });
        const failed = await fetcher
          .fetch({ url: `http://${hostname}/`, accepts: () => 1, signal: new AbortController().signal })
          .catch((thrown) => thrown);
        await fetcher.close();
        const { code, transient, message, cause } = failed;
        return { told: [code, transient, message], logged: String(cause) };
      };
      const unknown = await failureWith(async () => {
        throw Object.assign(new Error(`queryA ${code}`), { code, hostname });
      });
      const hidden = await failureWith(async () => [{ address: '10.1.2.3', family: 4 }]);
      expect(unknown.told).toEqual(hidden.told);
      expect(unknown.told).toEqual(['url_not_allowed', false, expect.stringContaining(words)]);
      expect(hidden.logged).toContain(`${hostname} stands for 10.1.2.3.`);
      expect(unknown.logged).toContain(code);
    },
  );
});
