import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { type ConsoleTab, LOOKED, withConsole } from './console-page.ts';
import { addHandbook, expectFine, withKey } from './handbook.ts';

const PARKING = 'How much does a parking permit cost?';

describe.skipIf(!browserIsThere)('unanswered questions in the console (needs chromium)', () => {
  const world = withConsole(addHandbook);
  const at = '/projects/:project/unanswered';
  const group = (tab: ConsoleTab, question: string) =>
    tab.page.locator('li.group', { has: tab.page.getByRole('heading', { name: question }) });
  const open = (tab: ConsoleTab, question: string) =>
    group(tab, question).getByRole('button', { name: question }).first().click();

  it('have an empty state before the first question and one when all were answered', async () => {
    const tab = await world.open(at);
    await tab.page.getByRole('heading', { name: 'No questions yet' }).waitFor();
    await expectFine(tab, 'unanswered-none');
    const client = await withKey(world);
    await client.chat.create(world.project.id, { query: 'When does the office open?' });
    await expect.poll(async () => (await world.client.projects.retrieve(world.project.id)).usage.requests).toBe(1);
    await tab.page.reload();
    await tab.page.getByRole('heading', { name: 'No unanswered questions' }).waitFor();
    await expectFine(tab, 'unanswered-empty');
    for (const query of [PARKING, 'And how much does the parking permit cost?', PARKING, 'Is there a gym?'])
      await client.chat.create(world.project.id, { query });
    await tab.context.close();
  });

  it.each(LOOKED)('are grouped by what they ask for: %s', async (look) => {
    const tab = await world.open(at, look);
    const { page } = tab;
    const parking = group(tab, PARKING);
    await parking.waitFor();
    expect(await page.locator('li.group').count()).toBe(2);
    expect(await parking.locator('.figure').innerText()).toBe('3 ×');
    await open(tab, PARKING);
    await parking.getByText('The 3 questions').waitFor();
    await parking.getByRole('link', { name: 'And how much does the parking permit cost?' }).waitFor();
    await expectFine(tab, 'unanswered');
    await tab.context.close();
  });

  it('tell which of them were only unsure', async () => {
    const tab = await world.open('/projects/:project/settings');
    const { page } = tab;
    const list = await world.client.unanswered.list(world.project.id);
    const [first, ...others] = list.items.map((one) => ({ ...one, unsure_count: 1 }));
    const [latest, ...rest] = first?.questions ?? [];
    const mixed = { ...first, questions: [{ ...latest, finish_reason: 'unsure' }, ...rest] };
    const { total, limit, offset } = list;
    await page.route('**/unanswered?*', (route) =>
      route.fulfill({ json: { items: [mixed, ...others], total, limit, offset } }),
    );
    await page.goto(`${world.server.url}/projects/${world.project.id}/unanswered`);
    await group(tab, PARKING).getByText('1 of 3 unsure').waitFor();
    await open(tab, PARKING);
    expect(await group(tab, PARKING).locator('.questions').getByText('Unsure', { exact: true }).count()).toBe(1);
    await group(tab, 'Is there a gym?').getByText('Unsure: only the closest passages were shown').waitFor();
    await expectFine(tab, 'unanswered-unsure');
    await tab.context.close();
  });

  it('are removed when the answer is written, and the question is asked again', async () => {
    const tab = await world.open(at);
    const { page } = tab;
    const dialog = page.locator('ui-dialog');
    await group(tab, PARKING).getByRole('button', { name: 'Write the answer' }).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe(PARKING);
    // The title is filled in already.
    expect(
      await dialog
        .getByLabel('Answer', { exact: true })
        .evaluate((field) => (field.getRootNode() as ShadowRoot).activeElement === field),
    ).toBe(true);
    await dialog.getByLabel('Answer', { exact: true }).press('Tab');
    await dialog.getByRole('button', { name: 'Add the answer' }).click();
    await dialog.getByText('Write the answer.').waitFor();
    await expectFine(tab, 'unanswered-write');
    await dialog
      .getByLabel('Answer', { exact: true })
      .fill('A parking permit costs 240 euros a year. It is ordered at the front desk.');
    await dialog.getByRole('button', { name: 'Add the answer' }).click();
    await dialog.getByText('It is searchable.').waitFor();
    await expectFine(tab, 'unanswered-searchable');
    // Its questions are set aside by themselves.
    await expect.poll(() => group(tab, PARKING).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Ask it again' }).click();
    await dialog.getByText('The answer cites your text.').waitFor();
    expect(await dialog.innerText()).toContain('240 euros');
    await expectFine(tab, 'unanswered-asked');
    await dialog.getByRole('link', { name: 'See how it was made' }).click();
    await page.getByRole('heading', { name: 'Answered from 1 passage' }).waitFor();
    expect((await world.client.unanswered.list(world.project.id)).items.map(({ question }) => question)).toEqual([
      'Is there a gym?',
    ]);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('are set aside at once, which can be undone, and several with one request', async () => {
    const client = await withKey(world);
    await client.chat.create(world.project.id, { query: 'Is there a swimming pool?' });
    const tab = await world.open(at);
    const { page } = tab;
    const total = async () => (await world.client.unanswered.list(world.project.id)).total;
    const setAside = async () => {
      await page.getByRole('button', { name: 'More for “Is there a gym?”' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'Set aside' }).press('Enter');
      await expect.poll(() => group(tab, 'Is there a gym?').count()).toBe(0);
    };
    await setAside();
    await page.getByRole('button', { name: 'Undo' }).click();
    await group(tab, 'Is there a gym?').waitFor();
    await setAside();
    await page.keyboard.press('Control+z');
    await group(tab, 'Is there a gym?').waitFor();
    expect(await total()).toBe(2);

    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(new URL(request.url()).pathname));
    await page.getByLabel('Select all on this page').check();
    await page.getByText('2 selected').waitFor();
    await expectFine(tab, 'unanswered-selected');
    await page.getByRole('button', { name: 'Set aside', exact: true }).click();
    expect(await total()).toBe(2);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(total).toBe(0);
    expect(requests).toEqual([expect.stringMatching(/\/unanswered\/dismiss$/)]);
    await tab.context.close();
  });
});
