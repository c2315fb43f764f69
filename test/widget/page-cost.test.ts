import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { settle } from '../helpers/timing/until.ts';
import { tasksOf, watchCost } from './page-cost.ts';
import { cited, delta, FINISH, type ScriptedApi, START } from './scripted-api.ts';
import { type Given, withWidget } from './widget-page.ts';

describe.skipIf(!browserIsThere)("the widget's cost for its page (needs chromium)", () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const { ask, answers, launcher, panel } = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });
  beforeEach(async () => {
    given.html = given.html.replace('</h1>', `</h1><p>${'Words of the site. '.repeat(300)}</p>`);
    // Without it the script asks the server for the look first.
    given.html = given.html.replace('async', 'data-look="accent: #2f5bea" async');
    await watchCost(page);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.goto(given.site.origin);
    await launcher().waitFor();
  });

  it('shows its launcher after the page was painted, in the next frame', async () => {
    await expect.poll(() => page.evaluate(() => window.cost?.seenInFrame)).toBe(true);
    expect(await page.evaluate(() => window.cost?.isPainted)).toBe(true);
  });

  it.each(['', 'data-locale="de"'])(
    'moves nothing: not with the page, not when opened, not in an answer %s',
    async (locale) => {
      given.html = given.html.replace('async', `${locale} async`);
      // The project's settings arrive late, after the panel has been open for a while.
      const { config } = api;
      await page.route('**/widget/config', async (route) => {
        await settle(700);
        await route.continue();
      });
      api.stream = async function* () {
        yield START;
        yield cited();
        for (const words of ['Run the backup. [1]', '\n\nThen copy', ' it **away**. [2]\n\n- one\n- two']) {
          yield delta(words);
          await settle(120);
        }
        yield FINISH;
      };
      await page.reload();
      await launcher().click();
      await panel().waitFor();
      await page.getByText(config.widget.greeting).waitFor();
      await ask();
      await page.locator('.actions').waitFor();
      await answers().waitFor();
      await settle(400);
      expect(await page.evaluate(() => window.cost?.shifts)).toEqual([]);
    },
  );

  it('opens in small steps: no task blocks the main thread for long', async () => {
    const tasks = await tasksOf(page, async () => {
      await launcher().evaluate((button: HTMLElement) => button.click());
      await page.getByText(api.config.widget.greeting).waitFor();
    });
    // A fifth; two of the three long ones in one would be more than this. `npm run bench -- widget` measures the time.
    expect(Math.max(...tasks) / tasks.reduce((sum, time) => sum + time, 0)).toBeLessThan(0.3);
  });
});
