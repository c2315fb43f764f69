import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { axeFaults } from './axe-faults.ts';
import { answerOf, type ScriptedApi } from './scripted-api.ts';
import { type Given, QUESTION, tagOf, withWidget } from './widget-page.ts';

const FORM = { consent: 'You may use my address to answer me.', privacy_url: 'https://www.example.com/privacy' };
const SCREENSHOTS = fileURLToPath(new URL('../e2e/screenshots/', import.meta.url));

describe.skipIf(!browserIsThere)('the form for a person (needs chromium)', () => {
  let given: Given;
  let api: ScriptedApi;
  let page: Page;
  const visitor = withWidget((started) => {
    given = started;
    ({ api, page } = started);
    api.config.handover = FORM;
    api.intervene = ({ method, path }) =>
      method === 'POST' && path.endsWith('/handovers')
        ? { status: 201, body: { id: 'hov_1', created_at: '2026-01-31T12:00:00.000Z' } }
        : undefined;
  });

  const button = () => page.getByRole('button', { name: 'Ask a person' });
  const dialog = () => page.getByRole('dialog', { name: 'Ask a person' });
  const handovers = () => api.calls.filter(({ path }) => path.endsWith('/handovers'));
  const loaded = () => given.tab.requests.filter((url) => url.includes('/footnote-handover-'));
  const refuse = () => {
    api.answer = () => answerOf('This is not in the documents.', []);
  };
  async function openForm(): Promise<void> {
    refuse();
    await visitor.open();
    await visitor.ask();
    await button().click();
    await dialog().waitFor();
  }
  async function fill(): Promise<void> {
    await dialog().getByLabel('Your e-mail address').fill('visitor@example.com');
    await dialog().getByLabel(FORM.consent).check();
  }

  it('is not offered by a project that takes no handovers', async () => {
    api.config.handover = null;
    refuse();
    await visitor.open();
    expect(await button().count()).toBe(0);
    await visitor.ask();
    await visitor.answers().first().waitFor();
    expect([await button().count(), loaded()]).toEqual([0, []]);
  });

  it('names no conversation that the server did not keep', async () => {
    api.answer = () => ({ ...answerOf('This is not in the documents.', []), kept: false });
    await visitor.open();
    await visitor.ask();
    await button().click();
    await fill();
    await dialog().getByRole('button', { name: 'Send' }).click();
    await dialog().getByRole('status').waitFor();
    expect(handovers().map(({ body }) => body)).toMatchObject([{ question: QUESTION, conversation_id: null }]);
  });

  it('is offered before the first question, too, and then begins empty', async () => {
    await visitor.open();
    await button().waitFor();
    expect([await button().count(), loaded()]).toEqual([1, []]);
    await button().click();
    await dialog().waitFor();
    expect(await dialog().getByLabel('Your question').inputValue()).toBe('');
    await dialog().getByRole('link', { name: 'Read more (opens in a new tab)' }).waitFor();
    await fill();
    await dialog().getByLabel('Your question').fill('Is there parking?');
    await dialog().getByRole('button', { name: 'Send' }).click();
    await dialog().getByRole('status').waitFor();
    const sent = { email: 'visitor@example.com', question: 'Is there parking?', consent: true, conversation_id: null };
    expect(handovers().map(({ body }) => body)).toMatchObject([sent]);
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent)).toBe(
      'Ask a person',
    );
    expect(await axeFaults(page)).toEqual([]);
    if (process.env.FOOTNOTE_SOAK) await page.screenshot({ path: `${SCREENSHOTS}widget-handover-empty.png` });
  });

  it('is offered below the last answer, more clearly where the documents did not help', async () => {
    await visitor.open();
    await visitor.ask();
    await expect.poll(() => button().getAttribute('class')).toBe('quiet');
    refuse();
    await visitor.ask('Something else?');
    await expect.poll(() => button().getAttribute('class')).toBe('retry');
    expect([await button().count(), loaded()]).toEqual([1, []]);
  });

  it('sends the question with the address, the page and the conversation, by keyboard alone', async () => {
    await openForm();
    expect(loaded()).toHaveLength(1);
    // The focus is in the first field, and goes from field to field.
    await page.keyboard.type('visitor@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.type(' Today?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog().getByRole('status').waitFor();
    expect(await dialog().getByRole('status').textContent()).toBe('Sent. The answer comes by e-mail.');
    expect(handovers().map(({ body }) => body)).toEqual([
      {
        ...{ email: 'visitor@example.com', question: `${QUESTION} Today?`, consent: true },
        ...{ conversation_id: 'conv_1', page_url: `${given.site.origin}/` },
      },
    ]);
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent)).toContain('Ask');
  });

  it('is not sent without an address and consent', async () => {
    await openForm();
    const send = () => dialog().getByRole('button', { name: 'Send' }).click();
    await send();
    await dialog().getByLabel('Your e-mail address').fill('nobody');
    await send();
    await dialog().getByLabel('Your e-mail address').fill('visitor@example.com');
    await send();
    expect(handovers()).toEqual([]);
    await dialog().getByLabel(FORM.consent).check();
    await send();
    await expect.poll(() => handovers().length).toBe(1);
  });

  it.each([
    [429, 'rate_limited', 'Many questions were sent today. Try again tomorrow.'],
    [400, 'invalid_request', 'Check your e-mail address and your question.'],
    [500, 'internal', 'Something went wrong'],
  ])('says what is wrong (%d), and keeps what was written', async (status, code, words) => {
    await openForm();
    const headers = { 'retry-after': '80000' };
    api.intervene = ({ path }) =>
      path.endsWith('/handovers') ? { status, body: { code, detail: 'No.' }, headers } : undefined;
    await fill();
    await dialog().getByRole('button', { name: 'Send' }).click();
    await dialog().getByRole('alert').filter({ hasText: words }).waitFor();
    expect(await dialog().getByLabel('Your e-mail address').inputValue()).toBe('visitor@example.com');
    expect(await axeFaults(page)).toEqual([]);
  });

  it('can be replaced by the page', async () => {
    refuse();
    await visitor.open();
    await page.evaluate(() => {
      document.addEventListener('footnote-handover', (event) => {
        event.preventDefault();
        document.title = event.detail.question;
      });
    });
    await visitor.ask();
    await button().click();
    await expect.poll(() => page.title()).toBe(QUESTION);
    expect(await dialog().count()).toBe(0);
  });

  it.each([
    ['light', 'en', 1000],
    ['dark', 'de', 400],
    ['dark', 'ar', 400],
  ] as const)('is without a fault (%s, %s, %d px)', async (colorScheme, locale, width) => {
    await visitor.another({ colorScheme, viewport: { width, height: 760 } });
    given.html = given.html.replace(/<script.*<\/script>/, tagOf(api, `data-locale="${locale}"`));
    refuse();
    await visitor.open();
    await visitor.ask();
    await page.locator('.person button').click();
    await page.locator('dialog.handover').waitFor();
    expect(await axeFaults(page)).toEqual([]);
    expect(await page.locator('dialog.handover').evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    expect(await page.locator('dialog.handover').evaluate((box) => getComputedStyle(box).direction)).toBe(
      locale === 'ar' ? 'rtl' : 'ltr',
    );
    if (process.env.FOOTNOTE_SOAK) {
      await mkdir(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: `${SCREENSHOTS}widget-handover-${colorScheme}-${locale}.png` });
    }
  });
});
