import { Footnote } from '@footnote/sdk';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { LOOKED, withConsole } from './console-page.ts';

const ORIGIN = 'https://docs.example.com';
const PATH = '/projects/:project/improve?kind=handover';
const ASKED = ['Can I return a used item, and who pays for the parcel?', 'Do you ship to Iceland?'];

describe.skipIf(!browserIsThere)('handovers in the console (needs chromium)', () => {
  const world = withConsole(async ({ client, project, server }) => {
    await client.projects.update(project.id, {
      ...{ allowed_origins: [ORIGIN], widget_access: 'public', handover: { consent: 'You may answer me by mail.' } },
    });
    const { token } = await client.widgetTokens.create({ project_id: project.id, origin: ORIGIN });
    const visitor = new Footnote({ baseURL: server.baseURL, accessToken: token, defaultHeaders: { origin: ORIGIN } });
    const from = { email: 'visitor@example.com', consent: true, page_url: 'https://docs.example.com/returns' } as const;
    for (const question of ASKED) await visitor.handovers.create(project.id, { ...from, question });
  });

  it('are assigned, closed, and found among the closed ones', async () => {
    const { page, context } = await world.open(PATH);
    const first = page.getByRole('listitem').filter({ hasText: ASKED[1] ?? '' });
    const mail = first.getByRole('link', { name: /^Answer this/ });
    expect(await mail.getAttribute('href')).toMatch(/^mailto:visitor%40example.com\?subject=Re%3A%20Do%20you/);
    await first.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Assign' }).click();
    await page.getByRole('button', { name: 'Myself' }).click();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Olivia Owner');
    await page.locator('ui-dialog').getByRole('button', { name: 'Assign', exact: true }).click();
    await first.getByText('with Olivia Owner').waitFor();
    await first.getByRole('button', { name: /^Close: / }).click();
    await first.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Closed', { exact: true }).click();
    await first.getByText('with Olivia Owner').waitFor();
    await context.close();
  });

  it('are switched on in the settings, with the text that visitors agree to', async () => {
    const { page, context } = await world.open('/projects/:project/settings');
    const section = page.locator('handover-section');
    await section.getByLabel('What visitors agree to').fill('');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByRole('alert').first().waitFor();
    await section.getByLabel('What visitors agree to').fill('Yes, answer me.');
    await section.getByLabel('Send a mail to').fill('help@example.com');
    await section.getByRole('button', { name: 'Save' }).click();
    const saved = async () => (await world.client.projects.retrieve(world.project.id)).handover;
    const expected = { consent: 'Yes, answer me.', privacy_url: null, notify: 'help@example.com' };
    await expect.poll(saved).toEqual(expected);
    await section.getByLabel('Let visitors ask a person').uncheck();
    await section.getByRole('button', { name: 'Save' }).click();
    await expect.poll(saved).toBeNull();
    await world.client.projects.update(world.project.id, { handover: expected });
    await context.close();
  });

  it.each(LOOKED)('are shown without a fault (%s)', async (look) => {
    const tab = await world.open(PATH, look);
    await tab.page.getByText(ASKED[0] ?? '').waitFor();
    await tab.screenshot('handovers');
    expect([await tab.faults(), await tab.overflow()]).toEqual([[], 0]);
    await tab.context.close();
  });
});
