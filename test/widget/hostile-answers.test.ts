import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../../widget/src/element/footnote-chat.ts';
import {
  browserIsThere,
  foreignRequests,
  launchBrowser,
  openPage,
  type WatchedPage,
} from '../helpers/browser/browser.ts';
import { settle } from '../helpers/timing/until.ts';
import { CANARY, PAYLOADS } from './hostile-payloads.ts';
import {
  answerOf,
  CITATIONS,
  cited,
  delta,
  FINISH,
  type ScriptedApi,
  START,
  startScriptedApi,
  startSite,
} from './scripted-api.ts';
import { STRESS } from './stress-answers.ts';

/**
 * Limits for the drawing of one answer, in characters and elements; one Markdown construct may need several elements.
 */
const LONGEST = 32_768;
const MOST_ELEMENTS = 5000;

describe.skipIf(!browserIsThere)('hostile answers (needs chromium)', () => {
  let browser: Browser;
  let api: ScriptedApi;
  let site: { origin: string; stop(): Promise<void> };
  let tab: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    browser = await launchBrowser();
    api = await startScriptedApi();
    site = await startSite(
      () => `<!doctype html><script src="${api.origin}/widget.js" data-project="proj_1" async></script>`,
    );
    tab = await openPage(browser);
    page = tab.page;
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByRole('dialog').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await api?.stop();
  });

  /** Asks, and returns the answer's element when it exists. */
  async function answerTo(response: string, citations = CITATIONS) {
    api.answer = () => answerOf(response, citations);
    const before = await page.locator('.answer').count();
    await page.evaluate(() => document.querySelector('footnote-chat')?.reset());
    await page.evaluate(() => document.querySelector('footnote-chat')?.ask('x'));
    expect(before).toBeLessThanOrEqual(1);
    return page.locator('.answer');
  }

  /** What a hostile answer must not leave behind. */
  const traces = () =>
    page.evaluate(() => {
      const panel = document.querySelector('footnote-chat')?.shadowRoot?.querySelector('.panel');
      const elements = [...(panel?.querySelectorAll('*') ?? [])];
      return {
        ran: Reflect.get(window, '__x'),
        elements: elements
          .map(({ localName }) => localName)
          .filter((name) =>
            /^(script|iframe|style|link|img|object|embed|input|template|math|x-foo|meta|base)$/.test(name),
          ),
        // The card is positioned through the CSSOM, which appears as an attribute.
        handlers: elements.flatMap((element) =>
          element.getAttributeNames().filter((name) => /^on|^src|^style$/.test(name) && element.className !== 'card'),
        ),
        schemes: elements.flatMap((element) =>
          element instanceof HTMLAnchorElement && !/^(https?|mailto):$/.test(element.protocol) ? [element.href] : [],
        ),
      };
    });
  const NONE = { ran: undefined, elements: [], handlers: [], schemes: [] };

  it.each(PAYLOADS)('appear as text: %s', async (payload) => {
    await answerTo(`Before. [1]\n\n${payload}\n\nAfter.`);
    expect(await traces()).toEqual(NONE);
    expect(foreignRequests(tab.requests, [site.origin, api.origin])).toEqual([]);
  });

  it('appear as text even while they stream in fragments', async () => {
    await page.evaluate(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const root = document.querySelector('footnote-chat')?.shadowRoot;
      if (!root) throw new Error('There is no widget.');
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element && !seen.includes(node.localName)) seen.push(node.localName);
      }).observe(root, { subtree: true, childList: true });
    });
    api.stream = async function* () {
      yield START;
      yield cited();
      for (const piece of PAYLOADS.join('\n\n').match(/[\s\S]{1,17}/g) ?? []) {
        yield delta(piece);
        await settle(45);
      }
      yield FINISH;
    };
    await page.evaluate(() => document.querySelector('footnote-chat')?.reset());
    await page.evaluate(() => document.querySelector('footnote-chat')?.ask('x'));
    api.stream = undefined;
    expect(await traces()).toEqual(NONE);
    expect(await page.evaluate(() => Reflect.get(window, 'seen'))).not.toContain('img');
    expect(foreignRequests(tab.requests, [site.origin, api.origin])).toEqual([]);
  });

  it('show where a link leads, whatever its text says', async () => {
    const answer = await answerTo(
      '[https://apple.com](https://аpple.com/login) and [help](https://user@evil.example/x) and https://plain.example/a.',
    );
    expect(await answer.textContent()).toBe(
      'https://apple.com (xn--pple-43d.com) and help (evil.example) and https://plain.example/a.',
    );
    expect(await answer.getByRole('link').first().getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
  });

  it('show nothing more of a link to the site that the reader is on', async () => {
    const answer = await answerTo(`See [our plans](${site.origin}/plans) and [theirs](https://b.test/plans).`);
    expect(await answer.textContent()).toBe('See our plans and theirs (b.test).');
  });

  it('cannot add citations to the server’s', async () => {
    const answer = await answerTo(`One [1](${CANARY}/forged), two [99](${CANARY}/forged), three [99].`);
    expect(await answer.textContent()).toBe('One1, two, three.');
    expect(await answer.getByRole('link').count()).toBe(0);
  });

  it('have titles shown as text, and only http and https addresses', async () => {
    const [first] = CITATIONS;
    const hostile = (url: string) => [
      { ...(first as (typeof CITATIONS)[0]), title: '<img src=x onerror=window.__x=1>', heading: '<b>x</b>', url },
    ];
    for (const url of [
      'javascript:window.__x=1',
      'data:text/html,x',
      ' javascript:window.__x=1',
      'ftp://canary.test',
    ]) {
      await answerTo('See. [1]', hostile(url));
      await page.locator('.marker').click();
      await page.locator('.card').waitFor();
      expect(await page.locator('.card a').count()).toBe(0);
      expect(await page.locator('.card .name').textContent()).toBe('<img src=x onerror=window.__x=1>');
    }
    expect(await traces()).toEqual(NONE);
  });

  it.each(STRESS)('are cut at a limit: %s', async (_, payload) => {
    const answer = await answerTo(payload);
    await answer.waitFor({ state: 'attached' });
    expect((await answer.textContent())?.length).toBeLessThanOrEqual(LONGEST);
    expect(await answer.locator('*').count()).toBeLessThanOrEqual(MOST_ELEMENTS);
    // The reader can continue: the next answer is drawn normally.
    expect(await (await answerTo('Then **this**.')).textContent()).toBe('Then this.');
  });
});
