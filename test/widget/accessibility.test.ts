import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { browserIsThere, launchBrowser, openPage, type WatchedPage } from '../helpers/browser.ts';
import { type ScriptedApi, startScriptedApi, startSite } from './scripted-api.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

describe.skipIf(!browserIsThere)('the widget for everyone (needs chromium)', () => {
  let browser: Browser;
  let api: ScriptedApi;
  let site: { origin: string; stop(): Promise<void> };
  let tab: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    api = await startScriptedApi();
    site = await startSite(
      () => `<!doctype html><html lang="en"><title>A site</title><main><h1>A site</h1></main>
        <script src="${api.origin}/widget.js" data-project="proj_1" async></script>`,
    );
  });
  afterEach(async () => {
    await tab.context.close();
    await site.stop();
    await api.stop();
  });

  /** The faults that axe finds in the widget, as `rule: where`. */
  async function faults(): Promise<string[]> {
    await page.evaluate(AXE);
    // The panel comes in with a movement; half-way it has no colours that could be judged.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
    await page.waitForTimeout(300);
    const results = (await page.evaluate(
      (values) => Reflect.get(window, 'axe').run('footnote-chat', { runOnly: { type: 'tag', values } }),
      RULES,
    )) as AxeResults;
    return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }

  async function open(options = {}): Promise<void> {
    tab = await openPage(browser, options);
    page = tab.page;
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByRole('dialog').waitFor();
  }

  it.each([
    ['light', { colorScheme: 'light' as const }],
    ['dark', { colorScheme: 'dark' as const }],
    ['a small screen', { viewport: { width: 320, height: 640 } }],
  ])('has no fault that axe finds, in any state: %s', async (_, options) => {
    api.intervene = ({ path, body }) =>
      path.endsWith('/feedback') ? { status: 200, body: { message_id: 'msg_1', comment: null, ...body } } : undefined;
    await open(options);
    await page.getByText('What would you like to know about Footnote?').waitFor();
    expect(await faults()).toEqual([]);

    let release = () => {};
    const { answer } = api;
    api.answer = async (request) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return answer(request);
    };
    await page.getByRole('textbox').fill('How do I back up?');
    await page.keyboard.press('Enter');
    await page.locator('.waiting').waitFor();
    expect(await faults()).toEqual([]);

    release();
    await page.getByRole('button', { name: 'Source 1: Operating Footnote' }).click();
    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await page.getByRole('textbox', { name: 'Say more (optional)' }).waitFor();
    expect(await faults()).toEqual([]);

    api.intervene = ({ path }) =>
      path.endsWith('/chat') ? { status: 429, body: { code: 'rate_limited', detail: 'x' } } : undefined;
    await page.getByRole('textbox', { name: 'Your question' }).fill('And then?');
    await page.keyboard.press('Enter');
    await page.locator('.trouble').waitFor();
    expect(await faults()).toEqual([]);
  });

  it('does not read an answer out in pieces', async () => {
    await open();
    expect(await page.getByRole('log', { name: 'Conversation' }).getAttribute('aria-live')).toBe('off');
    expect(await page.getByRole('status').getAttribute('aria-live')).toBe('polite');
  });

  it('moves nothing for those who want no movement', async () => {
    await open({ reducedMotion: 'reduce' });
    expect(await page.locator('.panel').evaluate((panel) => getComputedStyle(panel).animationName)).toBe('none');
  });

  it('keeps its borders where the system chooses the colours', async () => {
    await open({ forcedColors: 'active' });
    await page.getByRole('textbox').fill('How do I back up?');
    await page.keyboard.press('Enter');
    await page.locator('.marker').first().waitFor();
    expect(
      await page
        .locator('.marker')
        .first()
        .evaluate((marker) => getComputedStyle(marker).borderStyle),
    ).toBe('solid');
  });

  it('is used with the keyboard alone: open, ask, cite, open the document, close', async () => {
    tab = await openPage(browser);
    page = tab.page;
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Ask a question' }).waitFor();
    const focused = () =>
      page.evaluate(() => {
        const active = document.activeElement?.shadowRoot?.activeElement;
        return active?.ariaLabel || active?.textContent?.trim() || '';
      });
    const tabTo = async (name: string, key = 'Tab') => {
      for (let presses = 0; presses < 30 && !(await focused()).startsWith(name); presses += 1)
        await page.keyboard.press(key);
      expect(await focused()).toContain(name);
    };
    await tabTo('Ask a question');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox').waitFor();
    await page.keyboard.type('How do I back up?');
    await page.keyboard.press('Enter');
    await page.locator('.marker').first().waitFor();
    await tabTo('Source 1', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('mark').waitFor();
    await tabTo('Open in document');
    await page.keyboard.press('Escape');
    await page.locator('mark').waitFor({ state: 'detached' });
    expect(await focused()).toContain('Source 1');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Ask a question');
  });
});
