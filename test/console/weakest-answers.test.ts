import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { type ConsoleTab, LOOKED, withConsole } from './console-page.ts';
import { addHandbook, expectFine, QUESTIONS, withKey } from './handbook.ts';

const HOTELS = 'How much may hotels cost?';

describe.skipIf(!browserIsThere)('the weakest answers in the console (needs chromium)', () => {
  const world = withConsole(addHandbook);
  const at = '/projects/:project/unanswered/weakest';
  const groups = (tab: ConsoleTab) => tab.page.locator('li.group');
  const certainties = async (tab: ConsoleTab) =>
    (await groups(tab).locator('.figure').allInnerTexts()).map((text) => Number.parseInt(text, 10));

  it('have an empty state before the first question', async () => {
    const tab = await world.open('/projects/:project/unanswered');
    await tab.page
      .getByRole('navigation', { name: 'Questions' })
      .getByRole('link', { name: 'Weakest answers' })
      .click();
    await tab.page.getByRole('heading', { level: 1, name: 'Weakest answers' }).waitFor();
    await tab.page.getByRole('heading', { name: 'No questions yet' }).waitFor();
    await expectFine(tab, 'weakest-none');
    const client = await withKey(world);
    for (const query of [QUESTIONS.refused, QUESTIONS.answered, HOTELS, HOTELS])
      await client.chat.create(world.project.id, { query });
    await tab.context.close();
  });

  it.each(LOOKED)('are listed by their certainty, each question beside its conversation: %s', async (look) => {
    const tab = await world.open(at, look);
    const { page } = tab;
    await groups(tab).first().waitFor();
    const found = await certainties(tab);
    expect(found).toHaveLength(2);
    expect(found).toEqual([...found].sort((one, other) => one - other));
    await page.getByRole('button', { name: HOTELS }).first().click();
    await page.getByText('The 2 questions').waitFor();
    await expectFine(tab, 'weakest');
    await page.getByRole('link', { name: HOTELS }).first().click();
    await page.getByText(/^Certainty \d+ %$/).waitFor();
    expect(new URL(page.url()).pathname).toContain('/conversations/conv_');
    await expectFine(tab, 'conversation-certainty');
    await tab.context.close();
  });

  it('can be answered word for word, and set aside', async () => {
    const tab = await world.open(at);
    const { page } = tab;
    const hotels = groups(tab).filter({ hasText: HOTELS });
    const choose = async (item: string) => {
      await hotels.getByRole('button', { name: `More for “${HOTELS}”` }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Answer word for word');
    const form = page.locator('answer-form ui-dialog');
    await form.getByLabel('Answer', { exact: true }).fill('At most 140 euros a night.');
    await form.getByRole('button', { name: 'Use this answer' }).click();
    await hotels.getByText('Your answer is shown now').waitFor();
    await choose('Set aside');
    await expect.poll(() => groups(tab).count()).toBe(1);
    await page.getByRole('button', { name: 'Dismiss' }).last().click();
    const left = async () => (await world.client.unanswered.weakest(world.project.id)).total;
    await expect.poll(left).toBe(1);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });
});
