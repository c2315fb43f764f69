import { gzipSync } from 'node:zlib';
import type { CrawlOptions } from '@footnote/sdk/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CrawlUrlRow, SourceRow } from '../../../../server/store/types.ts';
import { html, redirect, status, text } from '../../../helpers/ingestion/site.ts';
import { IN_PROCESS, openWebSources, type WebSources } from '../../../helpers/ingestion/web-sources.ts';
import { until } from '../../../helpers/timing/until.ts';

let web: WebSources;
beforeAll(async () => {
  web = await openWebSources({ parser: IN_PROCESS });
});
afterAll(() => web.close());
beforeEach(() => {
  web.site.pages.clear();
  web.site.hits.length = 0;
});

const crawl = async (path: string, wanted: CrawlOptions = {}, host?: string) => {
  const { id } = await web.sources.addUrl(web.projectId, { url: web.at(path, host), crawl: wanted });
  return web.settled(id);
};
const again = async ({ id }: SourceRow) => {
  const source = await web.store.sources.byId(id);
  if (!source) throw new Error('It is gone.');
  await web.sources.sync(source);
  return web.settled(id);
};
const report = async ({ id, projectId }: SourceRow) =>
  (await web.store.crawls.report(projectId, id, { limit: 20_000, offset: 0 })).rows;
/** By path: `taken`, or why not. */
const outcomes = async (site: SourceRow) => {
  const short = ({ url, outcome, reason }: CrawlUrlRow) => [
    new URL(url).pathname + new URL(url).search,
    reason ?? outcome,
  ];
  return Object.fromEntries((await report(site)).map(short));
};
const pagesOf = async ({ id }: SourceRow) =>
  (await web.store.sources.listByProject(web.projectId, { limit: 1_000, offset: 0 })).rows.filter(
    ({ web: of }) => of?.parentId === id,
  );
const links = (...paths: string[]) => paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
const page = (words: string, ...paths: string[]) => html(`<p>${words}</p>${links(...paths)}`);

describe('a site', () => {
  it('becomes a source for each page that its links and sitemaps lead to, with a reason for every other address', async () => {
    const { pages } = web.site;
    pages.set('/robots.txt', text('User-agent: *\nDisallow: /private\nSitemap: /maps/index.xml'));
    pages.set(
      '/maps/index.xml',
      text(`<sitemapindex><sitemap><loc>${web.at('/maps/1.xml.gz')}</loc></sitemap></sitemapindex>`, 'application/xml'),
    );
    pages.set(
      '/maps/1.xml.gz',
      text(
        gzipSync(`<urlset><url><loc>${web.at('/unlinked?a=1&amp;b=2')}</loc><image:loc>/no</image:loc></url></urlset>`),
        'application/x-gzip',
      ),
    );
    pages.set(
      '/',
      page(
        'The first page of the aardwolf.',
        '/guide/',
        '/private/x',
        '/drop/me',
        'http://other.example.com/',
        '/paper.pdf',
        '/missing',
        '/moved',
        '/copy',
        'mailto:a@b.c',
        '#here',
        `http://docs.example.com.evil.test:${web.site.port}/`,
        `http://docs.example.com@127.0.0.1:${web.site.port}/`,
      ),
    );
    pages.set('/guide/', html('<base href="/guide/deep/"><p>The guide to the bettong.</p><a href="er">Deeper</a>'));
    pages.set('/guide/deep/er', page('Deep down lives the cuscus.', '/too/deep'));
    pages.set('/paper.pdf', text('%PDF-1.4', 'application/pdf'));
    pages.set('/moved', redirect('/guide/', 301));
    pages.set('/copy', html('<link rel="canonical" href="/original"><p>A copy of the dunnart.</p>'));
    pages.set('/original', page('The dunnart itself.'));
    pages.set('/unlinked', page('Nobody links to the euro.'));
    const site = await crawl('/#top', { max_depth: 2, exclude: ['/drop/*'] });

    expect([site.status, site.error]).toEqual(['completed', null]);
    expect(await outcomes(site)).toEqual({
      '/robots.txt': 'taken',
      '/maps/index.xml': 'taken',
      '/maps/1.xml.gz': 'taken',
      '/': 'other_origin',
      '/guide/': 'taken',
      '/private/x': 'robots',
      '/drop/me': 'excluded',
      '/paper.pdf': 'not_html',
      '/missing': 'page_not_found',
      '/moved': 'duplicate',
      '/copy': 'duplicate',
      '/original': 'taken',
      '/unlinked?a=1&b=2': 'taken',
      '/guide/deep/er': 'taken',
      '/too/deep': 'depth',
    });
    const rows = await report(site);
    const of = (path: string) => rows.find(({ url }) => url === web.at(path));
    expect(of('/')).toMatchObject({ outcome: 'taken', depth: 0, foundOn: null });
    expect(of('/guide/deep/er')).toMatchObject({ depth: 2, foundOn: web.at('/guide/') });
    expect(of('/moved')).toMatchObject({ duplicateOf: web.at('/guide/') });
    expect(of('/missing')).toMatchObject({ status: 404, outcome: 'failed' });
    expect(
      rows
        .filter(({ reason }) => reason === 'other_origin')
        .map(({ url }) => new URL(url).host)
        .sort(),
    ).toEqual(
      [`127.0.0.1:${web.site.port}`, `docs.example.com.evil.test:${web.site.port}`, 'other.example.com'].sort(),
    );
    for (const path of ['/private/x', '/drop/me', '/too/deep']) expect(web.site.hits).not.toContain(`GET ${path}`);

    const made = await pagesOf(site);
    expect(made.map(({ metadata }) => new URL(metadata.url ?? '').pathname).sort()).toEqual([
      '/',
      '/guide/',
      '/guide/deep/er',
      '/original',
      '/unlinked',
    ]);
    expect(new Set(made.map((source) => source.status))).toEqual(new Set(['completed']));
    expect(site.chunksCount).toBe(made.reduce((sum, source) => sum + source.chunksCount, 0));
    for (const words of ['aardwolf', 'bettong', 'cuscus', 'dunnart itself', 'euro'])
      expect(web.found(words), words).toHaveLength(1);
    expect(web.found('A copy')).toEqual([]);
    expect(await web.temporaryFiles()).toEqual([]);
  });

  it('reads all pages of a site that names its start page as the canonical one of each', async () => {
    const { pages } = web.site;
    const all = '<link rel="canonical" href="/"><title>Ferry</title>';
    pages.set('/', html(`${all}<p>The ferry to the island.</p><a href="/fares">Fares</a><a href="/hours">Hours</a>`));
    pages.set('/fares', html(`${all}<p>A crossing costs four euros.</p>`));
    pages.set('/hours', html(`${all}<p>It sails at seven.</p>`));
    const site = await crawl('/', { sitemap: false });
    expect(await outcomes(site)).toMatchObject({ '/': 'taken', '/fares': 'taken', '/hours': 'taken' });
  });

  it('leaves out what repeats on its pages, also of those that it read before it knew, and tells that', async () => {
    const around = (words: string) =>
      text(
        `<html><head><title>Bird</title></head><body><table><tr><td><h2>The bird house</h2><p>Call us at any time, we are glad to help.</p></td></tr>
        <tr><td><p>${words}</p></td></tr><tr><td><p>The bird house, 3 Park Lane. We use cookies.</p></td></tr></table>
        <a href="/1">a</a> <a href="/2">b</a> <a href="/3">c</a> <a href="/4">d</a>`,
        'text/html',
      );
    for (const [index, bird] of ['brolga', 'currawong', 'galah', 'jabiru', 'malleefowl'].entries())
      web.site.pages.set(`/${index || ''}`, around(`Here lives the ${bird}, which is a bird of Australia.`));
    const site = await crawl('/');

    expect(web.found('bird of Australia').sort()).toEqual(
      ['brolga', 'currawong', 'galah', 'jabiru', 'malleefowl'].map(
        (bird) => `Here lives the ${bird}, which is a bird of Australia.`,
      ),
    );
    expect(web.found('We use cookies')).toEqual([]);
    const pages = await pagesOf(site);
    expect(pages).toHaveLength(5);
    for (const { status, reading } of pages) {
      expect(status).toBe('completed');
      expect(reading?.left_out).toContainEqual({
        kind: 'repeated',
        characters: 109,
        text: 'The bird house Call us at any time, we are glad to help. The bird house, 3 Park Lane. We use cookies. a b c d',
      });
    }

    // The next crawl knows it from its first page on.
    web.site.pages.set('/', around('Here lived the brolga, which is a bird of Australia.'));
    web.site.hits.length = 0;
    await again(site);
    expect(web.found('Here lived the brolga')).toEqual(['Here lived the brolga, which is a bird of Australia.']);
    expect(web.site.hits.filter((hit) => hit === 'GET /')).toHaveLength(1);
  });

  it('follows its current options: pages that they exclude leave the index at the next crawl', async () => {
    web.site.pages.set('/', page('The first page of the kagu.', '/guide/a', '/old/b'));
    web.site.pages.set('/guide/a', page('The guide to the kakapo.'));
    web.site.pages.set('/old/b', page('The old takahe.'));
    const site = await crawl('/', { sitemap: false });
    expect(await pagesOf(site)).toHaveLength(3);
    const changed = await web.sources.update(site, { crawl: { exclude: ['/old/*'] } });
    expect(changed.web?.crawl).toEqual({ ...site.web?.crawl, exclude: ['/old/*'] });
    // Until then it answers as before.
    expect(web.found('takahe')).toHaveLength(1);
    await again(site);
    expect(await outcomes(site)).toMatchObject({ '/guide/a': 'taken', '/old/b': 'excluded' });
    expect(await pagesOf(site)).toHaveLength(2);
    expect(web.found('takahe')).toEqual([]);
    const [under] = await pagesOf(site);
    if (!under) throw new Error('There is no page.');
    await expect(web.sources.update(under, { refresh_hours: 5 })).rejects.toMatchObject({ code: 'no_schedule' });
  });

  it('goes on where its first page leads by itself, as the crawl may', async () => {
    const { pages } = web.site;
    pages.set('/', html('<meta http-equiv="refresh" content="0; url=latest/">Redirecting …'));
    pages.set('/latest/', page('Here lives the planigale.', '/away'));
    pages.set(
      '/away',
      html('<noscript><meta http-equiv="refresh" content="1; url=http://other.example.com/"></noscript>'),
    );
    const site = await crawl('/');
    expect(site.status).toBe('completed');
    expect(await outcomes(site)).toMatchObject({ '/': 'duplicate', '/latest/': 'taken', '/away': 'other_origin' });
    expect(web.found('planigale')).toHaveLength(1);
  });

  it('begins with a sitemap, and leaves out the others', async () => {
    const { pages } = web.site;
    pages.set('/robots.txt', text('Sitemap: /all.xml'));
    pages.set(
      '/sitemap-docs.xml',
      text(`<urlset><url><loc>${web.at('/listed')}</loc></url></urlset>`, 'application/xml'),
    );
    pages.set('/all.xml', text(`<urlset><url><loc>${web.at('/other')}</loc></url></urlset>`, 'application/xml'));
    pages.set('/listed', page('The numbat is listed.', '/linked'));
    pages.set('/linked', page('The quoll is linked.'));
    const site = await crawl('/sitemap-docs.xml');
    expect(await outcomes(site)).toEqual({
      '/robots.txt': 'taken',
      '/sitemap-docs.xml': 'taken',
      '/listed': 'taken',
      '/linked': 'taken',
    });
    expect([web.found('numbat').length, web.found('quoll').length]).toEqual([1, 1]);
  });

  it('begins with llms.txt, whose pages may be Markdown', async () => {
    const { pages } = web.site;
    pages.set(
      '/llms.txt',
      text(
        `# Site\n\n> About.\n\n- [Guide](${web.at('/guide.md')}): start here\n- [Page](/page)\n- [Else](https://else.example/x)\n`,
      ),
    );
    pages.set('/guide.md', text('# Guide\n\nThe wombat digs. [More](/more.md)', 'text/markdown'));
    pages.set('/page', page('The echidna waits.', '/linked.md'));
    pages.set('/linked.md', text('# Linked', 'text/markdown'));
    const site = await crawl('/llms.txt');
    expect(await outcomes(site)).toMatchObject({
      '/guide.md': 'taken',
      '/page': 'taken',
      '/x': 'other_origin',
      '/linked.md': 'not_html',
    });
    expect([web.found('wombat').length, web.found('echidna').length]).toEqual([1, 1]);
  });

  it('fails where the list that it begins with cannot be read', async () => {
    const site = await crawl('/sitemap.xml');
    expect(site).toMatchObject({ status: 'failed', error: { code: 'page_not_found' } });
  });

  it('is deleted with its pages and its report', async () => {
    web.site.pages.set('/', page('Here is the potoroo.', '/b'));
    web.site.pages.set('/b', page('There is the potoroo too.'));
    const site = await crawl('/');
    const made = await pagesOf(site);
    expect([made.length, web.found('potoroo').length]).toEqual([2, 2]);
    await web.sources.delete(site);
    expect(await pagesOf(site)).toEqual([]);
    for (const { id } of [site, ...made]) expect(await web.store.sources.byId(id)).toBeNull();
    expect(web.found('potoroo')).toEqual([]);
    expect(web.rows('select * from crawl_urls where source_id = ?', site.id)).toEqual([]);
  });

  it('that generates endless pages stops at its limits', async () => {
    web.site.pages.set('/calendar', (request, response) => {
      const day = Number(new URL(request.url ?? '', 'http://x').searchParams.get('day') ?? 0);
      const many = Array.from({ length: 30 }, (_, index) => `/calendar?day=${day * 30 + index + 1}`);
      page(`What is on day ${day}.`, ...many)(request, response);
    });
    const site = await crawl('/calendar', { max_pages: 5, max_depth: 20 });
    expect([site.status, (await pagesOf(site)).length]).toEqual(['completed', 5]);
    const all = Object.values(await outcomes(site));
    expect(all.filter((outcome) => outcome === 'taken')).toHaveLength(6);
    expect(all.filter((outcome) => outcome === 'budget').length).toBeGreaterThan(50);
    expect(web.site.hits.filter((hit) => hit.includes('calendar'))).toHaveLength(5);
  });

  it('of which not all may be read is read from its menu and its footer first, the shorter of the two before the other', async () => {
    const { pages } = web.site;
    const body = (menu: string, footer: string) =>
      `<p>Welcome, numbat. ${links('/news/1', '/prices')}</p><main><header>${links('/news/2')}</header></main>
      <header><img src="/logo.png"><nav>${menu}</nav></header><div class="site-footer"><p>${footer}</p></div>${links('/news/3')}`;
    const shop = body(links('/shoes', '/hats', '/coats'), links('/contact', '/prices'));
    const club = body(links('/times'), links('/privacy', '/contact'));
    for (const path of ['/shoes', '/hats', '/coats', '/contact', '/prices', '/times', '/news/1', '/news/2', '/privacy'])
      pages.set(path, page(`This is ${path}.`));
    const taken = async (start: string, max_pages: number) => {
      pages.set('/', text(start, 'text/html'));
      const site = await crawl('/', { max_pages, sitemap: false });
      const read = await pagesOf(site);
      await web.sources.delete(site);
      return read.map(({ metadata }) => new URL(metadata.url ?? '').pathname).sort();
    };
    expect(await taken(shop, 4)).toEqual(['/', '/contact', '/prices', '/shoes']);
    expect(await taken(club, 3)).toEqual(['/', '/privacy', '/times']);
    expect(await taken(club, 5)).toEqual(['/', '/contact', '/news/1', '/privacy', '/times']);
  });

  it('that moved to another origin is crawled there, by the rules of that origin', async () => {
    web.site.pages.set('/', (request, response) => {
      if (request.headers.host?.startsWith('old.')) redirect(web.at('/', 'new.example.com'), 301)(request, response);
      else page('The new home of the pademelon.', '/b', '/private')(request, response);
    });
    web.site.pages.set('/b', page('Another pademelon.'));
    web.site.pages.set('/robots.txt', (request, response) =>
      text(`User-agent: *\nDisallow: ${request.headers.host?.startsWith('new.') ? '/private' : '/b'}`)(
        request,
        response,
      ),
    );
    const site = await crawl('/', {}, 'old.example.com');
    expect(site.error).toBeNull();
    expect((await pagesOf(site)).map(({ metadata }) => metadata.url).sort()).toEqual([
      web.at('/', 'new.example.com'),
      web.at('/b', 'new.example.com'),
    ]);
    expect((await outcomes(site))['/private']).toBe('robots');
    expect((await again(site)).error).toBeNull();
    expect(await pagesOf(site)).toHaveLength(2);
  });

  it.each([
    ['by what it is sent as', 'application/xhtml+xml', '<html>'],
    ['by its namespace', 'text/html', '<html xmlns="http://www.w3.org/1999/xhtml">'],
  ])('of XHTML, which is known %s, is crawled from its links', async (_, type, root) => {
    const { pages } = web.site;
    const first = `${root}<head><script src="a"/></head><body><p>The tunnel of the wombat.</p><a id="x"/><a href="/den">Den</a><script>b()</script></body></html>`;
    pages.set('/', text(first, type));
    pages.set('/den', page('The den of the wombat.'));
    expect(await outcomes(await crawl('/'))).toMatchObject({ '/': 'taken', '/den': 'taken' });
  });

  it('whose first page is excluded is crawled from its links', async () => {
    web.site.pages.set('/', page('Welcome, wombat.', '/docs/a', '/blog/b'));
    web.site.pages.set('/docs/a', page('The docs of the wombat.'));
    const site = await crawl('/', { include: ['/docs/*'], sitemap: false });
    expect(await outcomes(site)).toEqual({
      '/robots.txt': 'taken',
      '/': 'excluded',
      '/docs/a': 'taken',
      '/blog/b': 'excluded',
    });
  });
});

describe('a site that cannot be read', () => {
  it.each([
    [
      'its robots.txt forbids everything',
      { '/robots.txt': text('User-agent: *\nDisallow: /') },
      'crawl_empty',
      'robots',
    ],
    ['it is not known what its robots.txt forbids', { '/robots.txt': status(503) }, 'robots_unavailable', 'waiting'],
    ['its first page is not there', {}, 'page_not_found', 'page_not_found'],
    ['its first page is in trouble', { '/': status(500) }, 'page_unavailable', 'page_unavailable'],
    ['its first page is no HTML', { '/': text('plain') }, 'unsupported_content_type', 'not_html'],
  ])('fails and says why: %s', async (_, pages, code, reason) => {
    for (const [path, answer] of Object.entries(pages)) web.site.pages.set(path, answer);
    const site = await crawl('/');
    expect([site.status, site.error?.code]).toEqual(['failed', code]);
    expect((await outcomes(site))['/']).toBe(reason);
    expect(await pagesOf(site)).toEqual([]);
  });
});

describe('a site that is crawled again', () => {
  it('is requested conditionally, and pages that are gone leave the index', async () => {
    const { pages } = web.site;
    pages.set('/', page('The index of finches.', '/stays', '/changes', '/goes', '/flaky'));
    pages.set('/stays', page('The zebra finch stays.'));
    pages.set('/changes', page('The painted finch is red.'));
    pages.set('/goes', page('The gouldian finch goes.'));
    pages.set('/flaky', page('The star finch is shy.'));
    const site = await crawl('/');
    const before = new Map((await pagesOf(site)).map(({ id, metadata }) => [metadata.url, id]));
    expect(before.size).toBe(5);

    pages.set('/changes', page('The painted finch is green.', '/new'));
    pages.set('/new', page('The crimson finch is new.'));
    pages.set('/goes', status(410));
    pages.set('/flaky', status(500));
    web.site.hits.length = 0;
    web.site.headers.length = 0;
    const after = await again(site);
    expect([after.status, after.error]).toEqual(['completed', null]);
    expect(await outcomes(site)).toMatchObject({
      '/stays': 'taken',
      '/changes': 'taken',
      '/new': 'taken',
      '/goes': 'page_not_found',
      '/flaky': 'page_unavailable',
    });
    const now = new Map((await pagesOf(site)).map(({ id, metadata }) => [metadata.url, id]));
    expect([...now.keys()].sort()).toEqual(['/', '/changes', '/flaky', '/new', '/stays'].map((path) => web.at(path)));
    for (const [url, id] of now) if (url !== web.at('/new')) expect(before.get(url)).toBe(id);
    for (const [words, count] of [
      ['zebra', 1],
      ['is red', 0],
      ['is green', 1],
      ['gouldian', 0],
      ['star finch', 1],
      ['crimson', 1],
    ] as const) {
      expect(web.found(words), words).toHaveLength(count);
    }
    expect(web.site.headers.filter((headers) => 'if-none-match' in headers).length).toBeGreaterThanOrEqual(4);

    const flaky = async () => (await pagesOf(site)).find(({ metadata }) => metadata.url === web.at('/flaky'));
    expect(await flaky()).toMatchObject({ status: 'completed', error: { code: 'page_unavailable' } });
    pages.set('/flaky', page('The star finch is shy.'));
    await again(site);
    expect(await flaky()).toMatchObject({ status: 'completed', error: null });
  });

  it('and is down keeps its pages, and reports that', async () => {
    web.site.pages.set('/', page('The lyrebird sings.'));
    const site = await crawl('/');
    web.site.pages.set('/', status(404));
    expect(await again(site)).toMatchObject({ status: 'completed', error: { code: 'page_not_found' } });
    expect(web.found('lyrebird')).toHaveLength(1);
  });
});

describe('a site that is busy', () => {
  it('is asked again after the time that it asks for', async () => {
    const asked: number[] = [];
    web.site.pages.set('/', page('The index of quolls.', '/busy'));
    web.site.pages.set('/busy', (request, response) => {
      asked.push(performance.now());
      const busy = status(503, { 'retry-after': '1' });
      (asked.length === 1 ? busy : page('The quoll is spotted.'))(request, response);
    });
    expect((await outcomes(await crawl('/')))['/busy']).toBe('taken');
    const [first = 0, second = 0] = asked;
    expect(second - first).toBeGreaterThan(990);
  });
});

describe('a crawl that is stopped', () => {
  it('continues where it was, and requests no page twice', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `/p${index}`);
    web.site.pages.set('/', page('The list of cockatoos.', ...paths));
    for (const path of paths) web.site.pages.set(path, page(`Cockatoo number ${path}.`));
    // One of them does not answer before the crawl is stopped.
    web.site.pages.set('/p5', () => undefined);
    const { id } = await web.sources.addUrl(web.projectId, { url: web.at('/'), crawl: {} });
    const asked = () => web.site.hits.filter((hit) => hit.includes('/p')).length;
    await until(() => web.site.hits.includes('GET /p5'), 'it is asked for that one');
    web.site.pages.set('/p5', page('Cockatoo number /p5.'));
    expect(await web.store.sources.byId(id)).toMatchObject({ status: 'processing', progress: { stage: 'fetch' } });
    const reached = asked();
    await web.restart();
    const site = await web.settled(id);
    expect(site.error).toBeNull();
    expect(await pagesOf(site)).toHaveLength(13);
    // The one that was under way, at most.
    expect(asked()).toBeLessThanOrEqual(paths.length + 1);
    expect(reached).toBeLessThan(paths.length);
    expect(web.found('Cockatoo number')).toHaveLength(12);
  });
});

describe('a site in a project that has as many sources as it may have', () => {
  it('gets no new pages, and those that it has are read again', async () => {
    const full = await openWebSources({ parser: IN_PROCESS, maxSources: 3 });
    try {
      full.site.pages.set('/', page('The first page of the aardwolf.', '/a', '/b', '/c'));
      for (const path of ['/a', '/b', '/c']) full.site.pages.set(path, page(`Page ${path} is about the badger.`));
      const { id } = await full.sources.addUrl(full.projectId, { url: full.at('/'), crawl: {} });
      const site = await full.settled(id);
      const listed = async () =>
        (await full.store.crawls.report(full.projectId, id, { limit: 100, offset: 0 })).rows
          .filter(({ kind }) => kind === 'page')
          .map(({ url, outcome, reason }) => [new URL(url).pathname, reason ?? outcome]);
      const expected = [
        ['/', 'taken'],
        ['/a', 'taken'],
        ['/b', 'budget'],
        ['/c', 'budget'],
      ];
      expect([
        site.status,
        (await full.store.sources.listByProject(full.projectId, { limit: 1, offset: 0 })).total,
      ]).toEqual(['completed', 3]);
      expect(await listed()).toEqual(expected);
      full.site.pages.set('/a', page('By now it is about the caracal.'));
      full.site.hits.length = 0;
      await full.sources.sync(site);
      await full.settled(id);
      expect(await listed()).toEqual(expected);
      const { rows } = await full.store.sources.listByProject(full.projectId, { limit: 10, offset: 0 });
      const texts = await Promise.all(
        rows.map(async (row) => (await full.store.documents.bySource(full.projectId, row.id))?.text),
      );
      expect(texts.join(' ')).toContain('caracal');
      expect(full.site.hits).toContain('GET /a');
      expect(full.site.hits).not.toContain('GET /b');
    } finally {
      await full.close();
    }
  });
});
