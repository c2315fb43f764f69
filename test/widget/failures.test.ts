import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser.ts';
import type { ApiCall, ScriptedApi } from './scripted-api.ts';
import { type Given, QUESTION, withWidget } from './widget-page.ts';

const error = (status: number, code: string, headers = {}) => ({ status, body: { code, detail: `${code}.` }, headers });
const isChat = ({ path }: ApiCall) => path.endsWith('/chat');

describe.skipIf(!browserIsThere)('what the widget does when something fails (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const { open, ask, answers, retry, launcher } = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });

  const tokensOf = (calls: ApiCall[]) => calls.filter(isChat).map(({ authorization }) => authorization);

  it('renews a refused token once, for the same visitor, and the question goes through', async () => {
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
    await page.getByText('Your session has ended').first().waitFor();
    expect(tokensOf(api.calls)).toHaveLength(2);
  });

  it('mints a new token where the old one may no longer be renewed', async () => {
    api.intervene = (call) => {
      if (isChat(call) && call.authorization === 'Bearer token-1') return error(401, 'token_expired');
      return call.path === '/v1/tokens/widget' && call.authorization ? error(401, 'token_expired') : undefined;
    };
    await open();
    await ask();
    await answers().waitFor();
    expect(tokensOf(api.calls).at(-1)).toBe('Bearer token-2');
  });

  it('names the origin in the console where the project does not list it', async () => {
    api.intervene = ({ path }) => (path === '/v1/health' ? undefined : error(403, 'origin_not_allowed'));
    await open();
    await page.getByText('may not be used on this website yet').first().waitFor();
    expect(given.tab.complaints.join('\n')).toContain(`does not answer pages of ${given.site.origin}. Add it`);
  });

  it('tells a page that CORS keeps out from a server that is not there', async () => {
    await page.route(/\/v1\/(tokens|projects)/, (route) => route.abort());
    await open();
    await page.getByText('may not be used on this website yet').first().waitFor();
    await page.route(/\/v1\/health/, (route) => route.abort());
    await retry().click();
    await page.getByText('cannot be reached right now').first().waitFor();
  });

  it('counts the seconds down before the next try at a limit', async () => {
    api.intervene = (call) => (isChat(call) ? error(429, 'rate_limited', { 'retry-after': '2' }) : undefined);
    await open();
    await ask();
    await page.getByRole('button', { name: 'Try again in 2 s' }).waitFor();
    expect(await retry().isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Try again in 1 s' }).waitFor();
    api.intervene = () => undefined;
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await answers().waitFor();
    expect(api.calls.filter(isChat)).toHaveLength(2);
  });

  it('keeps the question while offline, and asks it when the connection is back', async () => {
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

  it('keeps the question where the rest of the widget cannot be loaded', async () => {
    await open();
    await given.tab.context.setOffline(true);
    await ask();
    await page.getByText('cannot be reached right now').first().waitFor();
    expect(await page.getByRole('textbox').inputValue()).toBe(QUESTION);
    await given.tab.context.setOffline(false);
    await page.getByRole('button', { name: 'Send' }).click();
    await answers().waitFor();
  });

  it('offers another try after a fault of the server, and asks only when told to', async () => {
    api.intervene = (call) => (isChat(call) ? error(500, 'internal_error') : undefined);
    await open();
    await ask();
    await page.getByText('Something went wrong while answering').first().waitFor();
    expect(api.calls.filter(isChat)).toHaveLength(1);
    api.intervene = () => undefined;
    await retry().click();
    await answers().waitFor();
  });

  it.each([
    ['a connection that breaks', 'hang up' as const, 'cannot be reached right now'],
    ['a proxy that answers in its own way', { status: 502, body: {} }, 'Something went wrong'],
    ['an unknown project', error(404, 'not_found'), 'not set up correctly'],
    ['a credential of the wrong kind', error(403, 'wrong_credential'), 'not set up correctly'],
    ['a question that is refused', error(400, 'invalid_request'), 'could not be answered as it is'],
  ])('has words for %s', async (_, told, words) => {
    api.intervene = (call) => (isChat(call) ? told : undefined);
    await open();
    await ask();
    await page.getByText(words).first().waitFor();
  });

  it('says that it could not be loaded, and tries again at the next click', async () => {
    await page.goto(given.site.origin);
    await given.tab.context.setOffline(true);
    await launcher().click();
    await page.getByRole('button', { name: 'could not be loaded' }).waitFor();
    await given.tab.context.setOffline(false);
    await launcher().click();
    await page.getByRole('dialog').waitFor();
  });
});
