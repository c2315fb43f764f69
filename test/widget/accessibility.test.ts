import type { Citation } from '@footnote/sdk';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { axeFaults } from './axe-faults.ts';
import { answerOf, CITATIONS, cited, delta, type ScriptedApi, START } from './scripted-api.ts';
import { type Given, withWidget } from './widget-page.ts';

describe.skipIf(!browserIsThere)('the accessibility of the widget (needs chromium)', () => {
  let api: ScriptedApi;
  let page: Page;
  let given: Given;
  const visitor = withWidget((started) => {
    given = started;
    ({ api, page } = started);
  });
  const { markers, card, launcher, answers, questions } = visitor;

  const faults = () => axeFaults(page);

  async function open(options: BrowserContextOptions = {}): Promise<void> {
    await visitor.another(options);
    await visitor.open();
  }

  it('grows with the size of text that the visitor has chosen, and keeps the conversation in view', async () => {
    const sized = async (standard: number, width: number) => {
      await visitor.another({ viewport: { width, height: 900 } });
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
      await visitor.open();
      await page.locator('.suggestion').first().waitFor();
      const sizes = await page.locator('.panel').evaluate((panel) => ({
        panel: panel.getBoundingClientRect().width,
        text: Number.parseFloat(getComputedStyle(panel).fontSize),
        field: Number.parseFloat(getComputedStyle(panel.querySelector('textarea') as Element).fontSize),
      }));
      expect(await faults()).toEqual([]);
      return sizes;
    };
    expect(await sized(16, 1440)).toEqual({ panel: 408, text: 15, field: 15 });
    expect(await sized(32, 1440)).toEqual({ panel: 816, text: 30, field: 30 });
    expect(await sized(16, 400)).toEqual({ panel: 400, text: 15, field: 16 });
    expect(await sized(32, 400)).toEqual({ panel: 400, text: 30, field: 30 });
  });

  it('leaves half of a low screen to the conversation', async () => {
    await open({ viewport: { width: 360, height: 225 } });
    await visitor.ask();
    await answers().waitFor();
    const { height = 0 } = (await page.locator('.scroll').boundingBox()) ?? {};
    expect(height).toBeGreaterThan(225 / 2);
    expect(await faults()).toEqual([]);
  });

  it.each([
    ['light', { colorScheme: 'light' as const }],
    ['dark', { colorScheme: 'dark' as const }],
    ['a small screen', { viewport: { width: 320, height: 640 } }],
  ])('has no axe violation in any state: %s', async (_, options) => {
    api.intervene = ({ path, body }) =>
      path.endsWith('/feedback') ? { status: 200, body: { message_id: 'msg_1', comment: null, ...body } } : undefined;
    await open(options);
    await page.getByText('What would you like to know about Footnote?').waitFor();
    expect(await faults()).toEqual([]);

    let release = () => {};
    const { answer } = api;
    api.answer = async (request) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return answer(request);
    };
    await page.getByRole('textbox').fill('How do I back up?');
    await page.keyboard.press('Enter');
    await page.locator('.waiting').waitFor();
    expect(await faults()).toEqual([]);

    release();
    await markers().first().click();
    await card().waitFor();
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Helpful', exact: true }).click();
    await page.getByRole('textbox', { name: 'Add a comment (optional)' }).waitFor();
    expect(await faults()).toEqual([]);

    api.intervene = ({ path }) =>
      path.endsWith('/chat') ? { status: 429, body: { code: 'rate_limited', detail: 'x' } } : undefined;
    await page.getByRole('textbox', { name: 'Your question' }).fill('And then?');
    await page.keyboard.press('Enter');
    await page.locator('.failure').waitFor();
    expect(await faults()).toEqual([]);
  });

  it('does not announce an answer in fragments', async () => {
    await open();
    expect(await page.getByRole('log', { name: 'Conversation' }).getAttribute('aria-live')).toBe('off');
    expect(await page.getByRole('status').getAttribute('aria-live')).toBe('polite');
  });

  it.each([
    ['light', 'en', {}],
    ['forced colours', 'en', { forcedColors: 'active' as const }],
    [
      'dark, from right to left, on a small screen',
      'ar',
      { colorScheme: 'dark' as const, viewport: { width: 320, height: 640 } },
    ],
  ])('has no axe violation in any kind of answer: %s', async (_, language, options) => {
    given.html = given.html.replace('lang="en"', `lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`);
    await open(options);
    const [first] = CITATIONS as [Citation];
    const named = (id: number) => ({ ...first, id, source_id: `src_${id}`, source_name: `guide/${id}.md` });
    const last = page.locator('footnote-chat .turn').last();

    const table = '| Option | Meaning |\n|---|---|\n| `A_LIMIT` | what is allowed in a minute, and what is not |';
    api.answer = () =>
      answerOf(`1. Run [1]:\n\n\`\`\`js\nconst name = "Footnote";\n\`\`\`\n\n${table}\n\nMore [2].`, [
        named(1),
        named(2),
      ]);
    await visitor.ask();
    await last.locator('.actions').waitFor();
    await page.locator('footnote-chat pre span').first().waitFor();
    expect(await faults()).toEqual([]);

    api.stream = async function* () {
      yield START;
      yield cited([named(1)]);
      yield delta('This comes closest:\n\n**Backups** [1]\n\nKeep the copy.');
      const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
      yield { type: 'finish', messageMetadata: { finish_reason: 'unsure', usage } };
    };
    await visitor.ask();
    await last.locator('.unsure').waitFor();
    expect(await faults()).toEqual([]);

    api.stream = undefined;
    api.answer = () => answerOf('The documents do not answer this question. Ask help@example.com.', []);
    await visitor.ask();
    await last.locator('.actions').waitFor();
    expect(await faults()).toEqual([]);

    const body = { code: 'budget_exhausted', detail: 'x', owner_message: 'Closed for today.' };
    api.intervene = ({ path }) =>
      path.endsWith('/chat') ? { status: 429, body, headers: { 'retry-after': '30000' } } : undefined;
    await visitor.ask();
    await last.getByText('Closed for today.').waitFor();
    expect(await faults()).toEqual([]);
  });

  it('animates nothing under reduced motion', async () => {
    await open({ reducedMotion: 'reduce' });
    const animation = () => page.locator('.panel').evaluate((panel) => getComputedStyle(panel).animationName);
    expect(await animation()).toBe('none');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await animation()).not.toBe('none');
  });

  it('keeps its borders under forced colours', async () => {
    await open({ forcedColors: 'active' });
    await page.getByRole('textbox').fill('How do I back up?');
    await page.keyboard.press('Enter');
    await page.locator('.marker').first().waitFor();
    expect(
      await page
        .locator('.marker')
        .first()
        .evaluate((marker) => getComputedStyle(marker).borderStyle),
    ).toBe('solid');
  });

  describe('with the keyboard alone', () => {
    /** The accessible name of the focused element. */
    const focused = () =>
      page.evaluate(() => {
        const active = document.activeElement?.shadowRoot?.activeElement;
        return active?.ariaLabel || active?.textContent?.trim() || '';
      });
    /** Presses a key until an element with this name has the focus. */
    const tabTo = async (name: string, key = 'Tab') => {
      for (let presses = 0; presses < 40 && !(await focused()).startsWith(name); presses += 1)
        await page.keyboard.press(key);
      expect(await focused()).toContain(name);
    };
    const write = async (words: string) => {
      await tabTo('Your question');
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
    };

    it('can be opened, asked, cited, followed to the document, rated, asked again, stopped, restarted and closed', async () => {
      api.intervene = ({ path, body }) =>
        path.endsWith('/feedback') ? { status: 200, body: { message_id: 'msg_1', comment: null, ...body } } : undefined;
      await page.goto(given.site.origin);
      await launcher().waitFor();
      await tabTo('Ask a question');
      await page.keyboard.press('Enter');
      await page.getByRole('textbox').waitFor();
      await write('How do I back up?');
      await markers().first().waitFor();

      await tabTo('Source 1', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await card().waitFor();
      expect(await focused()).toBe('Source 1: Operating Footnote');
      const stops = new Set<string>();
      for (let presses = 0; presses < 8; presses += 1) {
        await page.keyboard.press('Tab');
        stops.add((await focused()).split('\n')[0] ?? '');
      }
      expect([...stops].sort()).toEqual(['Backups', 'Close', 'Open in document (opens in a new tab)']);
      await tabTo('Open in document');
      const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
      await opened.close();
      await page.keyboard.press('Escape');
      await card().waitFor({ state: 'detached' });
      expect(await focused()).toBe('Source 1: Operating Footnote');

      await tabTo('Not helpful');
      await page.keyboard.press('Space');
      await tabTo('Add a comment (optional)');
      await page.keyboard.type('Too short.');
      await page.keyboard.press('Enter');
      await page.locator('.turn').getByText('Thank you.').waitFor();

      await tabTo('Edit question', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect.poll(focused).toBe('Your question');
      await page.keyboard.press('End');
      await page.keyboard.type(' Then?');
      await page.keyboard.press('Enter');
      await expect.poll(() => questions().at(-1)?.body.query).toBe('How do I back up? Then?');
      await page.getByRole('group', { name: 'Ask next' }).waitFor();
      await tabTo('How do I restore a backup?', 'Shift+Tab');
      api.answer = () => new Promise(() => {});
      await page.keyboard.press('Enter');
      await page.locator('.waiting').waitFor();
      await tabTo('Stop');
      await page.keyboard.press('Enter');
      await page.getByText('Stopped before the answer started.').waitFor();
      api.answer = () => answerOf('Here.', []);
      await tabTo('Try again', 'Shift+Tab');
      await page.keyboard.press('Enter');
      await answers().filter({ hasText: 'Here.' }).waitFor();

      await tabTo('New conversation');
      await page.keyboard.press('Enter');
      await page.getByText('What would you like to know').waitFor();
      expect(await focused()).toBe('Your question');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await focused()).toBe('Ask a question');
    });
  });
});
