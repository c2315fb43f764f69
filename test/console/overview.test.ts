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
    await world.client.projects.update(world.project.id, { record_pages: true });
    const page_url = 'https://www.example.com/visit/opening-hours';
    for (const query of ['When does the office open?', 'when does the OFFICE open', 'Who painted the submarine?'])
      await client.chat.create(world.project.id, { query, page_url });
  });

  it.each(LOOKED)('has questions, sources and plots: %s', async (look) => {
    const tab = await world.open('/projects/:project/overview', look);
    const { page } = tab;
    await page.getByRole('heading', { name: 'Top topics' }).waitFor();
    await page.getByText('2 ×').waitFor();
    const office = page.getByRole('row', { name: /When does the office open/i });
    expect(await office.getByRole('cell').allInnerTexts()).toEqual(['2 ×', '0', '0']);
    expect(await office.locator('svg rect').count()).toBe(1);
    await page.locator('.topics .badge', { hasText: 'Not answered' }).waitFor();
    await page.getByRole('heading', { name: 'Cited most' }).waitFor();
    const pages = page.getByRole('region', { name: 'Pages asked from' });
    await pages.getByText('3 questions').waitFor();
    const asked = pages.getByRole('link', { name: 'www.example.com/visit/opening-hours' });
    const attributes = await Promise.all(['href', 'rel'].map((name) => asked.getAttribute(name)));
    expect(attributes).toEqual(['https://www.example.com/visit/opening-hours', 'noopener noreferrer nofollow']);
    await expectFine(tab, 'overview');
    await tab.context.close();
  });

  it('says when refusals rise', async () => {
    const tab = await world.open('/projects/:project/keys');
    const { page } = tab;
    const found = await world.client.projects.overview(world.project.id);
    const refusals = { rising: true, answers: 120, share: 0.31, unsure_share: 0.12, share_before: 0.08 };
    await page.route('**/overview?*', (route) => route.fulfill({ json: { ...found, refusals } }));
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByText('31 % of 120 answers were refused or unsure (12 % unsure)').waitFor();
    await expectFine(tab, 'overview-alert');
    await world.client.projects.update(world.project.id, { record_pages: false });
    const hostile = [{ page_url: 'javascript:alert(1)', questions: 4, unanswered: 3, unsure: 1 }];
    await page.route('**/overview?*', (route) => route.fulfill({ json: { ...found, top_pages: hostile } }));
    await page.reload();
    await page.getByText('javascript:alert(1)').waitFor();
    const counted = page.getByRole('region', { name: 'Pages asked from' }).locator('.badge');
    expect(await counted.allInnerTexts()).toEqual(['2 not answered', '1 unsure']);
    expect(await page.getByRole('link', { name: 'javascript' }).count()).toBe(0);
    await page.route('**/overview?*', (route) => route.fulfill({ json: { ...found, top_pages: [] } }));
    await page.reload();
    await page.getByRole('region', { name: 'Pages asked from' }).getByRole('link', { name: 'settings' }).click();
    await page.getByRole('checkbox', { name: 'Record the page of each question' }).check();
    await page.getByRole('region', { name: 'Pages', exact: true }).getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    expect((await world.client.projects.retrieve(world.project.id)).record_pages).toBe(true);
    await page.getByText('This server sends no mail').waitFor();
    await expectFine(tab, 'project-settings-alerts');
    await tab.context.close();
  });
});
