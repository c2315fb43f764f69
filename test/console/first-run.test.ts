import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere, launchBrowser, openPage, type WatchedPage } from '../helpers/browser/browser.ts';
import { type ServerProcess, startServer } from '../helpers/processes/server-process.ts';
import { LOOKS, looking } from './console-page.ts';

describe.skipIf(!browserIsThere)('the first minutes with an empty server (needs chromium)', () => {
  let server: ServerProcess;
  let tab: WatchedPage;
  let page: Page;
  let closeBrowser = async () => {};
  beforeAll(async () => {
    // With the limits that an owner has, not with those that tests like.
    server = await startServer({ env: { RATE_LIMIT_GENERAL: '60' } });
    const browser = await launchBrowser();
    closeBrowser = () => browser.close();
    tab = await openPage(browser, LOOKS.light);
    page = tab.page;
  });
  afterAll(async () => {
    await closeBrowser();
    await server.stop();
  });

  /** What has the keyboard, through all shadow roots: its name and its text. */
  const focused = () =>
    page.evaluate(() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return `${at?.id || at?.tagName.toLowerCase()}: ${at?.textContent?.trim() ?? ''}`;
    });
  /** Presses Tab until the keyboard is at what is named so. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let pressed = 0; pressed < 40; pressed += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`The keyboard does not come to ${name}; it is at ${await focused()}.`);
  }

  it('go from "Create your account" to a project with a site, with the keyboard alone', async () => {
    const look = looking(tab, 'light', server.url);
    await page.goto(server.url);
    await page.getByRole('heading', { level: 1, name: 'Create the first account' }).waitFor();
    await page.getByText('npx footnote setup-link').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await look.faults()).toEqual([]);

    // The link that the server printed, pasted into the same tab.
    await page.goto(`${server.url}/welcome#setup=${server.setupToken}`);
    await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/welcome');
    expect(await page.getByText('Already have an account?').count()).toBe(0);
    await look.screenshot('welcome');
    expect(await look.faults()).toEqual([]);

    // The first field has the keyboard already.
    expect(await focused()).toBe('name: ');
    await page.keyboard.type('Olivia');
    await page.keyboard.press('Tab');
    await page.keyboard.type('olivia');
    await page.keyboard.press('Tab');
    await page.keyboard.type('short');
    await page.keyboard.press('Enter');
    await page.getByText('E-mail is not an e-mail address.').waitFor();
    await page.getByText('Password must be at least 8 characters long.').waitFor();
    await look.screenshot('welcome-refused');
    expect(await look.faults()).toEqual([]);
    // A refusal is an answer with 400, of which the browser's own console always speaks.
    tab.complaints.length = 0;
    // The keyboard is at the first thing to mend.
    expect(await focused()).toBe('email: ');
    await page.keyboard.press('End');
    await page.keyboard.type('@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.type(' words in a row');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'What should it answer questions about?' }).waitFor();
    await look.screenshot('first-project');
    expect(await look.faults()).toEqual([]);
    expect(await focused()).toBe('name: ');
    await page.keyboard.type('Acme Handbook');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor();
    await page.getByRole('navigation', { name: 'First steps' }).waitFor();
    await look.screenshot('guide');
    // What has the keyboard is where the page begins.
    await expect.poll(focused).toBe('h1: Sources');

    await page.evaluate(() => scrollTo(0, 0));
    await page.keyboard.press('Shift+Tab');
    await tabTo(/^a: Widget$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Widget' }).waitFor();
    await expect.poll(focused).toBe('h1: Widget');
    await tabTo(/^origin: /);
    await page.keyboard.type('www.example.com');
    await page.keyboard.press('Enter');
    await page.locator('widget-sites').getByText('https://www.example.com').waitFor();
    expect(await focused()).toBe('origin: ');

    expect(tab.complaints).toEqual([]);
    expect(look.foreignRequests()).toEqual([]);
  });

  it('are ticked off when they are done', async () => {
    const token = await page.evaluate(() => sessionStorage.getItem('footnote.token'));
    const [, project] = /projects\/(proj_\w+)/.exec(page.url()) ?? [];
    // People who click may ask for more than programs.
    const listed = page.waitForResponse(/\/sources\?/);
    await page.getByRole('link', { name: 'Content' }).click();
    expect((await listed).headers()['ratelimit-policy']).toBe('"general";q=300;w=60');
    await page.getByRole('link', { name: /^Add documents Files/ }).waitFor();
    // An allowed site is not done until the widget was seen on it.
    await page.getByRole('link', { name: /^Put it on your site Allowed, not seen yet/ }).waitFor();
    // Added elsewhere: the page finds out by itself.
    await fetch(`${server.baseURL}/sources?project_id=${project}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'text',
        title: 'Holidays',
        text: 'Everybody at Acme has 30 days of holidays a year.',
      }),
    });
    await page.getByRole('link', { name: /^Add documents \(done\)/ }).waitFor();

    const origin = 'https://www.example.com';
    const minted = await fetch(`${server.baseURL}/tokens/widget`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ project_id: project, origin }),
    });
    const widget = (await minted.json()) as { token: string };
    await fetch(`${server.baseURL}/projects/${project}/widget/config`, {
      headers: { authorization: `Bearer ${widget.token}`, origin },
    });
    await page.getByRole('link', { name: /^Put it on your site \(done\)/ }).waitFor();
  });

  it('poll the server at most five times a minute', async () => {
    await page.clock.install();
    await page.reload();
    await page.getByRole('link', { name: /^Put it on your site \(done\)/ }).waitFor();
    // What the page asks for as it opens is not counted, however slowly that is answered.
    await page.getByText('Holidays').waitFor();
    await tab.settled();
    // From here on, time passes in the page only where it is told to.
    await page.clock.pauseAt(Date.now() + 60_000);
    const health = `${server.url}/health`;
    // What the page has asked for is known after a request that it sends later.
    const answered = async () => {
      await page.evaluate(async (address) => (await fetch(address)).text(), health);
      await tab.answered();
    };
    // Nor is what it asks for in the minute that was left out.
    await answered();
    const before = tab.requests.length;
    for (let second = 0; second < 60; second += 1) {
      await page.clock.runFor(1_000);
      await answered();
    }
    const asked = tab.requests.slice(before).filter((address) => address !== health);
    // The guide asks after six seconds at first, then ever more slowly.
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(5);
    expect(tab.complaints).toEqual([]);
  });
});
