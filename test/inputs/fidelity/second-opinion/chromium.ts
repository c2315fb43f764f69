import type { Page } from 'playwright-core';
import { browserIsThere, launchBrowser } from '../../../helpers/browser/browser.ts';
import type { OpenedFile, SecondOpinion } from './second-opinion.ts';
import { openAndRead } from './visible-text.ts';

const MILLISECONDS = 20_000;

/** A page as it is rendered without a connection, with all tabs and answers opened. */
export const chromium: SecondOpinion = {
  name: 'Chromium',
  formats: ['html'],
  missing: browserIsThere ? null : 'Chromium is not installed (apt install chromium)',
  read: async (files) => {
    const texts = new Map<OpenedFile, string>();
    const browser = await launchBrowser();
    try {
      for (const file of files) {
        const context = await browser.newContext({ offline: true });
        const page = await context.newPage();
        page.setDefaultTimeout(MILLISECONDS);
        const text = await textOf(page, file.path).catch(() => null);
        if (text !== null) texts.set(file, text);
        await context.close();
      }
    } finally {
      await browser.close();
    }
    return texts;
  },
};

async function textOf(page: Page, path: string): Promise<string> {
  // Only the page itself: what it refers to beside it is not what is read.
  await page.route(
    (url) => url.protocol !== 'data:' && decodeURIComponent(url.pathname) !== path,
    (route) => route.abort(),
  );
  await page.goto(`file://${encodeURI(path)}`, { waitUntil: 'load' });
  return page.evaluate(openAndRead);
}
