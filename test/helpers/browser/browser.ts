import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Dialog,
  type LaunchOptions,
  type Page,
  type Request,
} from 'playwright-core';
import { afterFile } from '../after-file.ts';
import { LIMIT_MS, until } from '../timing/until.ts';
import { findChromium } from './chromium.ts';

const PATH = process.env.CHROMIUM_PATH ?? findChromium();

/** Whether a browser is installed. Tests that need one use `describe.skipIf(!browserIsThere)(…)`. */
export const browserIsThere = PATH !== undefined;

/** Starts headless Chromium. The caller closes it. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...options,
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

let shared: Promise<Browser> | null = null;

/**
 * The browser of this process, which its test files use one after the other. It is started at the first call and ends with the
 * process. What the present file has open in it is closed after its tests.
 */
export async function sharedBrowser(): Promise<Browser> {
  afterFile(closeSessions);
  shared ??= launchShared();
  return shared;
}

async function launchShared(): Promise<Browser> {
  const browser = await launchBrowser({ handleSIGTERM: false });
  // With this signal, Vitest ends a worker.
  const end = () => browser.close().finally(() => process.exit());
  process.once('SIGTERM', end);
  // It has crashed: the next file gets another.
  browser.once('disconnected', () => {
    process.off('SIGTERM', end);
    shared = null;
  });
  return browser;
}

/** How to close a session for good that a pool keeps. */
const closings = new WeakMap<BrowserContext, () => Promise<void>>();

/** Closes everything that is open in the browser of this process. */
export async function closeSessions(): Promise<void> {
  for (const context of (await shared)?.contexts() ?? []) await (closings.get(context) ?? (() => context.close()))();
}

/** A page with a record of its requests and messages. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  /** The addresses of all requests, in order. */
  requests: string[];
  /** The errors and warnings of the console, including uncaught exceptions. */
  complaints: string[];
  /** Resolves when all requests are complete. */
  answered(): Promise<void>;
  /** Resolves when all requests are complete and their results are rendered. */
  settled(): Promise<void>;
}

/** Animations take a tenth of a page's time, and what is half faded in has other colours for axe: tests of them turn them on. */
const DEFAULTS = { viewport: { width: 1100, height: 760 }, reducedMotion: 'reduce' } satisfies BrowserContextOptions;

async function newSession(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...DEFAULTS, ...options });
  context.setDefaultTimeout(LIMIT_MS);
  return context;
}

/** Opens an empty page in a new session. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const context = await newSession(browser, options);
  return watch(await context.newPage(), context);
}

/** Methods that leave something in a page or a session for good, or a listener. */
const LASTING = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'newPage',
  'on',
  'once',
  'setExtraHTTPHeaders',
];

/** Pages that tests use one after the other. */
export interface PagePool {
  /** Opens a page, or again one of the same options and kind that a test has closed. `prepare` is called with a new one. */
  open(
    browser: Browser,
    options?: BrowserContextOptions,
    kind?: string,
    prepare?: (opened: WatchedPage) => Promise<void>,
  ): Promise<WatchedPage>;
}

/**
 * Has `context.close()` empty the page instead, so that its process is kept: a new one loads and compiles everything again, which
 * is more than half of the time of a page. A session to which a test has done something for good is closed. `neutral` is an
 * address without scripts on the site of the pages, as the process of another site would be another.
 */
export function createPagePool(neutral: () => string): PagePool {
  const closed = new Map<string, (() => WatchedPage)[]>();
  return {
    async open(browser, options = {}, kind = '', prepare = async () => {}) {
      const key = JSON.stringify([kind, options]);
      const again = closed.get(key)?.pop();
      if (again) return again();
      const context = await newSession(browser, options);
      const page = await context.newPage();
      let watched = watch(page, context);
      await prepare(watched);
      let isChanged = false;
      for (const owner of [page, context]) {
        for (const name of LASTING) {
          const method = Reflect.get(owner, name);
          if (typeof method !== 'function') continue;
          Reflect.set(owner, name, (...words: unknown[]) => {
            isChanged = true;
            return Reflect.apply(method, owner, words);
          });
        }
      }
      const reopen = () => {
        watched = watch(page, context);
        isChanged = false;
        return watched;
      };
      const close = context.close.bind(context);
      closings.set(context, close);
      context.close = async () => {
        watched.unwatch();
        const isEmpty = !isChanged && (await empty(page, context, neutral(), options).catch(() => false));
        if (!isEmpty) return close();
        closed.set(key, [...(closed.get(key) ?? []), reopen]);
      };
      return watched;
    },
  };
}

/** Takes from a page all that tests leave in it, its storage included, and gives it the look of its options again. True. */
async function empty(
  page: Page,
  context: BrowserContext,
  neutral: string,
  options: BrowserContextOptions,
): Promise<true> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(options.offline ?? false);
  for (const other of context.pages()) if (other !== page) await other.close();
  // It may ask whether to leave what is not saved.
  const leave = (dialog: Dialog) => dialog.accept();
  page.on('dialog', leave);
  await page.goto(neutral);
  page.off('dialog', leave);
  const { viewport, colorScheme = 'light', reducedMotion, forcedColors = 'none' } = { ...DEFAULTS, ...options };
  await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors });
  if (viewport) await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  await context.clearCookies();
  await context.clearPermissions();
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  return true;
}

/** Watches a page until `unwatch` is called. */
function watch(page: Page, context: BrowserContext): WatchedPage & { unwatch(): void } {
  const requests: string[] = [];
  const complaints: string[] = [];
  let underWay = 0;
  const asked = (request: Request) => {
    requests.push(request.url());
    underWay += 1;
  };
  const ended = () => {
    underWay -= 1;
  };
  const said = (message: ConsoleMessage) => {
    if (!['error', 'warning'].includes(message.type())) return;
    // The browser itself does not name what could not be loaded.
    const of = message.text().startsWith('Failed to load resource') ? ` ${message.location().url}` : '';
    complaints.push(message.text() + of);
  };
  const threw = (error: Error) => complaints.push(String(error));
  const answered = () => until(() => underWay === 0, 'every request of the page was answered');
  page.on('request', asked).on('requestfinished', ended).on('requestfailed', ended);
  page.on('console', said).on('pageerror', threw);
  return {
    page,
    context,
    requests,
    complaints,
    answered,
    async settled() {
      // "networkidle" waits for half a second without requests. Requests that follow a response start before the next frame.
      do {
        await answered();
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      } while (underWay > 0);
    },
    unwatch() {
      page.off('request', asked).off('requestfinished', ended).off('requestfailed', ended);
      page.off('console', said).off('pageerror', threw);
    },
  };
}

/** The addresses of `requests` that are on other origins. */
export function foreignRequests(requests: readonly string[], origins: readonly string[]): string[] {
  return requests.filter((url) => !origins.includes(new URL(url).origin) && !url.startsWith('data:'));
}
