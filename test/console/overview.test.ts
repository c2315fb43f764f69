import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { LOOKED, withConsole } from './console-page.ts';
import { addHandbook, expectFine, withKey } from './handbook.ts';

describe.skipIf(!browserIsThere)('the overview in the console (needs chromium)', () => {
  const world = withConsole(addHandbook);

  it('is the first view of a project, empty until somebody asks', async () => {
    const tab = await world.open('/projects/:project');
    await tab.page.getByRole('heading', { name: 'Overview' }).waitFor();
    await tab.page.getByRole('heading', { name: 'No questions yet' }).waitFor();
    expect(new URL(tab.page.url()).pathname).toMatch(/\/overview$/);
    await expectFine(tab, 'overview-none');
    await tab.context.close();
    const client = await withKey(world);
    for (const query of ['When does the office open?', 'when does the OFFICE open', 'Who painted the submarine?'])
      await client.chat.create(world.project.id, { query });
  });

  it.each(LOOKED)('has questions, sources and plots: %s', async (look) => {
    const tab = await world.open('/projects/:project/overview', look);
    const { page } = tab;
    await page.getByRole('heading', { name: 'Top questions' }).waitFor();
    await page.getByText('2 times').waitFor();
    await page.getByText('Not answered', { exact: true }).first().waitFor();
    await page.getByRole('heading', { name: 'Cited most' }).waitFor();
    await expectFine(tab, 'overview');
    await tab.context.close();
  });

  it('says when refusals rise', async () => {
    const tab = await world.open('/projects/:project/keys');
    const { page } = tab;
    const found = await world.client.projects.overview(world.project.id);
    const refusals = { rising: true, answers: 120, share: 0.31, share_before: 0.08 };
    await page.route('**/overview?*', (route) => route.fulfill({ json: { ...found, refusals } }));
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('In the last 7 days 31 % of 120 answers').waitFor();
    await expectFine(tab, 'overview-alert');
    await tab.context.close();
  });
});
