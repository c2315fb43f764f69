import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { until } from '../timing/until.ts';
import { findChromium } from './chromium.ts';

const PATH = process.env.CHROMIUM_PATH ?? findChromium();

/** Whether a browser is installed. Tests that need one use `describe.skipIf(!browserIsThere)(…)`. */
export const browserIsThere = PATH !== undefined;

/** Starts headless Chromium. The caller closes it. */
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

/** A page with a record of its requests and messages. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** The addresses of all requests, in order. */
  requests: string[];
  /** The errors and warnings of the console, including uncaught exceptions. */
  complaints: string[];
  /** Resolves when all requests are complete and their results are rendered. */
  settled(): Promise<void>;
}

/** Animations take a tenth of a page's time, and what is half faded in has other colours for axe: tests of them turn them on. */
const DEFAULTS = { viewport: { width: 1100, height: 760 }, reducedMotion: 'reduce' } satisfies BrowserContextOptions;

/** Opens an empty page in a new session. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ ...DEFAULTS, ...options });
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
      // "networkidle" waits for half a second without requests. Requests that follow a response start before the next frame.
      do {
        await until(() => underWay === 0, 'every request of the page was answered', 10_000);
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      } while (underWay > 0);
    },
  };
}

/** The addresses of `requests` that are on other origins. */
export function foreignRequests(requests: readonly string[], origins: readonly string[]): string[] {
  return requests.filter((url) => !origins.includes(new URL(url).origin) && !url.startsWith('data:'));
}
