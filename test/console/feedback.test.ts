import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { LOOKED, withConsole } from './console-page.ts';
import { addHandbook, expectFine, withKey } from './handbook.ts';

describe.skipIf(!browserIsThere)('feedback in the console (needs chromium)', () => {
  const world = withConsole(addHandbook);

  it('is sorted from new to done', async () => {
    const tab = await world.open('/projects/:project/feedback');
    const { page } = tab;
    await page.getByRole('heading', { name: 'Nothing new' }).waitFor();
    await expectFine(tab, 'feedback-none');
    const client = await withKey(world);
    const { message_id } = await client.chat.create(world.project.id, { query: 'When does the office open?' });
    await client.feedback.create(world.project.id, message_id, { rating: 'down', comment: 'On Saturdays, too?' });
    await page.reload();
    await page.getByText('“On Saturdays, too?”').waitFor();
    await page.getByRole('button', { name: 'Done: When does the office open?' }).click();
    await page.getByRole('heading', { name: 'Nothing new' }).waitFor();
    await page.getByText('Done', { exact: true }).click();
    await page.getByText('“On Saturdays, too?”').waitFor();
    await page.getByRole('button', { name: /^Answer word for word: / }).click();
    const form = page.locator('answer-form ui-dialog');
    expect(await form.getByLabel('Question', { exact: true }).inputValue()).toBe('When does the office open?');
    await page.keyboard.press('Escape');
    await client.feedback.create(world.project.id, message_id, { rating: 'up' });
    await page.reload();
    await page.getByText('Helpful', { exact: true }).waitFor();
    await tab.context.close();
  });

  it.each(LOOKED)('is listed: %s', async (look) => {
    const tab = await world.open('/projects/:project/feedback', look);
    await tab.page.getByRole('heading', { name: 'When does the office open?' }).waitFor();
    await expectFine(tab, 'feedback');
    await tab.context.close();
  });
});
