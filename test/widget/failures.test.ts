import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Strings } from '../../widget/src/locales/strings.ts';
import { browserIsThere } from '../helpers/browser/browser.ts';
import type { ApiCall, ScriptedApi } from './scripted-api.ts';
import { type Given, QUESTION, withWidget } from './widget-page.ts';

const error = (status: number, code: string, headers = {}) => ({ status, body: { code, detail: `${code}.` }, headers });
/** When a budget is there again that is spent until tomorrow, in the words of each language. */
const TOMORROW = {
  ar: 'غدًا',
  de: 'morgen',
  en: 'tomorrow',
  es: 'mañana',
  fr: 'demain',
  hi: 'कल',
  it: 'domani',
  ja: '明日',
  ko: '내일',
  nl: 'morgen',
  pt: 'amanhã',
  zh: '明天',
};
/** Seconds from now to noon of tomorrow. */
const untilTomorrow = () => String(Math.round((new Date().setHours(36, 0, 0, 0) - Date.now()) / 1000));
const isChat = ({ path }: ApiCall) => path.endsWith('/chat');

describe.skipIf(!browserIsThere)('how the widget handles failures (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const { open, ask, answers, retry, launcher } = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });

  const tokensOf = (calls: ApiCall[]) => calls.filter(isChat).map(({ authorization }) => authorization);

  it('renews a refused token once, for the same visitor, and asks the question again', async () => {
    api.intervene = (call) =>
      isChat(call) && call.authorization === 'Bearer token-1' ? error(401, 'token_expired') : undefined;
    await open();
    await ask();
    await answers().waitFor();
    expect(tokensOf(api.calls)).toEqual(['Bearer token-1', 'Bearer token-2']);
    const renewal = api.calls.filter(({ path }) => path === '/v1/tokens/widget')[1];
    expect(renewal?.authorization).toBe('Bearer token-1');
  });

  it('gives up after one renewal', async () => {
    api.intervene = (call) => (isChat(call) ? error(401, 'token_invalid') : undefined);
    await open();
    await ask();
    await page.getByText('Your session has expired').first().waitFor();
    expect(tokensOf(api.calls)).toHaveLength(2);
  });

  it('creates a new token if the old one can no longer be renewed', async () => {
    api.intervene = (call) => {
      if (isChat(call) && call.authorization === 'Bearer token-1') return error(401, 'token_expired');
      return call.path === '/v1/tokens/widget' && call.authorization ? error(401, 'token_expired') : undefined;
    };
    await open();
    await ask();
    await answers().waitFor();
    expect(tokensOf(api.calls).at(-1)).toBe('Bearer token-2');
  });

  it('names the origin in the console if the project does not allow it', async () => {
    api.intervene = ({ path }) => (path === '/v1/health' ? undefined : error(403, 'origin_not_allowed'));
    await open();
    await page.getByText('is not allowed on this website yet').first().waitFor();
    expect(given.tab.complaints.join('\n')).toContain(`does not answer pages of ${given.site.origin}. Add it`);
  });

  it('distinguishes a page blocked by CORS from a server that is down', async () => {
    await page.route(/\/v1\/(tokens|projects)/, (route) => route.abort());
    await open();
    await page.getByText('is not allowed on this website yet').first().waitFor();
    await page.route(/\/v1\/health/, (route) => route.abort());
    await retry().click();
    await page.getByText('cannot be reached right now').first().waitFor();
  });

  it('counts down the seconds until a retry at a rate limit', async () => {
    api.intervene = (call) => (isChat(call) ? error(429, 'rate_limited', { 'retry-after': '2' }) : undefined);
    await open();
    await ask();
    await page.getByRole('button', { name: 'Try again in 2 seconds' }).waitFor();
    expect(await retry().isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Try again in 1 second' }).waitFor();
    api.intervene = () => undefined;
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await answers().waitFor();
    expect(api.calls.filter(isChat)).toHaveLength(2);
  });

  it.each([
    ['90', /^Try again in [89]\d seconds$/],
    ['121', /^Try again in 3 minutes$/],
    ['7200', /^Try again in 120 minutes$/],
    ['52387', /^Try again in 15 hours$/],
  ])('shows and announces how long to wait: %s s', async (seconds, name) => {
    api.intervene = (call) => (isChat(call) ? error(429, 'rate_limited', { 'retry-after': seconds }) : undefined);
    await open();
    await ask();
    expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
    const spoken = page.getByRole('status').filter({ hasText: 'Too many questions in a short time. Try again in' });
    await spoken.waitFor();
    expect(await spoken.textContent()).not.toContain(seconds === '90' ? 'minute' : 'second');
  });

  it("shows the owner's message for a spent budget, and when questions are accepted again", async () => {
    const spent = { status: 429, headers: { 'retry-after': untilTomorrow() } };
    const words = 'The library answers again tomorrow. <b>Call us</b>!';
    const body = { code: 'budget_exhausted', detail: words, owner_message: words };
    api.intervene = (call) => (isChat(call) ? { ...spent, body } : undefined);
    await open();
    await ask();
    await page.locator('.failure').waitFor();
    const shown = [words, 'You can ask again tomorrow.'];
    expect(await page.locator('.failure p').allTextContents()).toEqual(shown);
    expect(await page.locator('.failure button').count()).toBe(0);
    // Nothing is broken, so nothing is red.
    const colour = () => page.locator('.failure .icon').evaluate((icon) => getComputedStyle(icon).color);
    const quiet = await colour();
    await page.locator('.failure').evaluate((notice) => notice.classList.remove('spent'));
    expect(await colour()).not.toBe(quiet);
    await page.getByRole('status').filter({ hasText: 'You can ask again tomorrow.' }).waitFor();
    await page.reload();
    await page.locator('.failure').waitFor();
    expect(await page.locator('.failure p').allTextContents()).toEqual(shown);
  });

  it.each(Object.entries(TOMORROW))(
    'explains a spent budget in the reader’s language: %s',
    async (locale, tomorrow) => {
      const { strings } = (await import(`../../widget/src/locales/${locale}.ts`)) as { strings: Strings };
      const body = { code: 'budget_exhausted', detail: 'The limit of questions for today has been reached.' };
      api.intervene = (call) =>
        isChat(call) ? { status: 429, body, headers: { 'retry-after': untilTomorrow() } } : undefined;
      given.html = given.html.replace('async', `data-locale="${locale}" async`);
      await open();
      await ask();
      await page.locator('.failure').waitFor();
      expect(await page.locator('.failure p').allTextContents()).toEqual([
        strings.failures.budget,
        strings.askAgain(tomorrow),
      ]);
    },
  );

  it('keeps the question while offline, and asks it when the connection returns', async () => {
    await open();
    await page.getByRole('textbox').fill('H');
    await given.tab.settled();
    await given.tab.context.setOffline(true);
    await ask();
    await page.getByText('You seem to be offline').first().waitFor();
    await given.tab.context.setOffline(false);
    await answers().waitFor();
    expect(await page.locator('.question').allTextContents()).toEqual([`You asked: ${QUESTION}`]);
  });

  it('keeps the question if the rest of the widget cannot be loaded', async () => {
    await open();
    await given.tab.context.setOffline(true);
    await ask();
    await page.getByText('cannot be reached right now').first().waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe(QUESTION);
    await given.tab.context.setOffline(false);
    await page.getByRole('button', { name: 'Send' }).click();
    await answers().waitFor();
  });

  it('offers a retry after a server error, and asks only on request', async () => {
    api.intervene = (call) => (isChat(call) ? error(500, 'internal_error') : undefined);
    await open();
    await ask();
    await page.getByText('Something went wrong on our side').first().waitFor();
    expect(api.calls.filter(isChat)).toHaveLength(1);
    api.intervene = () => undefined;
    await retry().click();
    await answers().waitFor();
  });

  it.each([
    ['a broken connection', 'hang up' as const, 'cannot be reached right now'],
    ['an error page of a proxy', { status: 502, body: {} }, 'Something went wrong'],
    ['an unknown project', error(404, 'not_found'), 'not set up correctly'],
    ['a credential of the wrong kind', error(403, 'wrong_credential'), 'not set up correctly'],
    ['a refused question', error(400, 'invalid_request'), 'could not be answered'],
  ])('has a message for %s', async (_, told, words) => {
    api.intervene = (call) => (isChat(call) ? told : undefined);
    await open();
    await ask();
    await page.getByText(words).first().waitFor();
  });

  it('reports that it could not be loaded, and tries again on the next click', async () => {
    await page.goto(given.site.origin);
    await given.tab.context.setOffline(true);
    await launcher().click();
    await page.getByRole('button', { name: 'could not be loaded' }).waitFor();
    await given.tab.context.setOffline(false);
    await launcher().click();
    await page.getByRole('dialog').waitFor();
  });
});
