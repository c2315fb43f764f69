import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { launchBrowser, openPage, type WatchedPage } from '../helpers/browser/browser.ts';
import { type ApiCall, type ScriptedApi, startScriptedApi, startSite } from './scripted-api.ts';

/** What there is anew for each test: a scripted API, a site of another origin with the widget on it, and a tab. */
export interface Given {
  api: ScriptedApi;
  /** The site's page; replace it before it is opened. */
  html: string;
  /** The headers that it comes with. */
  headers: Record<string, string>;
  site: { origin: string; stop(): Promise<void> };
  tab: WatchedPage;
  page: Page;
}

/** What visitors do and see, in the words of the tests. */
export interface Visitor {
  /** Opens the page, and the panel on it. */
  open(): Promise<void>;
  /** Asks in an open panel; does not wait for the answer. */
  ask(question?: string): Promise<void>;
  launcher(): Locator;
  panel(): Locator;
  answers(): Locator;
  markers(): Locator;
  card(): Locator;
  retry(): Locator;
  /** The calls of the API that asked a question. */
  questions(): ApiCall[];
  /** A new tab in the place of the present one. */
  another(options?: BrowserContextOptions): Promise<void>;
}

/** The question that is asked where it does not matter which. */
export const QUESTION = 'How do I back up Footnote?';

/** The script tag of a project, as the documentation has it. */
export const tagOf = (api: ScriptedApi, attributes = '') =>
  `<script src="${api.origin}/widget.js" data-project="proj_1" ${attributes} async></script>`;

/** Starts all of it before each test of this block and hands it to `use`; one browser serves them all. */
export function withWidget(use: (given: Given) => void): Visitor {
  let browser: Browser;
  let given: Given;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    const api = await startScriptedApi();
    const site = await startSite(
      () => given.html,
      () => given.headers,
    );
    const tab = await openPage(browser);
    const html = `<!doctype html><html lang="en"><title>A site</title><main><h1>A site</h1><a href="/other">Another page</a></main>${tagOf(api)}`;
    given = { api, site, tab, page: tab.page, html, headers: {} };
    use(given);
  });
  afterEach(async () => {
    await given.tab.context.close();
    await given.site.stop();
    await given.api.stop();
  });

  const find = (selector: string) => given.page.locator(`footnote-chat ${selector}`);
  const visitor: Visitor = {
    async open() {
      await given.page.goto(given.site.origin);
      await visitor.launcher().click();
      await visitor.panel().waitFor();
    },
    async ask(question = QUESTION) {
      await find('textarea').fill(question);
      await find('textarea').press('Enter');
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
      given.tab = await openPage(browser, options);
      given.page = given.tab.page;
      use(given);
    },
  };
  return visitor;
}
