import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { withConsole } from './console-page.ts';

const SETTINGS = '/projects/:project/settings';
const QUESTION = 'Leave without saving?';

const question = (page: Page) => page.getByRole('dialog', { name: QUESTION });
const answer = (page: Page, name: 'Stay' | 'Leave without saving') => page.getByRole('button', { name }).click();
/** Goes through the history and waits until the console has undone it. Only from there can the next steps be counted. */
const goAndReturn = (page: Page, steps: number) =>
  page.evaluate(
    (steps) =>
      new Promise<void>((resolve) => {
        const here = history.state.entry;
        addEventListener('popstate', function arrived() {
          if (history.state.entry !== here) return;
          removeEventListener('popstate', arrived);
          resolve();
        });
        history.go(steps);
      }),
    steps,
  );
const description = (page: Page) => page.getByLabel('Description');

describe.skipIf(!browserIsThere)('settings that are not saved (needs chromium)', () => {
  const world = withConsole();

  it('need a confirmation before a link is followed', async () => {
    const { page, context, faults, screenshot, complaints } = await world.open(SETTINGS);
    await description(page).fill('Not saved');
    await page.getByRole('link', { name: 'Content' }).click();
    await question(page).waitFor();
    await screenshot('unsaved');
    expect(await faults()).toEqual([]);
    await answer(page, 'Stay');
    await expect.poll(() => question(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toMatch(/\/settings$/);
    expect(await description(page).inputValue()).toBe('Not saved');

    await page.getByRole('link', { name: 'Content' }).click();
    await answer(page, 'Leave without saving');
    await page.waitForURL(/\/sources$/);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await description(page).waitFor();
    expect(await description(page).inputValue()).not.toBe('Not saved');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('need a confirmation before the browser goes back or forward', async () => {
    const { page, context } = await world.open('/projects/:project/members');
    await page.getByRole('link', { name: 'Widget' }).click();
    await page.getByRole('heading', { level: 1, name: 'Widget' }).waitFor();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByLabel('Description').fill('Not saved');
    await goAndReturn(page, -1);
    await question(page).waitFor();
    await goAndReturn(page, -1);
    await answer(page, 'Stay');
    await expect.poll(() => question(page).count()).toBe(0);
    expect(new URL(page.url()).pathname).toMatch(/\/settings$/);
    expect(await page.getByLabel('Description').inputValue()).toBe('Not saved');

    await goAndReturn(page, -2);
    await question(page).waitFor();
    await answer(page, 'Leave without saving');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/members$/);
    await page.evaluate(() => history.go(2));
    await page.getByLabel('Description').waitFor();
    expect(await page.getByLabel('Description').inputValue()).not.toBe('Not saved');
    await context.close();
  });

  it('need a confirmation before closing the tab and signing out, until they are discarded', async () => {
    const { page, context } = await world.open(SETTINGS);
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    const name = page.getByRole('region', { name: 'Name' });
    await name.getByLabel('Name').fill('Another name');
    await page.evaluate(() => location.reload());
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await name.getByLabel('Name').inputValue()).toBe('Another name');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await question(page).waitFor();
    await answer(page, 'Stay');

    await name.getByRole('button', { name: 'Discard' }).click();
    expect(await name.getByLabel('Name').inputValue()).toBe('Acme Handbook');
    await expect.poll(() => name.getByRole('button', { name: 'Discard' }).isDisabled()).toBe(true);
    await page.reload();
    expect(asked).toEqual(['beforeunload']);
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await context.close();
  });

  it('of the widget need no confirmation, as a field is saved when it is left', async () => {
    const { page, context } = await world.open('/projects/:project/widget');
    await page.getByLabel('Greeting').fill('Saved greeting');
    await page.getByRole('link', { name: 'Usage' }).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await question(page).count()).toBe(0);
    const greeting = async () => (await world.client.projects.retrieve(world.project.id)).widget.greeting;
    await expect.poll(greeting).toBe('Saved greeting');
    await context.close();
  });

  it('of a deleted project need no confirmation', async () => {
    const { id } = await world.client.projects.create({ name: 'Short-lived' });
    const { page, context } = await world.open(`/projects/${id}/settings`);
    await page.getByLabel('Description').fill('Not saved');
    await page.getByRole('button', { name: 'Delete the project…' }).click();
    await page.getByLabel('Type “Short-lived” to go on').fill('Short-lived');
    await page.getByRole('button', { name: 'Delete the project', exact: true }).click();
    await page.waitForURL(/\/projects$/);
    expect(await question(page).count()).toBe(0);
    await context.close();
  });

  it('in a dialog need one, too, by Escape or by leaving, and none to be sent or cancelled', async () => {
    const { page, context, faults } = await world.open('/projects/:project/sources?add=text');
    const dialog = page.locator('add-source');
    const text = dialog.getByLabel('Text', { exact: true });
    await text.fill('Half a page');
    await page.keyboard.press('Escape');
    await dialog.getByText('Discard what you have typed?').waitFor();
    expect(await faults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    expect(await text.inputValue()).toBe('Half a page');
    await page.evaluate(() =>
      document.querySelector('console-app')?.shadowRoot?.querySelector<HTMLElement>('a[href^="/projects"]')?.click(),
    );
    await question(page).waitFor();
    await answer(page, 'Stay');
    expect(await text.inputValue()).toBe('Half a page');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect.poll(() => text.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'A text' }).click();
    await text.fill('Half a page');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => text.isVisible()).toBe(false);
    await context.close();
  });

  it.each([
    ['a site that is typed and not added', '/projects/:project/widget', 'Add a site', 'https://www.example.com'],
    ['the owner’s name', '/settings/account', 'Name', 'Olivia Otherwise'],
  ])('are %s, too', async (_, path, label, text) => {
    const { page, context } = await world.open(path);
    await page.getByLabel(label, { exact: true }).first().fill(text);
    await page.evaluate(() =>
      document.querySelector('console-app')?.shadowRoot?.querySelector<HTMLElement>('a[href^="/projects"]')?.click(),
    );
    await question(page).waitFor();
    await context.close();
  });

  it('of a source need a confirmation before another tab of its page is opened', async () => {
    const { id } = await world.client.sources.addUrl({
      project_id: world.project.id,
      url: 'https://docs.example.com/',
    });
    const { page, context } = await world.open(`/projects/:project/sources/${id}?show=settings`);
    await page.getByLabel('Read again').selectOption('168');
    await page.getByRole('link', { name: 'About' }).click();
    await answer(page, 'Stay');
    expect(await page.getByLabel('Read again').inputValue()).toBe('168');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Read again').inputValue()).toBe('');
    await page.getByRole('link', { name: 'About' }).click();
    await expect.poll(() => page.getByLabel('Read again').count()).toBe(0);
    await context.close();
  });
});
