import type { Source } from '@footnote/sdk';
import { afterAll, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { html, type Site, startSite, status, text } from '../helpers/ingestion/site.ts';
import { LOOKED, lookAtViews, withConsole } from './console-page.ts';

const links = (...paths: string[]) => paths.map((path) => `<p><a href="${path}">${path}</a></p>`).join('');

/** A small site of which not everything can be taken. */
async function machineSite(): Promise<Site> {
  const site = await startSite();
  site.pages.set(
    '/',
    html(`<h1>Machines</h1><p>All about machines.</p>${links('/docs/oil', '/login', '/logo.png', '/blog/news')}`),
  );
  site.pages.set(
    '/docs/oil',
    html('<h1>Oil</h1><p>The oil is changed every 500 hours of work.</p><nav>All machines</nav>'),
  );
  site.pages.set('/blog/news', html('<h1>News</h1><p>There is a new machine.</p>'));
  site.pages.set('/login', status(401));
  site.pages.set('/logo.png', text('picture', 'image/png'));
  return site;
}

const HOURS =
  '# Opening hours\n\n## Summer\n\nWe open at seven.\n\n## Winter\n\nWe open at nine, and close early when it snows.\n';

const PROSE = 'The drill turns at most nine hundred times a minute, and slower in steel. ';
const LITTLE = `<main><h1>Drill</h1><p>${PROSE.repeat(3)}</p></main><footer><p>${PROSE.repeat(9)}</p></footer>`;

describe.skipIf(!browserIsThere)('one source (needs chromium)', () => {
  let site: Site | undefined;
  const ids: Record<'file' | 'little' | 'broken' | 'text' | 'page' | 'site', string> = {
    file: '',
    little: '',
    broken: '',
    text: '',
    page: '',
    site: '',
  };
  const world = withConsole(
    async ({ client, project }) => {
      site = await machineSite();
      const root = `http://127.0.0.1:${site.port}`;
      const project_id = project.id;
      const added: Record<keyof typeof ids, Source> = {
        file: await client.sources.upload({ project_id, name: 'hours.md', file: new Blob([HOURS]) }),
        little: await client.sources.upload({ project_id, name: 'machines.html', file: new Blob([LITTLE]) }),
        broken: await client.sources.upload({
          project_id,
          name: 'contract.pdf',
          file: new Blob(['%PDF-1.7 and no more']),
        }),
        text: await client.sources.addText({ project_id, title: 'Parking', text: 'Parking is free for an hour.' }),
        page: await client.sources.addUrl({ project_id, url: `${root}/docs/oil`, refresh_hours: 24 }),
        site: await client.sources.addUrl({ project_id, url: `${root}/`, crawl: { exclude: ['/blog/*'] } }),
      };
      for (const [name, source] of Object.entries(added)) ids[name as keyof typeof ids] = source.id;
      await client.sources.waitUntilReady(Object.values(added)).catch(() => undefined);
    },
    { env: { SCRAPE_ALLOW_CIDRS: '127.0.0.0/8' } },
  );
  afterAll(() => site?.close());

  const open = (name: keyof typeof ids, query = '') => world.open(`/projects/:project/sources/${ids[name]}${query}`);

  lookAtViews(world, { sources: { path: '/projects/:project/sources', heading: 'Sources' } });

  it('shows the indexed passages of a file', async () => {
    const tab = await open('file');
    const passage = tab.page.getByRole('article').first();
    await passage.getByText('We open at seven.').waitFor();
    await passage.getByText(/characters \d+–\d+/).waitFor();
    await tab.page.getByText('Opening hours').first().waitFor();
    await tab.page.getByRole('link', { name: 'Show in document: passage 1' }).waitFor();
    const [opened] = await Promise.all([
      tab.context.waitForEvent('page'),
      tab.page.getByRole('link', { name: 'Open document' }).click(),
    ]);
    await opened.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor();
    await opened.close();
    await tab.screenshot('source-file');
    expect([tab.complaints, tab.foreignRequests(), await tab.overflow(), await tab.faults()]).toEqual([[], [], 0, []]);
    await tab.context.close();
  });

  it('saves the original of a file, and opens that of a page, beside the text that was read', async () => {
    const tab = await open('file');
    await tab.page.getByRole('link', { name: 'Open document' }).waitFor();
    const [saved] = await Promise.all([
      tab.page.waitForEvent('download'),
      tab.page.getByRole('button', { name: 'Original' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('hours.md');
    await tab.context.close();
    const page = await open('page');
    const link = page.page.getByRole('link', { name: 'Original' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`http://127.0.0.1:${site?.port}/docs/oil`);
    expect([tab.complaints, page.complaints]).toEqual([[], []]);
    await page.context.close();
  });

  it('warns where little of a document was read, and says what was found in it', async () => {
    const tab = await open('little');
    await tab.page.getByText(/^Only \d+ % of the text that this document shows is searched/).waitFor();
    await tab.page.getByText('Ready, in part').waitFor();
    await tab.page.getByText('1 heading', { exact: true }).waitFor();
    await tab.screenshot('source-little-read');
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await tab.context.close();
  });

  it('shows what of a page was left out', async () => {
    const tab = await open('page');
    await tab.page.getByText('Not searched').click();
    await tab.page.getByText('Menus and links to other pages, 12 characters').waitFor();
    await tab.page.getByText('All machines', { exact: true }).waitFor();
    await tab.screenshot('source-left-out');
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await tab.context.close();
  });

  it('shows the lines of a file whose encoding could not be known', async () => {
    const file = new Uint8Array(
      Buffer.from('A komp.\n\nA di\x87kok kiv\x8etel\x8evel h\x8etf\xceig ingyen mennek', 'latin1'),
    );
    const project_id = (await world.client.sources.retrieve(ids.file)).project_id;
    const source = await world.client.sources.upload({ project_id, file, name: 'komp.txt' });
    await world.client.sources.waitUntilReady(source);
    const tab = await world.open(`/projects/:project/sources/${source.id}`);
    await tab.page.getByText('The encoding of this file could not be known').waitFor();
    await tab.page.getByRole('note').getByText('ingyen mennek').waitFor();
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await world.client.sources.delete(source.id);
    await tab.context.close();
  });

  it.each(LOOKED)('opens a passage in its document, marked and in view, in %s', async (look) => {
    const { items } = await world.client.sources.passages(ids.file);
    const { pathname } = new URL(items[0]?.url ?? '');
    const tab = await world.guest(`${pathname}#quote`, look);
    await tab.page.getByRole('heading', { level: 2, name: 'Summer' }).waitFor();
    const quote = tab.page.locator('#quote');
    expect(await quote.evaluate((mark) => [mark.matches(':focus'), mark.textContent])).toEqual([true, 'Summer']);
    await tab.screenshot('document');
    expect([tab.complaints, tab.foreignRequests(), await tab.overflow(), await tab.faults()]).toEqual([[], [], 0, []]);
    await tab.page.goto(`${world.server.url}/v1/passages/expired`);
    await tab.page.getByRole('heading', { name: 'This link is not valid' }).waitFor();
    expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);
    await tab.context.close();
  });

  it('lets its owner say where it is on the website, and more of it', async () => {
    const tab = await open('file');
    const { page } = tab;
    await page.getByRole('button', { name: 'Edit address and metadata' }).click();
    const metadata = page.getByRole('textbox', { name: 'Metadata' });
    await page.getByLabel('On your website').fill('docs.acme.example/hours');
    await metadata.fill('version=2\nteam');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“team” is not of the form name=value').waitFor();
    await metadata.fill('version=2\nteam=Front desk');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be an http or https address').waitFor();
    await tab.screenshot('source-describe');
    expect(await tab.faults()).toEqual([]);
    await page.getByLabel('On your website').fill('https://docs.acme.example/hours');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Front desk').waitFor();
    await page.getByRole('link', { name: 'docs.acme.example/hours' }).waitFor();
    expect(await world.client.sources.retrieve(ids.file)).toMatchObject({
      url: 'https://docs.acme.example/hours',
      metadata: { version: '2', team: 'Front desk', filename: 'hours.md' },
    });
    await page.getByRole('button', { name: 'Edit address and metadata' }).click();
    expect(await metadata.inputValue()).toBe('version=2\nteam=Front desk');
    await page.getByLabel('On your website').fill('');
    await metadata.fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Front desk').waitFor({ state: 'detached' });
    expect(await world.client.sources.retrieve(ids.file)).not.toHaveProperty('url');
    expect([tab.foreignRequests(), await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await tab.context.close();
  });

  it('says why a private address is refused, and which setting opens it, also in the log', async () => {
    const tab = await world.open('/projects/:project/sources');
    await tab.page.getByRole('button', { name: 'Page', exact: true }).click();
    const address = tab.page.getByRole('textbox', { name: 'Address' });
    await address.fill('http://10.1.2.3/wiki');
    await tab.page.getByRole('button', { name: 'Add the page' }).click();
    await tab.page.getByText('10.1.2.3 is not a public address.').waitFor();
    await tab.page.getByText('SCRAPE_ALLOW_CIDRS to a range that contains it, such as 10.1.2.3/32').waitFor();
    expect(await tab.faults()).toEqual([]);
    expect(world.server.output()).toMatch(/"event":"address_refused","reason":"private_address","host":"10\.1\.2\.3"/);
    await tab.context.close();
  });

  it('shows why a file failed, and replaces it', async () => {
    const tab = await open('broken');
    await tab.page.getByText('This PDF file cannot be read').waitFor();
    await tab.screenshot('source-failed');
    expect(await tab.faults()).toEqual([]);
    const chooser = tab.page.waitForEvent('filechooser');
    await tab.page.getByRole('button', { name: 'Replace the file' }).click();
    await (await chooser).setFiles({
      name: 'contract.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('# Contract\n\nIt ends in May.\n'),
    });
    await tab.page.getByRole('heading', { name: 'contract.md' }).waitFor();
    await tab.page.getByText('It ends in May.').waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('replaces a text, which stays searchable until the new one is processed', async () => {
    const tab = await open('text');
    await tab.page.getByText('Parking is free for an hour.').waitFor();
    await tab.page.getByRole('button', { name: 'Replace' }).click();
    await tab.page.getByLabel('The new text').fill('Parking is free for two hours.');
    await tab.page.getByRole('button', { name: 'Replace the text' }).click();
    await tab.page.getByText('Parking is free for two hours.').waitFor();
    await tab.context.close();
  });

  it('lists the pages of a site below it, and the reason for each outcome', async () => {
    const tab = await open('site');
    const { page } = tab;
    await page.getByRole('link', { name: 'Oil' }).waitFor();
    await tab.screenshot('source-site');
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await page.getByRole('link', { name: 'Report' }).click();
    await page.getByText('Your paths exclude it.').waitFor();
    await page.getByText('It requires signing in.').waitFor();
    await tab.screenshot('source-report');
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await page.locator('.segments label', { hasText: 'Failed' }).click();
    await expect.poll(() => page.getByText('Your paths exclude it.').count()).toBe(0);
    await page.getByText('It requires signing in.').waitFor();

    await page.getByRole('link', { name: 'Sources' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    await expect.poll(() => page.locator('li.source').count()).toBe(6);
    await tab.context.close();
  });

  it('finds a page of a large site by its title', async () => {
    const { client, project } = world;
    const paths = Array.from({ length: 21 }, (_, at) => `/parts/${at + 1}`);
    site?.pages.set('/parts', html(`<h1>Parts</h1><p>All parts of machines.</p>${links(...paths)}`));
    for (const [at, path] of paths.entries())
      site?.pages.set(path, html(`<h1>Part ${at + 1}</h1><p>The part ${at + 1} is made of steel.</p>`));
    site?.pages.set('/parts/3', html('<h1>Flywheel</h1><p>The flywheel is made of iron.</p>'));
    const crawl = { include: ['/parts*'], sitemap: false };
    const parts = await client.sources.addUrl({
      project_id: project.id,
      url: `http://127.0.0.1:${site?.port}/parts`,
      crawl,
    });
    await client.sources.waitUntilReady(parts).catch(() => undefined);
    const tab = await world.open(`/projects/:project/sources/${parts.id}`);
    const { page } = tab;
    const rows = page.locator('li.source');
    await expect.poll(() => rows.count()).toBe(20);
    await page.getByRole('searchbox').fill('flywh');
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringContaining('Flywheel')]);
    expect(await page.getByRole('searchbox').evaluate((box) => box.matches(':focus'))).toBe(true);
    await tab.screenshot('source-site-found');
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await page.getByRole('searchbox').fill('sprocket');
    await page.getByText('No page of this site has these words').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => rows.count()).toBe(20);
    await tab.context.close();
    await client.sources.delete(parts.id);
  });

  it('says how many pages a crawl has left out at its limit, and where that is raised', async () => {
    const { client, project } = world;
    const root = `http://127.0.0.1:${site?.port}`;
    const small = await client.sources.addUrl({
      project_id: project.id,
      url: `${root}/`,
      crawl: { max_pages: 1, sitemap: false },
    });
    await client.sources.waitUntilReady(small);
    const { total } = await client.sources.crawl(small.id, { reason: 'budget' });
    expect(total).toBeGreaterThan(0);
    const tab = await world.open(`/projects/:project/sources/${small.id}`);
    const { page } = tab;
    await page.getByText(`The crawl ended at a limit, with ${total} address`).waitFor();
    await page.getByText('It may read 1 page: raise that number').waitFor();
    await tab.screenshot('source-limit');
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await page.getByRole('link', { name: 'settings', exact: true }).click();
    await page.getByLabel('Maximum number of pages').waitFor();
    await tab.context.close();
    await client.sources.delete(small.id);
  });

  it('says where a crawl found few links and no sitemap, as a script may make the menu', async () => {
    const { client, project } = world;
    const told = 'The HTML of this site links to few of its pages: 5 pages were found, and no sitemap.';
    const tab = await open('site');
    await tab.page.getByText(told).waitFor();
    await tab.screenshot('source-few-links');
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await tab.context.close();

    const root = `http://127.0.0.1:${site?.port}`;
    site?.pages.set('/sitemap.xml', text(`<urlset><url><loc>${root}/docs/oil</loc></url></urlset>`, 'application/xml'));
    const listed = await client.sources.addUrl({ project_id: project.id, url: `${root}/`, crawl: {} });
    await client.sources.waitUntilReady(listed);
    site?.pages.delete('/sitemap.xml');
    const other = await world.open(`/projects/:project/sources/${listed.id}`);
    await other.page.getByRole('link', { name: 'Oil' }).waitFor();
    await other.page.waitForLoadState('networkidle');
    expect(await other.page.getByText('links to few of its pages').count()).toBe(0);
    await other.context.close();
    await client.sources.delete(listed.id);
  });

  it('changes the schedule and the crawl options of a site, and reads it again', async () => {
    const tab = await open('site', '?show=settings');
    const { page } = tab;
    await page.getByLabel('Paths to exclude').fill('nonsense');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must begin with / or *').waitFor();
    await tab.screenshot('source-settings');
    expect(await tab.faults()).toEqual([]);
    await page.getByLabel('Paths to exclude').fill('');
    await page.getByLabel('Read again').selectOption('168');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await world.client.sources.retrieve(ids.site)).toMatchObject({ refresh_hours: 168, crawl: { exclude: [] } });
    await page.getByRole('link', { name: 'Pages' }).click();
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByRole('link', { name: 'News' }).waitFor();
    await tab.context.close();
  });

  it.each(LOOKED.filter((look) => look !== 'light'))('is without a fault in %s', async (look) => {
    const states = {
      file: ids.file,
      site: ids.site,
      report: `${ids.site}?show=report`,
      settings: `${ids.site}?show=settings`,
      about: `${ids.page}?show=about`,
    };
    for (const [name, at] of Object.entries(states)) {
      const tab = await world.open(`/projects/:project/sources/${at}`, look);
      await tab.page.getByRole('heading', { level: 1 }).waitFor();
      await tab.screenshot(`source-${name}`);
      expect([name, tab.complaints, tab.foreignRequests(), await tab.overflow(), await tab.faults()]).toEqual([
        name,
        [],
        [],
        0,
        [],
      ]);
      await tab.context.close();
    }
  });

  it('deletes a source, which can be undone until it is left, and returns to the list', async () => {
    const tab = await open('page');
    await tab.page.getByText('The oil is changed every 500 hours of work.').waitFor();
    await tab.page.getByRole('button', { name: 'Delete' }).click();
    await tab.page.waitForURL(/\/sources$/);
    expect((await world.client.sources.retrieve(ids.page)).status).toBe('completed');
    await tab.page.reload();
    await tab.page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    // The request outlives the page that sent it, and may be answered after the next page is there.
    const status = () =>
      world.client.sources.retrieve(ids.page).then(
        (source) => source.status,
        (error) => error.status,
      );
    await expect.poll(status).toBe(404);
    await tab.context.close();
  });
});
