import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
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
}

/** Opens an empty page in a session of its own. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, context, requests, complaints };
}

/** The addresses of `requests` that lie on none of these origins. */
export function strangers(requests: readonly string[], origins: readonly string[]): string[] {
  return requests.filter((url) => !origins.includes(new URL(url).origin) && !url.startsWith('data:'));
}
