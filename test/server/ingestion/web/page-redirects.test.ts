import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, html, redirect, type Site, startSite, text } from '../../../helpers/ingestion/site.ts';
import { IN_PROCESS, openWebSources, type WebSources } from '../../../helpers/ingestion/web-sources.ts';

const PROSE = 'Turn the lever of the sluice twice to the left, and wait until the green lamp has gone out again. ';
const refreshTo = (content: string, around = '') => html(`<meta http-equiv="refresh" content="${content}">${around}`);
const CONTENT = html(`<h1>Sluices</h1><p>${PROSE}</p>`);

let web: WebSources;
/** Stands for everything inside a private network: its address is not opened. */
let canary: Site;
beforeAll(async () => {
  web = await openWebSources({ parser: IN_PROCESS });
  canary = await startSite('127.0.0.9');
});
afterAll(async () => {
  await web.close();
  await canary.close();
});
beforeEach(() => {
  web.site.pages.clear();
  web.site.hits.length = 0;
  web.site.headers.length = 0;
  web.site.pages.set('/target', CONTENT);
});
afterEach(async () => {
  expect(canary.hits, 'what is inside was asked').toEqual([]);
  expect(await web.temporaryFiles()).toEqual([]);
});

const add = async (path: string, crawl?: object) => {
  const { id } = await web.sources.addUrl(web.projectId, { url: web.at(path), ...(crawl && { crawl }) });
  return web.settled(id);
};
const sync = async (id: string) => {
  const source = await web.store.sources.byId(id);
  if (!source) throw new Error('It is gone.');
  await web.sources.sync(source);
  return web.settled(id);
};
const textOf = async (id: string) => (await web.store.documents.bySource(web.projectId, id))?.text ?? '';
const outcomes = async (id: string) => {
  const { rows } = await web.store.crawls.report(web.projectId, id, { limit: 100, offset: 0 });
  return Object.fromEntries(rows.map(({ url, outcome, reason }) => [URL.parse(url)?.pathname, reason ?? outcome]));
};

describe('a page that leads on by itself', () => {
  it.each<[string, Answer]>([
    ['at once', refreshTo('0; url=/target')],
    ['after some seconds, with a word about it', refreshTo('8;URL=target', '<p>You will be redirected.</p>')],
    ['for browsers without scripts', html('<noscript><meta http-equiv="refresh" content="1; url=target"></noscript>')],
    ['by a header', html('Wait.', { refresh: "0; url='/target'" })],
    ['by a header alone', (_, response) => response.writeHead(200, { refresh: '3;url=/target' }).end()],
    ['from its base', html('<base href="/deep/er/"><meta http-equiv="refresh" content="0;url=../../target">')],
    ['at once, within the menus and texts of its site', refreshTo('0;url=/target', `<p>${PROSE.repeat(9)}</p>`)],
    [
      'as XHTML',
      text(
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="a"/><meta http-equiv="refresh" content="0;url=/target"/></head><body/></html>',
        'application/xhtml+xml',
      ),
    ],
  ])('is read where it leads: %s', async (_, answer) => {
    web.site.pages.set('/start', answer);
    const source = await add('/start');
    expect(source).toMatchObject({ status: 'completed', error: null, metadata: { final_url: web.at('/target') } });
    expect(await textOf(source.id)).toBe(`Sluices\n\n${PROSE.trim()}`);
  });

  it.each<[string, Answer]>([
    ['goes on slowly and has a text', refreshTo('10; url=/target', `<p>${PROSE.repeat(4)}</p>`)],
    [
      'goes on slowly and has a text after long styles',
      refreshTo('10; url=/target', `<style>${'a{b:c}'.repeat(12_000)}</style><p>${PROSE}</p>${PROSE.repeat(4)}`),
    ],
    ['loads itself again', refreshTo('5', `<p>${PROSE}</p>`)],
    ['loads itself again by its address', refreshTo('5; url=/start', `<p>${PROSE}</p>`)],
    ['loads itself at once, with a text', refreshTo('0; url=/start', `<p>${PROSE.repeat(4)}</p>`)],
    ['goes on after minutes', refreshTo('300; url=/target', `<p>${PROSE}</p>`)],
    [
      'goes on only without scripts and has a text',
      html(`<noscript><meta http-equiv="refresh" content="0;url=/target"></noscript><p>${PROSE.repeat(4)}</p>`),
    ],
    [
      'only did in old browsers',
      html(`<!--[if IE]><meta http-equiv="refresh" content="0;url=/target"><![endif]-->${PROSE}`),
    ],
    ['shows how', html(`<template><meta http-equiv="refresh" content="0;url=/target"></template>${PROSE}`)],
    ['opens a program beside its text', refreshTo('0; url=kettle://open', `<p>${PROSE.repeat(4)}</p>`)],
  ])('is read itself if it %s', async (_, answer) => {
    web.site.pages.set('/start', answer);
    const source = await add('/start');
    expect([source.error, source.metadata.final_url]).toEqual([null, web.at('/start')]);
    expect(await textOf(source.id)).toContain(PROSE.trim());
    expect(web.site.hits).toEqual(['GET /start']);
  });

  it('counts as a redirect, among others', async () => {
    const hops: Answer[] = [
      refreshTo('0;url=/1'),
      redirect('/2'),
      refreshTo('0;url=/3'),
      redirect('/4'),
      redirect('/5'),
    ];
    for (const [index, answer] of hops.entries()) web.site.pages.set(`/${index}`, answer);
    web.site.pages.set('/5', CONTENT);
    expect((await add('/0')).metadata.final_url).toBe(web.at('/5'));
    web.site.pages.set('/one-more', refreshTo('0;url=/0'));
    expect((await add('/one-more')).error?.code).toBe('too_many_redirects');
  });

  it('in a circle fails', async () => {
    web.site.pages.set('/a', refreshTo('0;url=/b'));
    web.site.pages.set('/b', redirect('/a'));
    web.site.pages.set('/self', refreshTo('0;url=/self', 'Redirecting …'));
    for (const path of ['/a', '/self']) expect((await add(path)).error?.code, path).toBe('too_many_redirects');
  });

  it.each([
    ['an address inside', () => `http://127.0.0.9:${canary.port}/`],
    ['a name that stands for one', () => `http://inside.example.com:${canary.port}/`],
    ['another way to write one', () => `//2130706441:${canary.port}/`],
    ['where clouds keep secrets', () => 'http://169.254.169.254/latest/'],
    ['a user name', () => web.at('/target').replace('//', '//user:pw@')],
    ['a file', () => 'file:///etc/passwd'],
    ['data', () => 'data:text/html,Hello'],
    ['a script', () => 'javascript:alert(1)'],
  ])('never leads to %s', async (_, target) => {
    web.names.set('inside.example.com', '127.0.0.9');
    for (const answer of [refreshTo(`0;url=${target()}`), html('', { refresh: `0;url=${target()}` })]) {
      web.site.pages.set('/start', answer);
      expect((await add('/start')).error).toMatchObject({ code: 'url_not_allowed', message: expect.any(String) });
    }
  });

  it('that leads to a refused address says so, and why', async () => {
    web.site.pages.set('/start', refreshTo(`0;url=http://127.0.0.9:${canary.port}/`));
    expect((await add('/start')).error?.message).toMatch(
      /^This address leads to another one, which cannot be read\. 127\.0\.0\.9 is not a public address\./,
    );
  });

  it('leads to what fails, with the reason of that', async () => {
    web.site.pages.set('/start', refreshTo('0;url=/missing'));
    expect((await add('/start')).error?.code).toBe('page_not_found');
  });

  it('is asked again, as what it leads to may be another page, which keeps its text while it is the same', async () => {
    web.site.pages.set('/start', refreshTo('0;url=/target'));
    const { id, completedAt } = await add('/start');
    web.site.headers.length = 0;
    expect(await sync(id)).toMatchObject({ error: null, completedAt });
    expect(web.site.headers.map((headers) => 'if-none-match' in headers)).toEqual([false, true]);
    web.site.pages.set('/start', refreshTo('0;url=/newer'));
    web.site.pages.set('/newer', html('<p>The sluice has been replaced.</p>'));
    await sync(id);
    expect(await textOf(id)).toBe('The sluice has been replaced.');
  });
});

describe('a page of a site that leads on by itself', () => {
  it('leads only where the crawl may', async () => {
    const { pages } = web.site;
    pages.set('/robots.txt', text('User-agent: *\nDisallow: /private'));
    pages.set(
      '/',
      html(
        `<p>${PROSE}</p>${['fine', 'away', 'secret', 'old', 'inside'].map((path) => `<a href="/${path}">x</a>`).join(' ')}`,
      ),
    );
    pages.set('/fine', refreshTo('0;url=/target'));
    pages.set('/away', refreshTo(`0;url=${web.at('/target', 'other.example.com')}`));
    pages.set('/secret', refreshTo('0;url=/private/page'));
    pages.set('/old', refreshTo('0;url=/archive/page'));
    pages.set('/inside', refreshTo(`0;url=http://127.0.0.9:${canary.port}/`));
    const site = await add('/', { exclude: ['/archive/*'] });
    expect(await outcomes(site.id)).toMatchObject({
      '/': 'taken',
      '/fine': 'duplicate',
      '/target': 'taken',
      '/away': 'other_origin',
      '/secret': 'robots',
      '/old': 'excluded',
      '/inside': 'url_not_allowed',
    });
    expect(web.site.hits).not.toContain('GET /private/page');
    expect(web.site.hits).not.toContain('GET /archive/page');
  });

  it.each([
    ['a page', refreshTo('0;url=/private/page')],
    ['a redirect', redirect('/private/page')],
  ])('may not lead to what robots.txt forbids, even if it is the first: %s', async (_, first) => {
    web.site.pages.set('/robots.txt', text('User-agent: *\nDisallow: /private'));
    web.site.pages.set('/', first);
    web.site.pages.set('/private/page', CONTENT);
    const site = await add('/', {});
    expect([site.error?.code, (await outcomes(site.id))['/']]).toEqual(['crawl_empty', 'robots']);
    expect(web.site.hits).not.toContain('GET /private/page');
  });

  it('may move the site, if it is its first', async () => {
    web.site.pages.set('/', (request, response) =>
      (request.headers.host?.startsWith('docs.')
        ? refreshTo(`0;url=${web.at('/', 'new.example.com')}`)
        : html(`<p>${PROSE}</p><a href="/target">more</a>`))(request, response),
    );
    const site = await add('/', {});
    expect([site.status, (await outcomes(site.id))['/target']]).toEqual(['completed', 'taken']);
  });

  it('may be found by a sitemap, and lead to one, but not to a robots.txt', async () => {
    const { pages } = web.site;
    pages.set('/robots.txt', refreshTo('0;url=/rules'));
    pages.set('/rules', text('User-agent: *\nDisallow: /'));
    pages.set('/sitemap.xml', refreshTo('0;url=/map'));
    pages.set('/map', text(`<urlset><url><loc>${web.at('/listed')}</loc></url></urlset>`, 'application/xml'));
    pages.set('/listed', refreshTo('0;url=/target'));
    pages.set('/', html(`<p>The first page. ${PROSE}</p>`));
    const site = await add('/', {});
    expect(await outcomes(site.id)).toMatchObject({ '/listed': 'duplicate', '/target': 'taken', '/': 'taken' });
    expect(web.site.hits).not.toContain('GET /rules');
  });
});

describe('cookies', () => {
  /** Shows its content to those who bring a cookie, and gives it to all others. */
  const wall =
    (onward: (cookie: string) => Answer, attributes = ''): Answer =>
    (request, response) => {
      if (request.headers.cookie?.includes('seen=1')) return CONTENT(request, response);
      response.setHeader('set-cookie', [`seen=1${attributes}`, 'theme=dark; Path=/elsewhere']);
      return onward('seen=1')(request, response);
    };
  const cookies = () => web.site.headers.map(({ cookie }) => cookie);

  it.each<[string, Answer]>([
    ['a redirect to itself', wall(() => redirect('/wall'))],
    ['a page that loads itself again', wall(() => refreshTo('0'))],
    ['a page that leads to itself', wall(() => refreshTo('2; url=/wall', 'Checking your browser …'))],
    ['a redirect, for the whole domain', wall(() => redirect('/wall'), '; Domain=.example.com; Path=/; Max-Age=60')],
  ])('of a chain are sent on its next requests: %s', async (_, answer) => {
    web.site.pages.set('/wall', answer);
    const source = await add('/wall');
    expect([source.error, await textOf(source.id)]).toEqual([null, expect.stringContaining('Sluices')]);
    expect(cookies()).toEqual([undefined, 'seen=1']);
  });

  it('are not kept after the chain', async () => {
    web.site.pages.set(
      '/wall',
      wall(() => redirect('/wall')),
    );
    const { id } = await add('/wall');
    await sync(id);
    expect(cookies()).toEqual([undefined, 'seen=1', undefined, 'seen=1']);
  });

  it('are never sent to another host or port', async () => {
    const other = await startSite('127.0.0.1');
    try {
      other.pages.set('/', redirect(web.at('/target', 'other.example.com')));
      web.site.pages.set('/start', (_request, response) =>
        response
          .writeHead(302, {
            location: `http://docs.example.com:${other.port}/`,
            'set-cookie': ['own=1', 'all=1; Domain=example.com', 'others=1; Domain=other.example.com'],
          })
          .end(),
      );
      expect((await add('/start')).error).toBeNull();
      expect([...cookies(), ...other.headers.map(({ cookie }) => cookie)]).toEqual([undefined, undefined, undefined]);
    } finally {
      await other.close();
    }
  });

  it('that change each time end as too many redirects', async () => {
    let count = 0;
    web.site.pages.set('/wall', (_request, response) => {
      count += 1;
      response.writeHead(302, { location: '/wall', 'set-cookie': `count=${count}` }).end();
    });
    expect((await add('/wall')).error?.code).toBe('too_many_redirects');
    expect(web.site.hits).toHaveLength(6);
  });

  it('leave a page that sets one, and loads itself again after a while, as it is', async () => {
    web.site.pages.set('/status', (request, response) => {
      response.setHeader('set-cookie', `visit=${web.site.hits.length}`);
      refreshTo('20', `<p>${PROSE}</p>`)(request, response);
    });
    const source = await add('/status');
    expect([source.error, await textOf(source.id)]).toEqual([null, PROSE.trim()]);
  });
});
