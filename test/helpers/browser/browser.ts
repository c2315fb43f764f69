import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { until } from '../timing/until.ts';
import { findChromium } from './chromium.ts';

const PATH = process.env.CHROMIUM_PATH ?? findChromium();

/** Is there a browser to test with? `describe.skipIf(!browserIsThere)(…)` names what is skipped where there is none. */
export const browserIsThere = PATH !== undefined;

/** Starts Chromium without a window. The caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: PATH ?? '',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** A page with a record of what it did. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** Every address asked for, in order. */
  requests: string[];
  /** Errors and warnings of the console, uncaught exceptions among them. */
  complaints: string[];
  /** Resolves when all that was asked for has come, and what the page then showed is drawn. */
  settled(): Promise<void>;
}

/** Opens an empty page in a session of its own. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  let underWay = 0;
  page.on('request', (request) => {
    requests.push(request.url());
    underWay += 1;
  });
  const ended = () => {
    underWay -= 1;
  };
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    page,
    context,
    requests,
    complaints,
    async settled() {
      // "networkidle" waits for half a second of silence. What comes of an answer is asked for before the next frame.
      do {
        await until(() => underWay === 0, 'every request of the page was answered', 10_000);
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      } while (underWay > 0);
    },
  };
}

/** The addresses of `requests` that lie on none of these origins. */
export function foreignRequests(requests: readonly string[], origins: readonly string[]): string[] {
  return requests.filter((url) => !origins.includes(new URL(url).origin) && !url.startsWith('data:'));
}
