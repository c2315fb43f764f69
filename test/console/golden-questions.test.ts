import { describe, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { LOOKED, withConsole } from './console-page.ts';
import { addHandbook, expectFine } from './handbook.ts';

describe.skipIf(!browserIsThere)('golden questions in the console (needs chromium)', () => {
  const world = withConsole(addHandbook);

  it('are added, checked, and said to hold or to be broken', async () => {
    const tab = await world.open('/projects/:project/golden-questions');
    const { page } = tab;
    await page.getByRole('heading', { name: 'No golden questions yet' }).waitFor();
    await expectFine(tab, 'golden-none');
    const add = async (question: string, text: string | null) => {
      await page.getByRole('button', { name: 'New question' }).click();
      const form = page.locator('ui-dialog');
      await form.getByRole('button', { name: 'Add the question' }).click();
      await form.getByText('Write the question.').waitFor();
      await form.getByLabel('Question', { exact: true }).fill(question);
      if (text === null) await form.getByLabel('It must be refused').check();
      else await form.getByLabel('The answer must contain').fill(text);
      await expectFine(tab, 'golden-form');
      await form.getByRole('button', { name: 'Add the question' }).click();
      await page.getByText(question).waitFor();
    };
    await add('When does the office open?', 'no such words');
    await add('Who painted the submarine?', null);
    await page.getByRole('button', { name: 'Check them now' }).click();
    await page.getByText('1 of 2 broken').waitFor();
    await page.getByText('The answer lacks the text').waitFor();
    await page.getByText('Holds').waitFor();
    await page.getByText('What it answered').click();
    await expectFine(tab, 'golden-checked');
    await page.getByRole('button', { name: 'Delete “When does the office open?”' }).click();
    // The deletion can still be undone; the check is made without the question.
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByRole('button', { name: 'Check them now' }).click();
    await page.getByText('Nothing broken (1 question)').waitFor();
    await page.getByRole('heading', { name: 'Earlier checks' }).waitFor();
    await tab.context.close();
  });

  it.each(LOOKED)('are listed: %s', async (look) => {
    const tab = await world.open('/projects/:project/golden-questions', look);
    await tab.page.getByText('Who painted the submarine?').waitFor();
    await expectFine(tab, 'golden');
    await tab.context.close();
  });
});
