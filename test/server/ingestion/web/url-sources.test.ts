import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, html, redirect, status, text } from '../../../helpers/ingestion/site.ts';
import { openWebSources, type WebSources } from '../../../helpers/ingestion/web-sources.ts';
import { makeDocx, wordParagraph } from '../make-files.ts';

let web: WebSources;
beforeAll(async () => {
  web = await openWebSources();
});
afterAll(() => web.close());
beforeEach(() => {
  web.site.hits.length = 0;
  web.log.length = 0;
});

const add = async (path: string, host?: string) => {
  const { id } = await web.sources.addUrl(web.projectId, { url: web.at(path, host) });
  return web.settled(id);
};
const sync = async (id: string) => {
  const source = await web.store.sources.byId(id);
  if (!source) throw new Error('It is gone.');
  await web.sources.sync(source);
  return web.settled(id);
};

/** Without a media type, unless it is given. */
const answer =
  (body: string | Buffer, headers: Record<string, string | string[]> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, headers).end(body);
const PICTURE = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
const HTML = '<!DOCTYPE html><title>Locks</title><h1>Locks</h1><p>The lock opens at nine.</p>';
const WORD = Buffer.from(makeDocx(`${wordParagraph('Locks')}${wordParagraph('The lock opens at nine.')}`));
const MARKDOWN = '# Locks\n\nThe lock *opens* at nine.\n';

describe('a web page', () => {
  it('becomes searchable, with its metadata', async () => {
    const canonical = web.at('/guide/quokka');
    web.site.pages.set('/old', redirect('/guide?from=old', 301));
    web.site.pages.set(
      '/guide',
      html(`<link rel="canonical" href="/guide/quokka"><h1>Quokkas</h1><p>The quokka smiles.</p>`),
    );
    const source = await add('/old');
    expect(source).toMatchObject({
      status: 'completed',
      error: null,
      metadata: {
        url: web.at('/old'),
        final_url: web.at('/guide?from=old'),
        canonical_url: canonical,
        title: 'Quokkas',
        content_type: 'text/html',
        fetched_at: expect.stringMatching(/^2/),
        changed_at: expect.stringMatching(/^2/),
      },
    });
    expect(web.found('quokka')).toHaveLength(1);
    expect(await web.temporaryFiles()).toEqual([]);
  });

  it.each([
    ['Markdown', '/notes.md', 'text/plain', '# The numbat\n\nIt eats *termites*.', 'numbat', 'The numbat'],
    [
      'an old encoding',
      '/alt',
      'text/plain; charset=windows-1252',
      Buffer.from('Der Bär schläft am Zaun.', 'latin1'),
      'schläft',
      undefined,
    ],
    [
      'HTML in an encoding of its header',
      '/utf16',
      'text/html; charset=utf-16le',
      Buffer.from('<title>Wallaroo</title><p>A wallaroo hops.', 'utf16le'),
      'wallaroo',
      'Wallaroo',
    ],
    [
      'XHTML',
      '/xhtml',
      'application/xhtml+xml',
      '<html><head><title>Potoroo</title><script src="a"/></head><body><p>A potoroo digs.</p><script>b()</script></body></html>',
      'potoroo digs',
      'Potoroo',
    ],
  ] as const)('may be %s', async (_, path, contentType, body, term, title) => {
    web.site.pages.set(path, text(body as Buffer, contentType));
    const source = await add(path);
    expect([source.error, source.metadata.title]).toEqual([null, title]);
    expect((await web.store.documents.bySource(web.projectId, source.id))?.text.toLowerCase()).toContain(term);
  });

  it.each<[string, string, string, Answer]>([
    ['HTML', 'no media type', '/locks', answer(HTML)],
    ['HTML with a name of a program', 'no media type', '/locks.php', answer(HTML)],
    ['a part of HTML', 'no media type', '/locks', answer('<h1>Locks</h1><p>The lock opens at nine.</p>')],
    ['HTML after a comment', 'no media type', '/locks', answer(`<!-- made by hand -->\n${HTML}`)],
    ['Markdown', 'no media type', '/locks.md', answer(MARKDOWN)],
    ['text', 'no media type', '/locks', answer('Locks\n\nThe lock opens at nine.\n')],
    ...[
      'text/plain',
      'application/octet-stream',
      'binary/octet-stream',
      'TEXT/HTML; CHARSET="UTF-8"',
      'text/html,text/html',
      'text/html; charset=utf-8, text/html',
      'text/html charset=utf-8',
      'text/html;',
      'html',
      '*/*',
      'unknown/unknown',
    ].map(
      (type) => ['HTML', type, '/locks', answer(HTML, { 'content-type': type })] as [string, string, string, Answer],
    ),
    ['HTML', 'two media types', '/locks', answer(HTML, { 'content-type': ['text/plain', 'text/html; charset=utf-8'] })],
    ...['application/xhtml+xml; charset=utf-8', 'application/xml', 'text/xml'].map(
      (type) =>
        [
          'XHTML',
          type,
          '/locks',
          answer(
            '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>Locks</h1><p>The lock opens at nine.</p></body></html>',
            { 'content-type': type },
          ),
        ] as [string, string, string, Answer],
    ),
    ['Markdown', 'binary/octet-stream', '/locks.md', text(MARKDOWN, 'binary/octet-stream')],
    ['Word', 'application/octet-stream', '/get', text(WORD, 'application/octet-stream')],
    ['Word', 'application/msword', '/locks.doc', text(WORD, 'application/msword')],
    ['Word', 'application/zip', '/locks.docx', text(WORD, 'application/zip')],
    ['Word', 'text/plain', '/locks.docx', text(WORD, 'text/plain')],
  ])('is read though it is %s, sent with %s', async (_, __, path, sent) => {
    web.site.pages.set(path, sent);
    const source = await add(path);
    expect(source.error).toBeNull();
    expect((await web.store.documents.bySource(web.projectId, source.id))?.text).toBe(
      'Locks\n\nThe lock opens at nine.',
    );
  });

  it('is read as a text where its server forbids guesses, or its name says so', async () => {
    const nosniff = { 'x-content-type-options': 'nosniff' };
    web.site.pages.set('/a', answer(HTML, { 'content-type': 'text/plain', ...nosniff }));
    web.site.pages.set('/b', answer(HTML, nosniff));
    web.site.pages.set('/c.txt', text(HTML));
    for (const path of ['/a', '/b', '/c.txt']) {
      const { id, error } = await add(path);
      expect(error, path).toBeNull();
      expect((await web.store.documents.bySource(web.projectId, id))?.text, path).toContain('<h1>Locks</h1>');
    }
    web.site.pages.set('/d', answer(HTML, { 'content-type': 'application/octet-stream', ...nosniff }));
    expect((await add('/d')).error?.code).toBe('unsupported_content_type');
  });

  it.each([
    ['an image', text('x', 'image/png'), 'unsupported_content_type'],
    ['bytes of no type', text('x', 'application/octet-stream'), 'unsupported_content_type'],
    ['an archive', text('PK\x03\x04notes/a.txt', 'application/zip'), 'unsupported_content_type'],
    ['noise of no type', answer(Buffer.from('\x01\x02\x03\x00'.repeat(99), 'latin1')), 'unsupported_content_type'],
    ['a picture of no type', answer(PICTURE), 'unsupported_content_type'],
    ['a picture that is sent as text', text(PICTURE, 'text/plain'), 'unsupported_content_type'],
    ['a style sheet', text('p { color: red }', 'text/css'), 'unsupported_content_type'],
    ['a feed', text('<?xml version="1.0"?><rss><p>x</p></rss>', 'text/xml'), 'unsupported_content_type'],
    ['HTML that is sent as PDF', text('<html><p>Hello', 'application/pdf'), 'unsupported_content_type'],
    ['a PDF that is sent as HTML', text('%PDF-1.7 nothing', 'text/html'), 'unsupported_content_type'],
    ['a page that a script would fill', html('<div id="app"></div><script>draw()</script>'), 'no_text'],
    [
      'a page that soon redirects, which more names than those of its parts tell',
      html(
        `<meta http-equiv="refresh" content="9; url=/latest/"><div class="menu">${'<a href="/shop">Shop and more</a> '.repeat(40)}</div>Wait.`,
      ),
      'only_redirects',
    ],
    [
      'a notice about cookies',
      text('<div id="cookie-notice">We use cookies. <button>OK</button></div>', 'text/html'),
      'only_consent',
    ],
    ['nothing', text('', 'text/plain'), 'no_text'],
    ['front matter alone', text('---\ntitle: Guides\n---\n', 'text/markdown'), 'only_front_matter'],
    ['a page that is not there', status(404), 'page_not_found'],
    ['a login', status(401), 'page_forbidden'],
  ])('fails at once for %s', async (_, answer, code) => {
    web.site.pages.set('/odd', answer);
    const source = await add('/odd');
    expect([source.status, source.error?.code]).toEqual(['failed', code]);
    expect(web.site.hits).toHaveLength(1);
    expect(await web.temporaryFiles()).toEqual([]);
  });

  it('is all that is requested: nothing that it embeds or links is loaded', async () => {
    const odd = `<link rel="stylesheet" href="/a.css"><link rel="icon" href="/a.ico"><img src="/a.png" srcset="/b.png 2x">
      <iframe src="/a.html"></iframe><script src="/a.js"></script><object data="/a.svg"></object><video poster="/p.png"></video>
      <style>@import url(/b.css);</style><meta http-equiv="refresh" content="60;url=/c.html"><p>Only the kultarr.</p>`;
    web.site.pages.set('/odd.html', html(odd));
    web.site.pages.set(
      '/odd.md',
      text('![a](/a.png) [b]: /b.png\n\n<img src="/c.png"> Only the mulgara.', 'text/markdown'),
    );
    for (const path of ['/odd.html', '/odd.md']) expect((await add(path)).error).toBeNull();
    expect(web.site.hits).toEqual(['GET /odd.html', 'GET /odd.md']);
  });

  it('that only a lookup shows to be internal fails like an internal address', async () => {
    web.names.set('inside.example.com', '127.0.0.9');
    const source = await add('/', 'inside.example.com');
    expect(source.error).toEqual({
      code: 'url_not_allowed',
      message: expect.stringMatching(/^This address cannot be read/),
    });
    expect(web.site.hits).toEqual([]);
  });

  it('inside a private network is read by its name once its range is opened, and the log says why another is not', async () => {
    web.site.pages.set('/vpn', html('<h1>VPN</h1><p>The wombat client connects in a minute.</p>'));
    const source = await add('/vpn', 'wiki.internal');
    expect([source.status, source.metadata.url]).toEqual(['completed', web.at('/vpn', 'wiki.internal')]);
    expect(web.found('wombat')).toHaveLength(1);
    web.names.set('other.internal', '10.1.2.3');
    const other = await add('/vpn', 'other.internal');
    expect(other.error?.message).toMatch(/“other.internal” is a name inside a private network.*SCRAPE_ALLOW_CIDRS/);
    expect(other.error?.message).not.toContain('10.1.2.3');
    // The line is written after the source has failed.
    await expect.poll(() => web.log.join('')).toContain('other.internal stands for 10.1.2.3.');
    expect(web.site.hits).toEqual(['GET /vpn']);
  });

  it('is tried three times where its server has a problem, after the time that the server asks for', async () => {
    const began = Date.now();
    let asked = 0;
    web.site.pages.set('/busy', (request, response) => {
      asked += 1;
      (asked < 3 ? status(503, asked === 2 ? { 'retry-after': '1' } : {}) : html('<p>Here at last.</p>'))(
        request,
        response,
      );
    });
    expect((await add('/busy')).error).toBeNull();
    expect([asked, Date.now() - began > 1_000]).toEqual([3, true]);
    web.site.pages.set('/down', status(500));
    expect((await add('/down')).error?.code).toBe('page_unavailable');
    expect(web.site.hits.filter((hit) => hit.endsWith('/down'))).toHaveLength(3);
  });
});

describe('a page that is refreshed', () => {
  it('and has not changed keeps its text after a single conditional request', async () => {
    web.site.pages.set('/same', html('<p>The same bilby as ever.</p>'));
    const before = await add('/same');
    const hits = await web.store.search.text(web.projectId, ['ever'], 5);
    expect(web.found('bilby')).toHaveLength(1);
    const after = await sync(before.id);
    expect(web.site.hits).toEqual(['GET /same', 'GET /same']);
    expect(web.site.headers.at(-1)).toHaveProperty('if-none-match');
    expect(await web.store.search.text(web.projectId, ['ever'], 5)).toEqual(hits);
    expect(after).toMatchObject({ status: 'completed', error: null, completedAt: before.completedAt });
    expect(after.metadata.changed_at).toBe(before.metadata.changed_at);
    expect(Date.parse(after.metadata.fetched_at ?? '')).toBeGreaterThan(Date.parse(before.metadata.fetched_at ?? ''));
  });

  it('and has changed is searched in its new form', async () => {
    web.site.pages.set('/new', html('<p>The dugong is at home.</p>'));
    const { id } = await add('/new');
    web.site.pages.set('/new', html('<p>The manatee has moved in.</p>'));
    const after = await sync(id);
    expect(web.found('dugong')).toEqual([]);
    expect(web.found('manatee')).toHaveLength(1);
    expect(after.metadata.changed_at).toBe(after.metadata.fetched_at);
  });

  it('and cannot be read still answers with its old text, and reports that, until it can be read again', async () => {
    web.site.pages.set('/gone', html('<p>The thylacine was seen.</p>'));
    const { id } = await add('/gone');
    web.site.pages.set('/gone', status(404));
    expect(await sync(id)).toMatchObject({ status: 'completed', error: { code: 'page_not_found' }, chunksCount: 1 });
    expect(web.found('thylacine')).toHaveLength(1);
    // Told after it is kept.
    const notice = () => web.log.map((line) => JSON.parse(line)).find(({ event }) => event === 'source_refresh_failed');
    await expect
      .poll(notice)
      .toMatchObject({ level: 'warn', source: id, project: web.projectId, code: 'page_not_found' });
    web.site.pages.set('/gone', html('<p>The thylacine was seen.</p>'));
    expect(await sync(id)).toMatchObject({ status: 'completed', error: null });
  });

  it('is not read where its name now resolves to an internal address', async () => {
    web.site.pages.set('/moved', html('<p>The kowari.</p>', { connection: 'close' }));
    const { id } = await add('/moved', 'moving.example.com');
    web.names.set('moving.example.com', '127.0.0.9');
    web.site.hits.length = 0;
    expect((await sync(id)).error?.code).toBe('url_not_allowed');
    expect(web.site.hits).toEqual([]);
  });

  it('at intervals is queued when its hours are over', async () => {
    web.site.pages.set('/hourly', html('<p>The quoll is awake.</p>'));
    const { id } = await web.sources.addUrl(web.projectId, { url: web.at('/hourly'), refresh_hours: 1 });
    await web.settled(id);
    // It would take at once what is queued.
    await web.pause();
    expect(await web.store.sources.queueDue(Date.now() + 59 * 60_000)).toBe(0);
    web.site.pages.set('/hourly', html('<p>The quoll is asleep.</p>'));
    expect(await web.store.sources.queueDue(Date.now() + 61 * 60_000)).toBe(1);
    expect((await web.store.sources.byId(id))?.status).toBe('pending');
    expect(await web.store.sources.queueDue(Date.now() + 61 * 60_000)).toBe(0);
    await web.restart();
    await web.settled(id);
    expect(web.found('asleep')).toHaveLength(1);
    await web.store.sources.delete(web.projectId, id);
  });

  it('at intervals follows changed hours, counted from the last time, and stops when they are removed', async () => {
    const hours = (count: number) => Date.now() + count * 60 * 60_000;
    web.site.pages.set('/rarely', html('<p>The numbat digs.</p>'));
    const { id } = await web.sources.addUrl(web.projectId, { url: web.at('/rarely'), refresh_hours: 100 });
    const source = await web.settled(id);
    expect((await web.sources.update(source, { refresh_hours: 10 })).web?.refreshHours).toBe(10);
    await web.pause();
    expect(await web.store.sources.queueDue(hours(9.9))).toBe(0);
    expect(await web.store.sources.queueDue(hours(10.1))).toBe(1);
    await web.restart();
    await web.settled(id);
    // Ten hours after that: not what was asked for at first, nor ten hours after the change.
    await web.sources.update(source, { refresh_hours: 20 });
    expect(await web.store.sources.queueDue(hours(30))).toBe(0);
    await web.sources.update(source, { refresh_hours: null });
    expect(await web.store.sources.queueDue(hours(10_000))).toBe(0);
    // From now on, as there is no last time.
    await web.sources.update(source, { refresh_hours: 1 });
    expect(await web.store.sources.queueDue(hours(0.9))).toBe(0);
    expect(await web.store.sources.queueDue(hours(1.1))).toBe(1);
  });

  it('that has been deleted cannot be changed', async () => {
    const { id } = await web.sources.addUrl(web.projectId, { url: web.at('/rarely') });
    const source = await web.settled(id);
    await web.sources.delete(source);
    await expect(web.sources.update(source, { refresh_hours: 1 })).rejects.toMatchObject({ status: 404 });
  });
});
