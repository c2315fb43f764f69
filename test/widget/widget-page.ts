import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { askWidget } from '../helpers/browser/ask-widget.ts';
import { createPagePool, sharedBrowser, type WatchedPage } from '../helpers/browser/browser.ts';
import { type ApiCall, NOTHING, type ScriptedApi, startScriptedApi, startSite } from './scripted-api.ts';

/** The fixtures of each test: a scripted API, a site on another origin with the widget, and a tab. */
export interface Given {
  api: ScriptedApi;
  /** The site's page; replace it before opening it. */
  html: string;
  /** The response headers of the page. */
  headers: Record<string, string>;
  site: { origin: string; stop(): Promise<void> };
  tab: WatchedPage;
  page: Page;
}

/** What visitors do and see, in the terms of the tests. */
export interface Visitor {
  /** Opens the page, and the panel on it. */
  open(): Promise<void>;
  /** Asks in an open panel, once the answer before is complete; does not wait for its own. */
  ask(question?: string): Promise<void>;
  launcher(): Locator;
  panel(): Locator;
  answers(): Locator;
  markers(): Locator;
  card(): Locator;
  retry(): Locator;
  /** The API requests that asked a question. */
  questions(): ApiCall[];
  /** Replaces the current tab with a new one. */
  another(options?: BrowserContextOptions): Promise<void>;
}

/** A question for tests that need any. */
export const QUESTION = 'How do I back up Footnote?';

/** The script tag of a project, as in the documentation. */
export const tagOf = (api: ScriptedApi, attributes = '') =>
  `<script src="${api.origin}/widget.js" data-project="proj_1" ${attributes} async></script>`;

/**
 * Passes new fixtures to `use` before each test of this block. The servers behind them are the same, and so is the tab of most
 * tests, emptied: it has compiled the widget then, which is half of the time of a test.
 */
export function withWidget(use: (given: Given) => void): Visitor {
  let browser: Browser;
  let api: ScriptedApi;
  let site: Given['site'];
  let given: Given;
  const pages = createPagePool(() => site.origin + NOTHING);
  beforeAll(async () => {
    browser = await sharedBrowser();
    api = await startScriptedApi();
    site = await startSite(
      () => given.html,
      () => given.headers,
    );
  });
  beforeEach(async () => {
    const tab = await pages.open(browser);
    const html = `<!doctype html><html lang="en"><title>A site</title><main><h1>A site</h1><a href="/other">Another page</a></main>${tagOf(api)}`;
    given = { api, site, tab, page: tab.page, html, headers: {} };
    use(given);
  });
  afterEach(async () => {
    await given.tab.context.close();
    api.reset();
  });
  afterAll(async () => {
    await site?.stop();
    await api?.stop();
  });

  const find = (selector: string) => given.page.locator(`footnote-chat ${selector}`);
  const visitor: Visitor = {
    async open() {
      await given.page.goto(given.site.origin);
      await visitor.launcher().click();
      await visitor.panel().waitFor();
    },
    async ask(question = QUESTION) {
      await askWidget(given.page, question);
    },
    launcher: () => find('.launcher'),
    panel: () => find('.panel'),
    answers: () => find('.answer'),
    markers: () => find('.marker'),
    card: () => find('.card'),
    retry: () => given.page.getByRole('button', { name: /^Try again/ }),
    questions: () => given.api.calls.filter(({ path }) => path.endsWith('/chat')),
    async another(options = {}) {
      await given.tab.context.close();
      given.tab = await pages.open(browser, options);
      given.page = given.tab.page;
      use(given);
    },
  };
  return visitor;
}
