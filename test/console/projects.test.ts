import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { withConsole } from './console-page.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

describe.skipIf(!browserIsThere)('projects in the console (needs chromium)', () => {
  const world = withConsole();
  const project = () => world.client.projects.retrieve(world.project.id);

  it('are created, renamed, and deleted after typing the name', async () => {
    const { page, context, complaints, faults, screenshot } = await world.open('/projects');
    await page.getByRole('button', { name: 'New project' }).click();
    expect(
      await page.getByLabel('Name').evaluate((field) => (field.getRootNode() as ShadowRoot).activeElement === field),
    ).toBe(true);
    await page.getByRole('button', { name: 'Create the project' }).click();
    await page.locator('ui-dialog').getByRole('alert').waitFor();
    await screenshot('new-project');
    expect(await faults()).toEqual([]);
    expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 400')]);
    await page.getByLabel('Name').fill('Short-lived');
    await page.getByLabel('Name').press('Enter');
    await heading(page, 'Sources');
    const [id = ''] = /proj_\w+/.exec(page.url()) ?? [];

    await page.getByRole('link', { name: 'Settings' }).click();
    await section(page, 'Name').getByLabel('Name').fill('Long-lived');
    await section(page, 'Name').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved').waitFor();
    await expect.poll(() => page.title()).toBe('Settings · Long-lived · Footnote');
    expect((await world.client.projects.retrieve(id)).name).toBe('Long-lived');

    await page.getByRole('button', { name: 'Delete the project' }).click();
    const dialog = page.locator('ui-dialog');
    const deletion = dialog.getByRole('button', { name: 'Delete the project' });
    expect(await deletion.isDisabled()).toBe(true);
    await dialog.getByLabel('Type “Long-lived”').fill('Short-lived');
    expect(await deletion.isDisabled()).toBe(true);
    await screenshot('delete-project');
    expect(await faults()).toEqual([]);
    // Escape leaves everything as it is.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await world.client.projects.retrieve(id)).name).toBe('Long-lived');
    await page.getByRole('button', { name: 'Delete the project' }).click();
    await dialog.getByLabel('Type “Long-lived”').fill('Long-lived');
    await deletion.click();
    await heading(page, 'Projects');
    await expect(world.client.projects.retrieve(id)).rejects.toMatchObject({ status: 404 });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are found by the palette with the keyboard alone, with their pages, sources and actions', async () => {
    await world.client.projects.create({ name: 'Zebra crossing' });
    await world.client.sources.addText({ project_id: world.project.id, title: 'Bicycle shed', text: 'It is behind.' });
    const tab = await world.open('/projects/:project/sources');
    const { page } = tab;
    await heading(page, 'Sources');
    const palette = page.getByRole('combobox', { name: 'Pages, projects, sources, actions' });
    const choose = async (text: string, option: string) => {
      await page.keyboard.press('Control+k');
      await palette.fill(text);
      await page.getByRole('option', { name: option }).waitFor();
      await page.keyboard.press('Enter');
    };
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'Zebra crossing' }).waitFor();
    await tab.screenshot('palette');
    expect(await tab.faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await choose('bicycle', 'Bicycle shed');
    await heading(page, 'Bicycle shed');
    await choose('dark', 'Use the dark theme');
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await choose('add a web', 'Add a web page');
    await page.getByRole('dialog', { name: 'Add a web page' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await tab.screenshot('shortcuts');
    expect(await tab.faults()).toEqual([]);
    await page.getByLabel('Use single keys').uncheck();
    await page.keyboard.press('Escape');
    // Nobody goes anywhere by single keys that are turned off.
    await page.keyboard.type('gw');
    await heading(page, 'Sources');
    await page.keyboard.press('Control+k');
    await palette.fill('shortcuts');
    await page.keyboard.press('Enter');
    await page.getByLabel('Use single keys').check();
    await page.keyboard.press('Escape');
    await page.keyboard.type('gw');
    await heading(page, 'Widget');

    await page.getByRole('button', { name: /^Project:/ }).click();
    await page.getByRole('link', { name: `${world.project.name} 1 source, 0 questions` }).waitFor();
    await tab.screenshot('switcher');
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('link', { name: 'Zebra crossing 0 sources, 0 questions' }).click();
    await page.getByRole('button', { name: 'Project: Zebra crossing' }).waitFor();
    await heading(page, 'Widget');

    await page.getByRole('link', { name: 'Footnote' }).click();
    await page.getByRole('listitem').filter({ hasText: world.project.name }).getByText('1source').waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });

  it('lead to the pages of the server by the palette, but only the operator', async () => {
    const { page, context } = await world.open('/projects/:project/sources');
    await heading(page, 'Sources');
    const find = async (text: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Pages, projects, sources, actions' }).fill(text);
    };
    await find('server');
    const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
    await expect
      .poll(async () => (await found.allTextContents()).map((text) => text.trim()))
      .toEqual(['Server', 'Models', 'Backups', 'Storage', 'Users', 'Audit log']);
    await page.keyboard.press('Escape');
    // What begins so, not what ends so.
    await find('back');
    await expect.poll(async () => (await found.allTextContents()).map((text) => text.trim())).toEqual(['Backups']);
    await page.keyboard.press('Escape');
    await find('audit');
    await page.getByRole('option', { name: 'Audit log' }).waitFor();
    await page.keyboard.press('Enter');
    await heading(page, 'Audit log');

    const me = await world.client.auth.me();
    await page.route('**/v1/auth/me', (route) => route.fulfill({ json: { ...me, operator: false } }));
    await page.goto(`${world.server.url}/projects/${world.project.id}/sources`);
    await heading(page, 'Sources');
    await find('audit');
    await page.getByText('Nothing is called “audit”.').waitFor();
    await context.close();
  });

  it('list the sites that may use the widget, and show why a site is rejected', async () => {
    const { page, context } = await world.open('/projects/:project/widget');
    const sites = section(page, 'Where may it appear?');
    const add = async (text: string) => {
      await sites.locator('button[aria-busy="true"]').waitFor({ state: 'detached' });
      await sites.getByLabel('Add a site').fill(text);
      await sites.getByLabel('Add a site').press('Enter');
    };
    await sites.getByLabel('Add a site').fill('Docs.Example.com/guide?x=1');
    await sites.getByText('Will be added as https://docs.example.com').waitFor();
    await sites.getByLabel('Add a site').press('Enter');
    await sites.getByRole('listitem').getByText('https://docs.example.com').waitFor();
    await add('https://*.example.org');
    await sites.getByText('Every site below example.org, but not example.org itself').first().waitFor();
    await expect
      .poll(async () => (await project()).allowed_origins)
      .toEqual(['https://docs.example.com', 'https://*.example.org']);

    await add('*');
    await sites.getByRole('alert').getByText('would allow every site').waitFor();
    await add('not a site');
    await sites.getByRole('alert').getByText('“not a site” is not an origin').waitFor();
    await add('https://a.*.example.org');
    await sites.getByRole('alert').getByText('a wildcard may only replace the leading labels').waitFor();
    expect((await project()).allowed_origins).toHaveLength(2);

    await sites.getByRole('button', { name: 'Remove https://docs.example.com' }).click();
    await expect.poll(async () => (await project()).allowed_origins).toEqual(['https://*.example.org']);

    await page.getByRole('button', { name: 'Revoke all tokens' }).click();
    await page.locator('ui-dialog').getByRole('button', { name: 'Revoke all tokens' }).click();
    await page.getByRole('status').getByText('All tokens are revoked.').waitFor();
    await context.close();
  });

  it('set language, daily budget and retention', async () => {
    const { page, context, screenshot, faults, complaints } = await world.open('/projects/:project/settings');
    await world.client.projects.update(world.project.id, { widget_access: 'public' });
    await page.reload();

    const answers = section(page, 'Answers');
    await answers.getByLabel('Language').selectOption({ label: 'German' });
    await answers.getByLabel('Visitors may open whole documents').check();
    await answers.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => await project()).toMatchObject({ language: 'de', open_originals: true });

    const budget = section(page, 'Daily budget');
    await budget.getByText('the limit is 1,000 questions a day').waitFor();
    await budget.getByLabel('Set your own limit of questions per day').check();
    await budget.getByLabel('Total').fill('500');
    await budget.getByLabel('Per visitor').fill('');
    await budget.getByLabel('Message when it is used up').fill('Tomorrow again.');
    await screenshot('settings-filled');
    expect(await faults()).toEqual([]);
    await budget.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await project()).daily_budget)
      .toEqual({ requests: 500, per_visitor: null, message: 'Tomorrow again.' });
    await budget.getByLabel('Set your own limit of questions per day').uncheck();
    await budget.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await project()).daily_budget).toBeNull();

    const conversations = section(page, 'Conversations');
    await conversations.getByLabel('Keep conversations for').selectOption({ label: '30 days' });
    await conversations.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await project()).retention_days).toBe(30);
    await conversations.getByLabel('Keep conversations for').selectOption({ label: 'Server default: 90 days' });
    await conversations.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await project()).retention_days).toBeNull();

    expect(complaints).toEqual([]);
    await context.close();
  });

  it('keep what is changed in their settings while these are saved', async () => {
    const { page, context, complaints } = await world.open('/projects/:project/settings');
    const conversations = section(page, 'Conversations');
    const days = conversations.getByLabel('Keep conversations for');
    const save = conversations.getByRole('button', { name: 'Save' });
    const { promise: changed, resolve: goOn } = Promise.withResolvers<void>();
    await page.route('**/v1/projects/*', async (route) => {
      const response = await route.fetch();
      if (route.request().method() === 'PATCH') await changed;
      await route.fulfill({ response });
    });
    await days.selectOption({ label: '30 days' });
    await save.click();
    await days.selectOption({ label: '7 days' });
    goOn();
    await page.getByText('Saved').waitFor();
    expect(await days.inputValue()).toBe('7');
    await save.click();
    await expect.poll(async () => (await project()).retention_days).toBe(7);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('have keys that are shown once and can be taken away', async () => {
    const { page, context, screenshot, faults, complaints } = await world.open('/projects/:project/keys');
    await page.getByText('No keys yet').waitFor();
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByLabel('What is it for?').fill('Nightly import');
    await page.getByLabel('What is it for?').press('Enter');
    const shown = page.locator('ui-dialog').getByText(/^chat_\w{43}$/);
    const key = (await shown.textContent()) ?? '';
    await screenshot('new-key');
    expect(await faults()).toEqual([]);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: The key' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    const list = () =>
      fetch(`${world.server.url}/v1/projects/${world.project.id}/sources`, { headers: { 'x-api-key': key } });
    expect((await list()).status).toBe(200);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText('Nightly import').waitFor();
    expect(await page.locator('body').innerHTML()).not.toContain(key);
    expect(await page.getByText(key).count()).toBe(0);
    // Uses are written together every few seconds.
    await expect
      .poll(async () => (await world.client.projects.apiKeys.list(world.project.id)).items[0]?.last_used_at)
      .not.toBeNull();
    await page.reload();
    await page.getByText(/^Used just now$/).waitFor();
    await screenshot('keys-some');
    expect(await faults()).toEqual([]);

    await page.getByRole('button', { name: 'Delete Nightly import' }).click();
    await page.locator('ui-dialog').getByRole('button', { name: 'Delete the key' }).click();
    await page.getByText('No keys yet').waitFor();
    expect((await list()).status).toBe(401);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('have keys that may do less, for a time', async () => {
    const { page, context, screenshot, faults, complaints } = await world.open('/projects/:project/keys');
    await page.getByRole('button', { name: 'New key' }).first().click();
    await page.getByLabel('What is it for?').fill('Shop');
    const scopes = page.getByRole('group', { name: 'What may it do?' }).getByRole('checkbox');
    expect(await scopes.count()).toBe(4);
    for (const box of await scopes.all()) await box.uncheck();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByText('Choose at least one.').waitFor();
    await page.getByLabel('Search, ask questions and create widget tokens').check();
    await page.getByLabel('When does it expire?').selectOption('In 30 days');
    await page.getByLabel('Allowed addresses').fill('192.0.2.0/24, the office');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page
      .getByText('Allowed addresses must be an IP address such as 192.0.2.7, or a range such as 192.0.2.0/24.', {
        exact: true,
      })
      .waitFor();
    await screenshot('new-key-rights');
    await page.getByLabel('Allowed addresses').fill('192.0.2.0/24, 2001:db8::1');
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(/ · asks only · expires /).waitFor();
    const [key] = (await world.client.projects.apiKeys.list(world.project.id)).items;
    expect(key?.scopes).toEqual(['ask']);
    expect(key?.allowed_addresses).toEqual(['192.0.2.0/24', '2001:db8::1/128']);
    const days = (Date.parse(key?.expires_at ?? '') - Date.parse(key?.created_at ?? '')) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);

    await page.getByRole('button', { name: 'Rotate Shop' }).click();
    await page.getByLabel('When does the old key stop working?').selectOption('In an hour');
    await screenshot('rotate-key');
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Rotate the key' }).click();
    await page
      .locator('ui-dialog')
      .getByText(/^chat_\w{43}$/)
      .waitFor();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByText(/ · old key valid until /).waitFor();
    const [rotated] = (await world.client.projects.apiKeys.list(world.project.id)).items;
    expect([rotated?.id, rotated?.prefix === key?.prefix]).toEqual([key?.id, false]);
    const minutes = (Date.parse(rotated?.former_until ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(50);
    expect(minutes).toBeLessThanOrEqual(60);
    await world.client.projects.apiKeys.delete(world.project.id, key?.id ?? '');
    // The refusal of a key without scopes.
    expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([]);
    await context.close();
  });

  it('are retried when the server is back', async () => {
    const { page, context, screenshot, faults } = await world.open('/settings/account');
    await heading(page, 'Account');
    await page.route('**/v1/projects**', (route) => route.abort());
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByText('The server does not answer.').waitFor();
    await screenshot('trouble');
    expect(await faults()).toEqual([]);
    await page.unroute('**/v1/projects**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: world.project.name }).waitFor();
    await context.close();
  });

  it('keep the scroll position of their page', async () => {
    const { page, context } = await world.open('/projects/:project/settings');
    await page.getByRole('button', { name: 'Delete the project' }).scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => scrollY);
    expect(before).toBeGreaterThan(300);
    await page.getByRole('link', { name: 'API keys' }).click();
    await heading(page, 'API keys');
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await heading(page, 'Settings');
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
    await context.close();
  });
});
