import type { SearchResult } from '@footnote/sdk';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { axeFaults } from './axe-faults.ts';
import type { ScriptedApi } from './scripted-api.ts';
import { type Given, tagOf, withWidget } from './widget-page.ts';

const result = (over: Partial<SearchResult> = {}): SearchResult => ({
  id: '1',
  source_id: 'src_1',
  title: 'Operating Footnote',
  heading: 'Every week › Backups',
  text: 'To back up a running server, run footnote backup with the name of a file.',
  highlights: [{ start: 3, end: 7 }],
  url: 'https://elsewhere.example/backups',
  score: 0.9,
  indexed_at: '2026-01-31T12:00:00.000Z',
  ...over,
});

describe.skipIf(!browserIsThere)('the search of the widget (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const visitor = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });
  const { questions, launcher } = visitor;

  const dialog = () => page.getByRole('dialog', { name: 'Search' });
  const field = () => page.getByRole('combobox', { name: 'Search' });
  const rows = () => page.getByRole('option');
  const active = () => page.locator('[role=option][aria-selected=true]').textContent();
  const searches = () => api.calls.filter(({ path, body }) => path.endsWith('/search') && body.limit !== 1);
  const loaded = () => given.tab.requests.filter((url) => url.includes('/footnote-search-'));

  /** Opens a page whose tag has these attributes. */
  async function visit(attributes = 'data-search', path = '/'): Promise<void> {
    given.html = given.html.replace(/<script.*<\/script>/, tagOf(api, attributes));
    await page.goto(given.site.origin + path);
    await launcher().waitFor();
  }
  async function open(attributes?: string): Promise<void> {
    await visit(attributes);
    await page.keyboard.press('Control+k');
    await field().waitFor();
  }
  async function type(text: string): Promise<void> {
    await field().fill(text);
    await page.locator('[role=listbox][aria-busy=false]').waitFor();
  }

  it('leaves the keys to a page that has not asked for it, and loads nothing', async () => {
    await visit('');
    await page.keyboard.press('Control+k');
    await launcher().click();
    await page.getByRole('textbox').waitFor();
    await page.keyboard.press('Control+k');
    await given.tab.settled();
    expect(await dialog().count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Search' }).count()).toBe(0);
    expect(loaded()).toEqual([]);
  });

  it('is loaded when it is opened for the first time, with the keys or with the button of the panel', async () => {
    await visit();
    expect(loaded()).toEqual([]);
    expect(api.calls).toEqual([]);
    await launcher().click();
    await page.getByRole('textbox').waitFor();
    expect(loaded()).toEqual([]);
    await page.getByRole('button', { name: 'Search' }).click();
    await field().waitFor();
    expect(loaded()).toHaveLength(1);
    expect(await field().evaluate((input) => input.matches(':focus'))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    await page.keyboard.press('Meta+k');
    await field().waitFor();
    await page.keyboard.press('Meta+k');
    await expect.poll(() => dialog().count()).toBe(0);
  });

  it('leaves the keys to what the page does with them, and to editors', async () => {
    given.html = given.html.replace('<main>', '<main><p contenteditable>An editor</p>');
    await visit();
    await page.getByText('An editor').click();
    await page.keyboard.press('Control+k');
    await page.locator('h1').click();
    await page.evaluate(() => document.addEventListener('keydown', (event) => event.preventDefault()));
    await page.keyboard.press('Control+k');
    await given.tab.settled();
    expect(await dialog().count()).toBe(0);
  });

  it('searches once no letter follows, and shows the results with the words marked', async () => {
    api.search = () => [result(), result({ id: '2', title: 'Moving', heading: 'Moving › Restore' })];
    await open();
    await type('back');
    expect(searches().map(({ body }) => body)).toEqual([{ query: 'back', typing: true, limit: 5, text_length: 180 }]);
    expect(await rows().allTextContents()).toEqual([
      expect.stringMatching(/Operating Footnote › Every week › Backups\s*To back up a running server/),
      expect.stringMatching(/^\s*Moving › Restore/),
      'Ask: “back”',
    ]);
    expect(await page.locator('mark').first().textContent()).toBe('back');
    expect(await page.locator('dialog [role=status]').textContent()).toBe('2 results.');
  });

  it('names the file or the path of documents that share their title', async () => {
    api.search = () => [
      result({ title: 'Fastify', heading: 'Hooks', source_id: 'src_1', source_name: 'Reference/Hooks.md' }),
      result({ id: '2', title: 'Fastify', heading: 'Hooks', source_id: 'src_2', source_name: 'Guides/Start.md' }),
      result({ id: '3', title: 'Moving', heading: 'Restore', source_id: 'src_3', source_name: 'moving.md' }),
    ];
    await open();
    await type('back');
    expect(await page.locator('.row-title').allTextContents()).toEqual([
      'Fastify › Hooks · Reference/Hooks.md',
      'Fastify › Hooks · Guides/Start.md',
      'Moving › Restore',
    ]);
  });

  it('shows the results of the last query alone, however late those of earlier ones come', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    api.search = async ({ query }) => {
      if (query === 'slow') await held;
      return [result({ title: `Results of ${query}`, heading: '' })];
    };
    await open();
    await field().fill('slow');
    await expect.poll(() => searches().length).toBe(1);
    await field().fill('fast');
    await page.getByText('Results of fast').waitFor();
    release();
    await given.tab.settled();
    expect(await page.getByText('Results of slow').count()).toBe(0);
  });

  it('asks for nothing twice while letters are deleted and typed again', async () => {
    api.search = ({ filter }) => (filter?.url ? [] : [result()]);
    await open();
    await type('back');
    await field().fill('');
    expect(await rows().count()).toBe(0);
    await field().fill('back');
    await expect.poll(() => rows().count()).toBe(2);
    expect(searches()).toHaveLength(1);
  });

  it('closes with Escape, also where the page prevents what the key does', async () => {
    await visit();
    await page.evaluate(() =>
      document.addEventListener('keydown', (event) => event.key === 'Escape' && event.preventDefault()),
    );
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog').waitFor({ state: 'detached' });
  });

  it('is worked with the arrow keys, Enter and Escape, and gives the focus back', async () => {
    api.search = () => [
      result({ url: `${given.site.origin}/other` }),
      result({ id: '2', title: 'Second', heading: '' }),
    ];
    await visit();
    await page.getByRole('link', { name: 'Another page' }).focus();
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await type('back');
    expect(await active()).toContain('Operating');
    await page.keyboard.press('ArrowDown');
    expect(await active()).toContain('Second');
    expect(await field().getAttribute('aria-activedescendant')).toBe('row-1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await active()).toContain('Operating');
    await page.keyboard.press('ArrowUp');
    expect(await active()).toContain('Ask');
    await page.keyboard.press('Escape');
    // While the page still has it, Ctrl-K closes the search instead of opening it.
    await page.locator('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Another page');
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${given.site.origin}/other`);
  });

  it('waits with Enter for the results of what has just been typed', async () => {
    api.search = () => [result({ url: `${given.site.origin}/other` })];
    await open();
    await field().fill('back');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${given.site.origin}/other`);
  });

  it('lets the page open results itself', async () => {
    api.search = () => [result()];
    await open();
    await page.evaluate(() =>
      document.addEventListener('footnote-result-click', (event) => {
        event.preventDefault();
        document.title = event.detail.url;
      }),
    );
    await type('back');
    await rows().first().click();
    await expect.poll(() => page.title()).toBe('https://elsewhere.example/backups');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(page.context().pages()).toHaveLength(1);
  });

  it('asks the query as its last row does', async () => {
    await open();
    await type('How do I back up?');
    expect(await page.locator('.search-note').textContent()).toBe('Nothing found.');
    await page.keyboard.press('Enter');
    await expect.poll(() => questions().length).toBe(1);
    expect(questions()[0]?.body.query).toBe('How do I back up?');
    expect(questions()[0]?.body).not.toHaveProperty('filter');
    await visitor.answers().waitFor();
  });

  it('asks about this page if the server has it, until that is taken back', async () => {
    api.search = ({ filter }) => (filter?.url ? [result()] : []);
    await visit('data-search', '/other?from=mail#part');
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Ask about this page' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Ask about this page' }).waitFor({ state: 'hidden' });
    await page.getByText('Ask about this page').waitFor();
    await visitor.ask('What is here?');
    await visitor.answers().waitFor();
    const { origin } = given.site;
    const url = [`${origin}/other?from=mail`, `${origin}/other`, `${origin}/other/?from=mail`, `${origin}/other/`];
    expect(questions()[0]?.body.filter).toEqual({ url });
    await page.getByRole('button', { name: 'Ask about all pages' }).click();
    await visitor.ask('And elsewhere?');
    await expect.poll(() => questions().length).toBe(2);
    expect(questions()[1]?.body).not.toHaveProperty('filter');
  });

  it('does not offer to ask about a page that the server does not have', async () => {
    await open();
    await given.tab.settled();
    expect(await rows().count()).toBe(0);
    expect(await field().getAttribute('aria-expanded')).toBe('false');
  });

  it('sends the filter of the tag with searches and questions', async () => {
    await open(`data-search data-filter='{"language":"de"}'`);
    await type('back');
    expect(searches()[0]?.body.filter).toEqual({ language: 'de' });
    await page.keyboard.press('Enter');
    await expect.poll(() => questions().length).toBe(1);
    expect(questions()[0]?.body.filter).toEqual({ language: 'de' });
  });

  it('tells the owner of a filter that is not JSON, and ignores it', async () => {
    await open(`data-search data-filter="language: de"`);
    await type('back');
    expect(searches()[0]?.body).not.toHaveProperty('filter');
    expect(given.tab.complaints.join()).toContain('The filter is not JSON');
    given.tab.complaints.length = 0;
  });

  it('says what went wrong, and goes on with the next letter', async () => {
    api.search = () => [result()];
    api.intervene = ({ path, body }) =>
      path.endsWith('/search') && body.query === 'bac'
        ? { status: 429, body: { code: 'rate_limited', detail: 'Too many.' }, headers: { 'retry-after': '3' } }
        : undefined;
    await open();
    await field().fill('bac');
    await page.locator('.search-note').getByText('Too many questions in a short time.').waitFor();
    await field().press('k');
    await page.getByText('Operating Footnote').waitFor();
    expect(await page.locator('.search-note').count()).toBe(0);
  });

  it('renders what documents say as text, and opens nothing but pages of the web', async () => {
    const hostile = '<img src=x onerror="window.__x=1"><script>window.__x=1</script>';
    api.search = () => [
      result({
        title: hostile,
        heading: hostile,
        text: hostile,
        highlights: [{ start: 1, end: 4 }],
        url: 'javascript:window.__x=1',
      }),
    ];
    await open();
    await type(hostile.slice(0, 40));
    expect(await rows().first().getAttribute('href')).toBeNull();
    expect(await page.locator('dialog img, dialog script').count()).toBe(0);
    await rows().first().click();
    expect(await page.evaluate(() => Reflect.get(window, '__x'))).toBeUndefined();
  });

  it('speaks the language of the page, from right to left', async () => {
    given.html = given.html.replace('lang="en"', 'lang="ar"');
    await visit();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('ابحث في الوثائق…').waitFor();
    expect(await page.locator('dialog').evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
  });

  it('opens from the page’s own button, with a query', async () => {
    api.search = () => [result()];
    await visit('');
    await page.evaluate(() => Reflect.get(window, 'Footnote')('search', 'back'));
    await page.getByText('Operating Footnote').waitFor();
    expect(await field().inputValue()).toBe('back');
  });

  it.each([
    ['light', { colorScheme: 'light' as const }],
    ['dark', { colorScheme: 'dark' as const }],
    ['a small screen', { viewport: { width: 320, height: 640 } }],
  ])('has no axe violation, and fits: %s', async (_, options) => {
    api.search = ({ filter }) => (filter?.url ? [result()] : [result(), result({ id: '2', text: 'word '.repeat(36) })]);
    await visitor.another(options);
    await open();
    await page.getByRole('option', { name: 'Ask about this page' }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await type('back');
    await page.getByText('Operating Footnote').first().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const box = await page.locator('dialog').boundingBox();
    const { width = 0 } = page.viewportSize() ?? {};
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(await page.locator('.rows').evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);
  });
});
