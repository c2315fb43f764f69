import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere, foreignRequests } from '../helpers/browser/browser.ts';
import { ANSWER, answerOf, QUOTE, type ScriptedApi, startScriptedApi } from './scripted-api.ts';
import { type Given, QUESTION, tagOf, withWidget } from './widget-page.ts';

describe.skipIf(!browserIsThere)('the widget on a page of another origin (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const { open, ask, launcher, panel, answers, markers, card, questions } = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });

  it('loads only the script tag and the look of its button with the page, and asks the API for nothing', async () => {
    await page.goto(given.site.origin);
    await launcher().waitFor();
    await given.tab.settled();
    expect(foreignRequests(given.tab.requests, [given.site.origin])).toEqual([
      `${api.origin}/widget.js`,
      `${api.origin}/widget/look/proj_1`,
    ]);
    expect(api.calls).toEqual([]);
  });

  it("greets with the project's text, and asks a suggested question on a click", async () => {
    await open();
    await panel().getByText('What would you like to know about Footnote?').waitFor();
    await page.getByRole('button', { name: QUESTION }).click();
    await page.getByText('the data directory,', { exact: false }).first().waitFor();
    const page_url = `${given.site.origin}/`;
    const asked = { query: QUESTION, conversation_id: null, page_url, stream: true };
    expect(questions().map(({ body }) => body)).toEqual([asked]);
  });

  it('shows the answer with its sources, and opens a citation at the quoted words', async () => {
    await open();
    await ask();
    await markers().first().waitFor();
    expect(await markers().allTextContents()).toEqual(['1', '2']);
    await markers().first().click();
    expect(await card().locator('mark').textContent()).toBe(QUOTE);
    expect(await card().textContent()).toContain('Every week › Backups · page 3');
    const link = card().getByRole('link', { name: 'Open in document' });
    expect(await link.getAttribute('href')).toBe(`${api.origin}/v1/passages/signed-1#quote`);
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
  });

  it('moves the focus in, keeps it and returns it; Escape closes the citation first', async () => {
    await open();
    await ask();
    await markers().first().click();
    await card().waitFor();
    await page.keyboard.press('Escape');
    await card().waitFor({ state: 'detached' });
    expect(await panel().isVisible()).toBe(true);
    for (let presses = 0; presses < 25; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.localName)).toBe('footnote-chat');
    }
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'detached' });
    expect(await launcher().evaluate((button) => button.matches(':focus'))).toBe(true);
  });

  it('announces the answer to screen readers, with the number of sources', async () => {
    await open();
    await ask();
    const status = page.getByRole('status');
    await status.filter({ hasText: '2 sources.' }).waitFor();
    const said = await status.textContent();
    expect(said).toContain('To back up a running server');
    expect(said).not.toMatch(/[[\]*`]/);
  });

  it('keeps the conversation, its context and the visitor across a reload and pages', async () => {
    await open();
    await ask();
    await answers().waitFor();
    await page.reload();
    await answers().waitFor();
    await page.goto(`${given.site.origin}/other`);
    await answers().waitFor();
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('body');
    await ask('And how often?');
    await expect.poll(() => questions().length).toBe(2);
    const again = { query: 'And how often?', conversation_id: 'conv_1', page_url: `${given.site.origin}/other` };
    expect(questions()[1]?.body).toEqual({ ...again, stream: true });
    expect(new Set(questions().map(({ authorization }) => authorization))).toEqual(new Set(['Bearer token-1']));
  });

  it('starts a new conversation', async () => {
    await open();
    await ask();
    await answers().waitFor();
    await page.getByRole('button', { name: 'New conversation' }).click();
    await page.getByText('What would you like to know about Footnote?').waitFor();
    await ask('Another');
    const another = { query: 'Another', conversation_id: null, stream: true };
    await expect.poll(() => questions()[1]?.body).toMatchObject(another);
  });

  it('works in a browser without storage', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await open();
    await ask();
    await answers().waitFor();
  });

  it('asks again without the context if the server no longer has the conversation', async () => {
    await open();
    await ask();
    await answers().waitFor();
    api.intervene = ({ body }) =>
      body.conversation_id ? { status: 404, body: { code: 'not_found', detail: 'Gone.' } } : undefined;
    await ask('And then?');
    await expect.poll(() => answers().count()).toBe(2);
  });

  it('says below an answer, and to screen readers, that it was not saved, offers no rating, and asks the next question alone', async () => {
    api.answer = () => ({ ...answerOf('At nine.', []), kept: false });
    await open();
    await ask();
    const notSaved = page.getByRole('log').getByText('Not saved. Ask your next question in full.');
    await notSaved.waitFor();
    await page.getByRole('status').filter({ hasText: 'Not saved. Ask your next question in full.' }).waitFor();
    expect(await page.getByRole('button', { name: 'Helpful' }).count()).toBe(0);
    api.answer = () => answerOf('At five.', []);
    await ask('And when does it close?');
    await page.getByRole('button', { name: 'Helpful', exact: true }).waitFor();
    expect(questions().map(({ body }) => body.conversation_id)).toEqual([null, null]);
    // In a conversation that is kept, one such answer changes nothing about the context.
    api.answer = () => ({ ...answerOf('No.', []), kept: false });
    await ask('On Sundays, too?');
    await expect.poll(() => notSaved.count()).toBe(2);
    await ask('And on Mondays?');
    await expect
      .poll(() => questions().at(-1)?.body)
      .toMatchObject({ query: 'And on Mondays?', conversation_id: 'conv_1' });
  });

  it('copies the answer with its sources', async () => {
    await given.tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open();
    await ask();
    await page.getByRole('button', { name: 'Copy answer' }).click();
    await page.getByText('Copied').first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(
      `${ANSWER}\n\n[1] Operating Footnote, Every week › Backups, page 3\n[2] Getting started, Start your own server`,
    );
  });

  it('stops a running question, and asks it again', async () => {
    let release = () => {};
    api.answer = () =>
      new Promise((resolve) => {
        release = () => resolve(answerOf('Late.', []));
      });
    await open();
    await ask();
    await page.getByText('Looking through the documents…').first().waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped before the answer started.').waitFor();
    release();
    api.answer = () => answerOf('Here it is.', []);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.answer', { hasText: 'Here it is.' }).waitFor();
  });

  it('sends on Enter, but not with Shift and not an empty question', async () => {
    await open();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox').pressSequentially('one');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await answers().waitFor();
    expect(questions().map(({ body }) => body.query)).toEqual(['one\ntwo']);
  });

  it('requests only the site and the API, and breaks no policy however strict', async () => {
    given.headers['content-security-policy'] =
      `default-src 'none'; script-src 'self' ${api.origin}; connect-src ${api.origin}; style-src 'self'; ` +
      `base-uri 'none'; require-trusted-types-for 'script'`;
    await open();
    await ask();
    await markers().first().click();
    await card().waitFor();
    await page.reload();
    await answers().waitFor();
    expect(foreignRequests(given.tab.requests, [given.site.origin, api.origin])).toEqual([]);
    expect(given.tab.complaints).toEqual([]);
    // The styles apply: if a policy blocked them, the panel would be in the flow of the page.
    expect(await panel().evaluate((panel) => getComputedStyle(panel).position)).toBe('fixed');
  });

  it('fills a small screen, and does not reopen over the next page there', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await open();
    await ask();
    await answers().waitFor();
    await panel().evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)));
    expect(await panel().boundingBox()).toEqual({ x: 0, y: 0, width: 320, height: 640 });
    expect(await panel().getAttribute('aria-modal')).toBe('true');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    // The visitor has come for the next page, so no sheet covers it.
    await page.goto(`${given.site.origin}/other`);
    await launcher().waitFor();
    expect(await panel().count()).toBe(0);
  });

  it('takes a token from the page, and reports events to the page', async () => {
    await page.goto(given.site.origin);
    await launcher().waitFor();
    // Before the element exists, like a page's own script.
    await page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      Object.assign(document.querySelector('footnote-chat') ?? {}, { getToken: () => 'from-the-page' });
      for (const name of ['footnote-message', 'footnote-answer', 'footnote-citation-click', 'footnote-close'])
        document.addEventListener(name, () => heard.push(name));
    });
    await launcher().click();
    await panel().waitFor();
    await ask();
    await page.getByRole('button', { name: 'Source 2: Getting started' }).click();
    await panel().locator('.header').getByRole('button', { name: 'Close' }).click();
    expect(questions()[0]?.authorization).toBe('Bearer from-the-page');
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([
      'footnote-message',
      'footnote-answer',
      'footnote-citation-click',
      'footnote-close',
    ]);
  });

  it('works on a page whose forms shadow properties of the document', async () => {
    const names = ['body', 'currentScript', 'fetch', 'documentElement', 'addEventListener'];
    given.html = `<!doctype html>${names.map((name) => `<form name="${name}"></form>`).join('')}${tagOf(api)}`;
    await open();
    await ask();
    await answers().waitFor();
  });

  it('works from a server below a path, and finds its API there', async () => {
    const below = await startScriptedApi('/docs/chat');
    given.html = `<!doctype html><script src="${below.origin}/docs/chat/widget.js?v=1" data-project="proj_1" async></script>`;
    await open();
    await ask();
    await answers().waitFor();
    expect([below, api].map(({ calls }) => calls.filter(({ path }) => path.endsWith('/chat')).length)).toEqual([1, 0]);
    await below.stop();
  });

  it('says plainly that the documents do not answer', async () => {
    api.answer = () => answerOf('The documents do not contain an answer to this.', []);
    await open();
    await ask('Who won the cup?');
    await page.locator('.answer', { hasText: 'The documents do not contain an answer' }).waitFor();
    expect(await page.locator('.sources').count()).toBe(0);
  });
});
