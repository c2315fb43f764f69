import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { LOOKED, withConsole } from './console-page.ts';
import { addHandbook, expectFine, withKey } from './handbook.ts';

const PARKING = 'How much does a parking permit cost?';

describe.skipIf(!browserIsThere)('answers of the owner in the console (needs chromium)', () => {
  const world = withConsole(addHandbook);

  it('are written from an unanswered question, tried, switched off and deleted', async () => {
    const client = await withKey(world);
    const tab = await world.open('/projects/:project/answers');
    const { page } = tab;
    await page.getByRole('heading', { name: 'No answers of yours yet' }).waitFor();
    await expectFine(tab, 'answers-none');
    await client.chat.create(world.project.id, { query: PARKING });

    await page.getByRole('link', { name: 'unanswered questions' }).click();
    await page.getByRole('button', { name: `Answer this: ${PARKING}` }).click();
    const form = page.locator('answer-form ui-dialog');
    expect(await form.getByLabel('Question', { exact: true }).inputValue()).toBe(PARKING);
    await form.getByRole('button', { name: 'Use this answer' }).click();
    await form.getByText('Write the answer.').waitFor();
    const text = '**240 euros** a year. See [Parking](https://www.example.com/parking).';
    await form.getByLabel('Answer', { exact: true }).fill(text);
    await form.getByRole('link', { name: 'Parking' }).waitFor();
    await expectFine(tab, 'answers-form');
    await form.getByRole('button', { name: 'Use this answer' }).click();
    await page.getByRole('heading', { name: 'No unanswered questions' }).waitFor();
    expect(await client.chat.create(world.project.id, { query: PARKING })).toMatchObject({ response: text });

    await page.getByRole('link', { name: 'Your answers' }).click();
    await page.getByText('Used 1 time').waitFor();
    await page.getByRole('button', { name: `Change “${PARKING}”` }).click();
    await form.getByLabel('Try another question').fill('What is the price of a bicycle?');
    await form.getByRole('button', { name: 'Try' }).click();
    await form.getByText('This question does not get it.').waitFor();
    await form.getByLabel('Review it on').fill('2026-01-01');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Review due since').waitFor();
    await page.getByRole('button', { name: `Disable “${PARKING}”` }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
    expect(await client.chat.create(world.project.id, { query: PARKING })).not.toHaveProperty('curated');
    await tab.context.close();
  });

  it.each(LOOKED)('are listed: %s', async (look) => {
    const tab = await world.open('/projects/:project/answers', look);
    await tab.page.getByText(PARKING).first().waitFor();
    await expectFine(tab, 'answers');
    await tab.context.close();
  });

  it('are marked in a conversation', async () => {
    const { items } = await world.client.conversations.list(world.project.id);
    const tab = await world.open(`/projects/:project/conversations/${items[1]?.id}`);
    await tab.page.getByText('Your own words').waitFor();
    await expectFine(tab, 'conversation-curated');
    await tab.context.close();
  });
});
