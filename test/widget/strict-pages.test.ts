import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { answerOf, type ScriptedApi } from './scripted-api.ts';
import { type Given, withWidget } from './widget-page.ts';

const HASHES = () =>
  JSON.parse(readFileSync(new URL('../../widget/dist/integrity.json', import.meta.url), 'utf8')) as Record<
    string,
    string
  >;
const { version } = JSON.parse(readFileSync(new URL('../../widget/package.json', import.meta.url), 'utf8'));

describe.skipIf(!browserIsThere)('the widget on pages with a strict policy (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const { open, ask, answers, panel, launcher, markers, card } = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });
  const wholeRun = async () => {
    await open();
    await ask();
    await answers().waitFor();
    await markers().first().click();
    await card().waitFor();
  };

  describe('with a nonce', () => {
    it.each([
      ['strict-dynamic', (nonce: string) => `'nonce-${nonce}' 'strict-dynamic'`],
      ['the nonce and the origin', (nonce: string) => `'nonce-${nonce}' ${api.origin}`],
    ])('loads all of its files and breaks no policy: %s', async (_, scripts) => {
      given.html = given.html.replace('<script', '<script nonce="cnVu"');
      given.headers['content-security-policy'] =
        `default-src 'none'; script-src ${scripts('cnVu')}; connect-src ${api.origin}; base-uri 'none'; ` +
        `require-trusted-types-for 'script'; trusted-types lit-html`;
      api.answer = () => answerOf('Run it [1]:\n\n```sh\nexport A=1 # once\n```');
      await wholeRun();
      const comment = page.locator('footnote-chat .code-comment');
      expect(await comment.evaluate((element) => getComputedStyle(element).fontStyle)).toBe('italic');
      expect(given.tab.complaints).toEqual([]);
      // The styles apply: if a policy blocked them, the panel would be in the flow of the page.
      expect(await panel().evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
    });

    it('shows no picture and no hole in its place where the policy allows none from the server', async () => {
      const image = (name: string) => ({ path: `/widget/images/proj_1/${name}.png`, width: 90, height: 90 });
      api.config.widget_images = { logo: image('logo'), avatar: image('avatar') };
      given.headers['content-security-policy'] =
        `default-src 'none'; script-src ${api.origin}; connect-src ${api.origin}; img-src 'self'`;
      await wholeRun();
      expect(await page.locator('footnote-chat img').count()).toBe(2);
      await expect.poll(() => page.locator('footnote-chat img:visible').count()).toBe(0);
      const startOf = (selector: string) =>
        page.locator(`footnote-chat ${selector}`).evaluate((element) => element.getBoundingClientRect().x);
      expect(await startOf('h2')).toBe(await startOf('.answer'));
      expect(given.tab.complaints.filter((complaint) => !complaint.includes("img-src 'self'"))).toEqual([]);
    });

    it('is blocked by a policy with another nonce', async () => {
      given.html = given.html.replace('<script', '<script nonce="b3RoZXI="');
      given.headers['content-security-policy'] = "script-src 'nonce-cnVu' 'strict-dynamic'";
      await page.goto(given.site.origin);
      await expect.poll(() => given.tab.complaints.join()).toContain('Content Security Policy');
      expect(await page.locator('footnote-chat').count()).toBe(0);
    });
  });

  describe('with the hash of the script in its tag', () => {
    const at = (name: string) => `${api.origin}/widget/${version}/${name}`;
    /** The tag as in the documentation: the address of one version, and the hash of its file. */
    const pinned = () =>
      `<script src="${at('widget.js')}" integrity="${HASHES()['widget.js']}" crossorigin="anonymous" data-project="proj_1" async></script>`;
    /** The import map that pins the files that the script loads. */
    const importMap = () =>
      `<script type="importmap">${JSON.stringify({
        integrity: Object.fromEntries(Object.entries(HASHES()).map(([name, hash]) => [at(name), hash])),
      })}</script>`;
    const alter = (pattern: RegExp) =>
      page.route(pattern, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\n// altered` });
      });
    beforeEach(() => {
      given.html = `<!doctype html><html lang="en"><title>A site</title>${pinned()}`;
    });

    it('loads and works', async () => {
      given.html = given.html.replace('<script', `${importMap()}<script`);
      await wholeRun();
      expect(given.tab.complaints).toEqual([]);
    });

    it('is blocked if the script differs', async () => {
      await alter(/widget\.js$/);
      await page.goto(given.site.origin);
      await expect.poll(() => given.tab.complaints.join()).toContain('integrity');
      expect(await page.locator('footnote-chat').count()).toBe(0);
    });

    it('is blocked if a file that the script loads differs from the import map', async () => {
      given.html = given.html.replace('<script', `${importMap()}<script`);
      await alter(/footnote-chat-/);
      await page.goto(given.site.origin);
      await launcher().click();
      await page.getByRole('button', { name: 'could not be loaded' }).waitFor();
      expect(given.tab.complaints.join()).toContain('integrity');
      expect(await panel().count()).toBe(0);
    });
  });
});
