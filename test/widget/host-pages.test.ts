import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { answerOf, type ScriptedApi } from './scripted-api.ts';
import { type Given, QUESTION, tagOf, withWidget } from './widget-page.ts';

const TURBO = readFileSync(new URL(import.meta.resolve('@hotwired/turbo')), 'utf8');
/** Higher than the window, so that what is fixed to the page instead of the window is out of view. */
const LONG = '<main style="min-height: 3000px"><h1>A site</h1></main>';

describe.skipIf(!browserIsThere)('the widget on the pages of others (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const { open, ask, answers, panel, launcher, markers, card } = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });
  const chats = () => page.locator('footnote-chat').count();
  const atItsCorner = async () => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {};
    const box = await launcher().boundingBox();
    return box && [width - box.x - box.width, height - box.y - box.height];
  };
  const works = async () => {
    await launcher().click();
    await panel().waitFor();
    await ask();
    await answers().first().waitFor();
  };

  describe('that Turbo changes without loading them', () => {
    /** Follows a link; the page is there when its body has been replaced. */
    const visit = async (link: string) => {
      const before = await page.locator('body').elementHandle();
      await page.getByRole('link', { name: link }).click();
      await page.waitForFunction((body) => body !== document.body && !document.body.ariaBusy, before);
    };
    beforeEach(async () => {
      await page.route('**/turbo.js', (route) => route.fulfill({ contentType: 'text/javascript', body: TURBO }));
    });
    const bodyOf = (tag: string) =>
      `<body><h1>A site</h1><a href="/other">Another page</a> <a href="/">The first page</a>${tag}</body>`;
    const head = (tag: string) =>
      `<!doctype html><html lang="en"><head><title>A site</title><script type="module" src="/turbo.js"></script>${tag}</head>`;

    it.each([
      ['in the head', () => head(tagOf(api)) + bodyOf('')],
      ['in the head, which Turbo does not run again', () => head(tagOf(api, 'data-turbo-eval="false"')) + bodyOf('')],
      ['at the end of the body', () => head('') + bodyOf(tagOf(api))],
    ])('stays, once, with the script tag %s', async (_, html) => {
      given.html = html();
      await page.goto(given.site.origin);
      await launcher().waitFor();
      for (const link of ['Another page', 'The first page', 'Another page']) {
        await visit(link);
        await launcher().waitFor();
        expect(await chats()).toBe(1);
      }
      await works();
    });

    it('keeps its panel open, with the conversation', async () => {
      given.html = head(tagOf(api)) + bodyOf('');
      await open();
      await ask();
      await answers().waitFor();
      const said = await answers().textContent();
      await visit('Another page');
      expect([await panel().isVisible(), await answers().textContent(), await chats()]).toEqual([true, said, 1]);
      await ask('And then?');
      await expect.poll(() => answers().count()).toBe(2);
      await page.goBack();
      await page.getByText(QUESTION).waitFor();
      expect([await answers().count(), await chats()]).toEqual([2, 1]);
    });
  });

  it.each([
    ['what is not defined yet', ':not(:defined) { display: none; }'],
    ['what is empty', '*:empty { display: none; }'],
    ['what it does not know in the body', 'body > *:not(main) { display: none; }'],
  ])('is seen and works where the page hides %s', async (_, style) => {
    given.html = `<!doctype html><html lang="en"><title>A site</title><style>${style}</style>${LONG}${tagOf(api)}`;
    await page.goto(given.site.origin);
    await launcher().waitFor();
    expect(await atItsCorner()).toEqual([20, 20]);
    await works();
  });

  it.each([
    'transform: translateX(0)',
    'filter: saturate(1.1)',
    'perspective: 500px',
    'will-change: transform',
    'contain: layout',
    'overflow: hidden; position: fixed',
  ])('is at its place on a body with %s', async (style) => {
    given.html = `<!doctype html><html lang="en"><title>A site</title><body style="${style}">${LONG}${tagOf(api)}`;
    await page.goto(given.site.origin);
    await launcher().waitFor();
    expect(await atItsCorner()).toEqual([20, 20]);
    await works();
    expect(await panel().boundingBox()).toMatchObject({ y: expect.toSatisfy((top: number) => top >= 0) });
  });

  it('adds nothing beside the body of other pages, which React 18 refuses where it hydrates them whole', async () => {
    given.html = `<!doctype html><html lang="en"><title>A site</title>${LONG}${tagOf(api)}`;
    await page.goto(given.site.origin);
    await launcher().waitFor();
    expect(await page.evaluate(() => [...document.documentElement.children].map(({ localName }) => localName))).toEqual(
      ['head', 'body'],
    );
    expect(await page.locator('footnote-chat').evaluate((chat) => chat.nextElementSibling)).toBeNull();
  });

  it('can still be hidden by the page, with its name and !important, or with its attribute', async () => {
    const seen = async (style: string) => {
      given.html = `<!doctype html><html lang="en"><title>A site</title><style>${style}</style>${LONG}${tagOf(api)}`;
      await page.goto(given.site.origin);
      await launcher().waitFor({ state: 'attached' });
      return launcher().isVisible();
    };
    expect(await seen('')).toBe(true);
    expect(await seen('footnote-chat { display: none !important; }')).toBe(false);
    expect(await seen('@media (width > 100px) { footnote-chat { display: none !important; } }')).toBe(false);
    expect(await seen('')).toBe(true);
    await page.locator('footnote-chat').evaluate((chat) => chat.toggleAttribute('hidden', true));
    expect(await launcher().isVisible()).toBe(false);
  });

  describe('that are served as XHTML', () => {
    const pageOf = (inside: string, attributes = '') =>
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>A site</title></head><body><main><h1>A site</h1></main>${inside}<script src="${api.origin}/widget.js" data-project="proj_1" ${attributes} async="async"></script></body></html>`;
    beforeEach(() => {
      given.headers['content-type'] = 'application/xhtml+xml';
    });

    it('opens, answers with code and tables, and opens a citation', async () => {
      api.answer = () =>
        answerOf(
          'Run it [1]:\n\n```sh\nexport A=1 # once\n```\n\n| A | B |\n|---|---|\n| one & two | **three**<br>4 |',
        );
      given.html = pageOf('');
      await page.goto(given.site.origin);
      await works();
      expect(await answers().locator('td').allTextContents()).toHaveLength(2);
      expect(await answers().locator('.code-comment').count()).toBe(1);
      await markers().first().click();
      await card().waitFor();
      expect(given.tab.complaints).toEqual([]);
    });

    it('opens its search, and is inline where the page has it so', async () => {
      given.html = pageOf('', 'data-search="data-search"');
      await page.goto(given.site.origin);
      await launcher().waitFor();
      await page.keyboard.press('Control+k');
      await page.locator('footnote-chat [part~=search]').waitFor();
      given.html = pageOf('', 'data-mode="inline"');
      await page.goto(given.site.origin);
      await panel().waitFor();
      await ask();
      await answers().waitFor();
      expect(given.tab.complaints).toEqual([]);
    });

    it('works where Trusted Types are required', async () => {
      given.headers['content-security-policy'] =
        `default-src 'none'; script-src ${api.origin}; connect-src ${api.origin}; ` +
        `require-trusted-types-for 'script'; trusted-types lit-html`;
      given.html = pageOf('');
      await page.goto(given.site.origin);
      await works();
      expect(given.tab.complaints).toEqual([]);
    });
  });
});
