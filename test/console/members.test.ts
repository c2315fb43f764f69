import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { type ConsoleTab, LOOKED, withConsole } from './console-page.ts';

const PASSWORD = 'four words in a row';
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const flawless = async (tab: ConsoleTab) => {
  expect(await tab.faults()).toEqual([]);
  expect(await tab.overflow()).toBe(0);
};

describe.skipIf(!browserIsThere)('members in the console (needs chromium)', () => {
  const world = withConsole(async ({ client, project }) => {
    await client.sources.addText({ project_id: project.id, title: 'Tides', text: 'High tide is at noon.' });
  });
  const invite = async (role: 'editor' | 'viewer', email: string | null = null) =>
    world.client.projects.invitations.create(world.project.id, { email, role });

  it.each(LOOKED)('are invited by a link, with which they make an account (%s)', async (look) => {
    const email = `vera.${look}@example.com`;
    const owner = await world.open('/projects/:project/members', look);
    const { page } = owner;
    await heading(page, 'Members');
    await page.getByText('No pending invitations').waitFor();
    await owner.screenshot('members-alone');
    await flawless(owner);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.locator('ui-dialog').getByRole('alert').first().waitFor();
    expect(owner.complaints.splice(0)).toHaveLength(1);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('As', { exact: true }).selectOption('viewer');
    await owner.screenshot('invite');
    await flawless(owner);
    await page.getByRole('button', { name: 'Make the link' }).click();
    await page.getByText('It is shown only now.').waitFor();
    await owner.screenshot('invited');
    await flawless(owner);
    const link = (await page.locator('ui-dialog ui-code').evaluate((code) => Reflect.get(code, 'code'))) as string;
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('list', { name: 'Pending invitations' }).getByText(email).waitFor();

    const guest = await world.guest(new URL(link).pathname + new URL(link).hash, look);
    await heading(guest.page, 'Join Acme Handbook');
    await guest.screenshot('invitation');
    await flawless(guest);
    await guest.page.getByLabel('Your name').fill(`Vera ${look}`);
    await guest.page.getByLabel('Password').fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Create the account and join' }).click();
    await heading(guest.page, 'Projects');
    await guest.page.getByText('Viewer', { exact: true }).waitFor();
    await guest.screenshot('projects-of-a-viewer');
    await flawless(guest);

    await page.reload();
    await page.getByRole('list', { name: 'Members' }).getByText(`Vera ${look}`, { exact: true }).waitFor();
    await owner.screenshot('members');
    await flawless(owner);
    expect([...owner.complaints, ...guest.complaints]).toEqual([]);
    await Promise.all([owner.context.close(), guest.context.close()]);
  });

  it('are told whether an invitation was mailed, and get the link where it was not', async () => {
    const tab = await world.open('/projects/:project/keys', LOOKED[0]);
    const { page } = tab;
    let mail = 'sent';
    const changed = (url: string, change: () => object) =>
      page.route(url, async (route) => {
        if (route.request().method() === 'GET' && url.includes('invitations')) return route.continue();
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ...change() } });
      });
    await changed('**/v1/setup', () => ({ sends_mail: true }));
    await changed('**/invitations', () => ({ mail }));
    await page.goto(page.url().replace(/keys$/, 'members'));
    const dialog = page.locator('ui-dialog');
    const inviteTo = async (email: string) => {
      await page.getByRole('button', { name: 'Invite', exact: true }).click();
      await page.getByLabel('E-mail').fill(email);
      await page.getByRole('button', { name: 'Send the invitation' }).click();
    };
    await inviteTo('sam@example.com');
    await dialog.getByText('A mail with the link went to sam@example.com.').waitFor();
    await page.getByRole('heading', { name: 'Invitation sent' }).waitFor();
    await tab.screenshot('invitation-mailed');
    await flawless(tab);
    await page.getByRole('button', { name: 'Done' }).click();
    mail = 'failed';
    await inviteTo('fay@example.com');
    await dialog.getByText('The mail to fay@example.com could not be sent.').waitFor();
    expect(await dialog.locator('ui-code').evaluate((code) => Reflect.get(code, 'code'))).toContain('/invitation#');
    await tab.screenshot('invitation-not-mailed');
    await flawless(tab);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByLabel('For', { exact: true }).selectOption('link');
    await page.getByRole('button', { name: 'Make the link' }).waitFor();
    await tab.context.close();
  });

  it('are not offered what their role does not allow, and are told why', async () => {
    const email = 'walt@example.com';
    const { token } = await invite('viewer', email);
    await world.client.auth.register({ email, password: PASSWORD, name: 'Walt Watcher', invitation: token });
    const tab = await world.guest('/login', LOOKED[0]);
    const { page } = tab;
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Projects');
    const at = async (path: string, name: string) => {
      await page.goto(`${world.server.url}/projects/${world.project.id}/${path}`);
      await heading(page, name);
    };
    await at('sources', 'Sources');
    await page.getByText('Tides').waitFor();
    await tab.screenshot('sources-of-a-viewer');
    await flawless(tab);
    for (const name of ['Add files', 'Folder', 'Page', 'More for Tides']) {
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0);
    }
    expect(await page.getByRole('link', { name: 'API keys' }).count()).toBe(0);
    await at('settings', 'Settings');
    await page.getByText('You are a viewer of this project.').waitFor();
    await page.getByText('Only the owner of this project').first().waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Name' }).isDisabled()).toBe(true);
    await tab.screenshot('settings-of-a-viewer');
    await flawless(tab);
    await at('keys', 'API keys');
    await page.getByText('Only the owner of this project').waitFor();
    await at('webhooks', 'Webhooks');
    await page.getByText('Only the owner of this project').waitFor();
    await at('widget', 'Widget');
    await page.getByText('What you try here is not kept.').waitFor();
    await at('members', 'Members');
    expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
    expect(tab.complaints).toEqual([]);

    await page.getByRole('button', { name: 'More for Walt Watcher' }).click();
    await page.getByRole('menuitem', { name: 'Leave the project' }).click();
    await page.getByRole('button', { name: 'Leave the project' }).click();
    await page.getByText('You have left the project').waitFor();
    expect(new URL(page.url()).pathname).toBe('/projects');
    await tab.context.close();
  });

  it('get another role, become the owner and are removed', async () => {
    const email = 'erik@example.com';
    const { token } = await invite('viewer', email);
    await world.client.auth.register({ email, password: PASSWORD, name: 'Erik Editor', invitation: token });
    const { page, context, complaints } = await world.open('/projects/:project/members');
    const row = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: email });
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'More for Erik Editor' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Make editor');
    await page.getByRole('button', { name: 'Make editor' }).click();
    await row.getByText('Editor', { exact: true }).waitFor();
    await choose('Make owner…');
    expect(await page.getByRole('button', { name: 'Transfer the project' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await choose('Remove');
    await page.getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it.each(LOOKED)('an invitation that is void says so (%s)', async (look) => {
    const tab = await world.guest(`/invitation#${'x'.repeat(43)}`, look);
    await heading(tab.page, 'Invitation');
    await tab.page.getByText('has been accepted or revoked').waitFor();
    await tab.screenshot('invitation-void');
    await flawless(tab);
    await tab.context.close();
  });

  it.each(LOOKED)('the operator finds and deactivates an account (%s)', async (look) => {
    await world.client.auth.register({ email: `zoe.${look}@example.com`, password: PASSWORD, name: `Zoe ${look}` });
    const tab = await world.open('/settings/users', look);
    const { page } = tab;
    await heading(page, 'Users');
    await page.getByText('You', { exact: true }).waitFor();
    await tab.screenshot('users');
    await flawless(tab);
    await page.getByLabel('Search').fill(`zoe.${look}`);
    await expect.poll(() => page.getByRole('listitem').filter({ hasText: '@example.com' }).count()).toBe(1);
    await page.getByRole('button', { name: `Deactivate Zoe ${look}` }).click();
    await tab.screenshot('deactivate');
    await flawless(tab);
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click();
    await page.getByRole('button', { name: `Reactivate Zoe ${look}` }).waitFor();
    await page.getByLabel('Search').fill('nobody at all');
    await page.getByText('No account matches these filters.').waitFor();
    await flawless(tab);
    expect(tab.complaints).toEqual([]);
    await tab.context.close();
  });
});
