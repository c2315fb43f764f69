import type { AnswerTrace } from '@footnote/sdk';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askWidget } from '../helpers/browser/ask-widget.ts';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { LOOKED, withConsole } from './console-page.ts';
import { addHandbook, expectFine, QUESTIONS } from './handbook.ts';
import { MODEL_TRACE, UNSUPPORTED_TRACE, UNSURE_TRACE } from './traces.ts';

const PLAYGROUND = '/projects/:project/playground';

const verdict = (page: Page, words: string | RegExp) => page.getByRole('heading', { level: 2, name: words });

describe.skipIf(!browserIsThere)('the playground (needs chromium)', () => {
  // Its project lists no origin: nobody but the owner may ask.
  const world = withConsole(addHandbook);

  it.each(LOOKED)('answers in the widget, and shows beside it how that came about: %s', async (look) => {
    const tab = await world.open(PLAYGROUND, look);
    const { page } = tab;
    await page.getByRole('heading', { name: 'How an answer is made' }).waitFor();
    await page.locator('footnote-chat').getByText('What would you like to know?').waitFor();
    await expectFine(tab, 'playground');

    await askWidget(page, QUESTIONS.answered);
    await verdict(page, 'Answered from 1 passage').waitFor();
    await page.locator('footnote-chat').getByText('thirty days of paid leave').first().waitFor();
    const cited = page.locator('.passages > li.cited');
    expect(await cited.innerText()).toMatch(/Cited as 1\s+Handbook[\s\S]+thirty days[\s\S]+Place\s+by its words 1\./);
    await page.getByText('How the question was understood').click();
    await page.getByText('Time and engines').click();
    expect(await page.locator('.trace .facts').first().innerText()).toMatch(/Asked\s+How many days of paid leave/);
    expect(await page.locator('.trace').innerText()).toMatch(/English \(en\)[\s\S]+Total\s+[\d.]+ m?s/);
    await expectFine(tab, 'playground-answered');

    // An answer that is not right gets the owner's own words in its place.
    await page.getByRole('button', { name: 'Answer word for word' }).click();
    const form = page.locator('answer-form ui-dialog');
    expect(await form.getByLabel('Question', { exact: true }).inputValue()).toBe(QUESTIONS.answered);
    await form.getByLabel('Answer', { exact: true }).fill('Thirty-one days.');
    await form.getByRole('button', { name: 'Use this answer' }).click();
    await page.getByText('Saved. The chat shows your words from now on.').waitFor();
    await page.locator('footnote-chat').getByRole('button', { name: 'Try again' }).click();
    await verdict(page, 'Answered in your own words').waitFor();
    await page.getByRole('link', { name: 'Change your answers' }).waitFor();
    const { items } = await world.client.curatedAnswers.list(world.project.id);
    for (const own of items) await world.client.curatedAnswers.delete(world.project.id, own.id);
    await tab.context.close();
  });

  it('leaves the focus on its title for screen readers, and moves it to the question on a slash', async () => {
    const { page, context } = await world.open('/projects/:project/sources', 'light');
    await page.getByRole('navigation').getByRole('link', { name: 'Playground' }).click();
    const focused = () =>
      page
        .locator(':focus')
        .last()
        .evaluate(({ tagName }) => tagName.toLowerCase());
    await page.getByText('Press / to ask').waitFor();
    await expect.poll(focused).toBe('h1');
    await page.locator('footnote-chat textarea').waitFor();
    await page.keyboard.type('/Is a / kept?');
    expect(await focused()).toBe('textarea');
    expect(await page.locator('footnote-chat textarea').inputValue()).toBe('Is a / kept?');
    // Where there is no keyboard, or single keys do nothing, nothing says so.
    const phone = await world.open(PLAYGROUND, 'phone');
    await phone.page.getByText('Ask what your visitors would ask').waitFor();
    expect(await phone.page.getByText('Press / to ask').isVisible()).toBe(false);
    await phone.context.close();
    await page.evaluate(() => localStorage.setItem('footnote.shortcuts-off', 'yes'));
    await page.reload();
    await page.getByText('Ask what your visitors would ask').waitFor();
    expect(await page.getByText('Press / to ask').count()).toBe(0);
    await context.close();
  });

  it.each(LOOKED)('says why there is no answer, and what to do: %s', async (look) => {
    const tab = await world.open(PLAYGROUND, look);
    const { page } = tab;
    await askWidget(page, 'How much does a parking permit cost in the garage under the office?');
    await verdict(page, /^Why no answer\?/).waitFor();
    await page.getByText('Best match: Handbook').waitFor();
    const [, score = '', needed = ''] =
      /Match: (\d+) %[\s\S]*needed (\d+) %/.exec(await page.locator('.verdict').innerText()) ?? [];
    expect(Number(score)).toBeLessThan(Number(needed));
    await page.getByRole('link', { name: 'Add a document' }).waitFor();
    await expectFine(tab, 'playground-refused');

    await page.getByRole('button', { name: 'Write the answer' }).click();
    const dialog = page.locator('ui-dialog');
    expect(await dialog.getByLabel('Title').inputValue()).toContain('parking permit');
    await page.keyboard.press('Escape');
    await askWidget(page, QUESTIONS.refused);
    await verdict(page, 'Why no answer? Nothing was found')
      .or(verdict(page, /do not seem to answer/))
      .first()
      .waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it.each(LOOKED)('shows what a model was given, and what was taken out of its answer: %s', async (look) => {
    const tab = await world.open('/projects/:project/settings', look);
    const { page } = tab;
    let shown: AnswerTrace = MODEL_TRACE;
    await page.route('**/messages/*/trace', (route) => route.fulfill({ json: shown }));
    const at = (id: string) => page.goto(`${world.server.url}/projects/${world.project.id}/playground?answer=${id}`);
    await at('msg_model');
    await verdict(page, 'Answered from 1 passage').waitFor();
    const out = page.getByRole('list', { name: 'Removed' });
    expect(await out.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/manager[\s\S]+\(2\) does not support it/),
      expect.stringMatching(/paid out[\s\S]+\(7\) that does not exist/),
      expect.stringMatching(/part-time[\s\S]+cites no passage/),
    ]);
    expect(await page.locator('.passages').first().innerText()).toMatch(
      /Cited as 1[\s\S]+Read as 2, not needed[\s\S]+others match better[\s\S]+another says the same[\s\S]+no room in the prompt\s+A source that has been deleted/,
    );
    for (const part of ['How the question was understood', 'Time and engines']) await page.getByText(part).click();
    expect(await page.locator('.terms').innerText()).toMatch(/leav\s+4\.8\s+from earlier questions/);
    await expectFine(tab, 'playground-model');
    shown = UNSUPPORTED_TRACE;
    await at('msg_unsupported');
    await verdict(page, 'Why no answer? The answer was withdrawn').waitFor();
    await page.getByText('Without support: 100 %').waitFor();
    await expectFine(tab, 'playground-unsupported');
    shown = UNSURE_TRACE;
    await at('msg_unsure');
    await verdict(page, 'Why unsure? It shows only the closest passages').waitFor();
    await page.getByText('Match: 41 %').waitFor();
    await page.getByRole('button', { name: 'Write the answer' }).waitFor();
    await expectFine(tab, 'playground-unsure');
    await tab.context.close();
  });

  it('asks a question from the address when the owner confirms', async () => {
    const tab = await world.open(`${PLAYGROUND}?ask=${encodeURIComponent('When does the office open?')}`);
    const { page } = tab;
    await page.getByRole('button', { name: 'Ask it' }).click();
    await verdict(page, 'Answered from 1 passage').waitFor();
    expect(await page.getByRole('button', { name: 'Ask it' }).count()).toBe(0);
    expect(new URL(page.url()).search).toMatch(/^\?answer=msg_/);

    // The trace and the conversation are there again after a reload.
    await page.reload();
    await verdict(page, 'Answered from 1 passage').waitFor();
    await page.locator('footnote-chat').getByText('opens at nine').first().waitFor();
    await askWidget(page, 'And when does it close?');
    await page.getByText('Follows').waitFor({ state: 'attached' });
    expect(
      await world.client.conversations.list(world.project.id, {
        search: 'when close',
        visitor_id: `playground-${(await world.client.auth.me()).id}`,
      }),
    ).toMatchObject({
      total: 1,
      items: [{ messages_count: 4 }],
    });
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('has the widget in the colours that the owner gives the console', async () => {
    const tab = await world.open(PLAYGROUND);
    const root = tab.page.locator('footnote-chat .root');
    await expect.poll(() => root.getAttribute('data-theme')).toBe('auto');
    await tab.page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    await expect.poll(() => root.getAttribute('data-theme')).toBe('dark');
    await tab.context.close();
  });

  it('says where the answer was not kept', async () => {
    const { page, context } = await world.open(`${PLAYGROUND}?answer=msg_unkept_4YHhQ0V2b7c9D1kLmN3pqR`);
    await page.getByRole('heading', { name: 'This answer was not kept' }).waitFor();
    await context.close();
  });

  it('says where there is no trace', async () => {
    const tab = await world.open(`${PLAYGROUND}?answer=msg_none`);
    await tab.page.getByRole('heading', { name: 'No trace for this answer' }).waitFor();
    await tab.context.close();
  });
});
