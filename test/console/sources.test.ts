import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser.ts';
import { type ConsoleTab, LOOKS, type Look, withConsole } from './console-page.ts';

const LOOKED = Object.keys(LOOKS) as Look[];

const MARKDOWN = (title: string) => ({
  name: `${title.toLowerCase().replaceAll(' ', '-')}.md`,
  mimeType: 'text/markdown',
  buffer: Buffer.from(`# ${title}\n\nThe ${title.toLowerCase()} opens at nine and closes at five.\n`),
});

/** Nothing is wrong with what is seen. */
async function faultless(tab: ConsoleTab): Promise<void> {
  expect(tab.complaints).toEqual([]);
  expect(tab.strangers()).toEqual([]);
  expect(await tab.overflow()).toBe(0);
  expect(await tab.faults()).toEqual([]);
}

/** Lets go of files above the page, as a hand with a mouse would. */
async function drop({ page }: ConsoleTab, files: { name: string; buffer: Buffer }[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, text } of given) data.items.add(new File([text], name));
      return data;
    },
    files.map(({ name, buffer }) => ({ name, text: buffer.toString() })),
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await page.getByText('Drop to add').waitFor();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

describe.skipIf(!browserIsThere)('a project without sources (needs chromium)', () => {
  const world = withConsole();

  it.each(LOOKED)('invites to add some: %s', async (look) => {
    const tab = await world.open('/projects/:project/sources', look);
    await tab.page.getByText('Drop your documents here').waitFor();
    await tab.screenshot('sources-empty');
    await faultless(tab);
    await tab.context.close();
  });

  it('takes files from the dialog, and shows them become ready', async () => {
    const tab = await world.open('/projects/:project/sources');
    const chooser = tab.page.waitForEvent('filechooser');
    await tab.page.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles([MARKDOWN('Swimming pool'), MARKDOWN('Sauna')]);
    await tab.page.getByRole('link', { name: 'swimming-pool.md' }).waitFor();
    await tab.page.getByRole('link', { name: 'sauna.md' }).waitFor();
    await expect.poll(() => tab.page.locator('.badge', { hasText: 'Ready' }).count(), { timeout: 15_000 }).toBe(2);
    await tab.page.getByText('Your documents can be asked.').waitFor();
    await tab.screenshot('sources-first');
    await faultless(tab);
    await tab.context.close();
  });

  it('takes files that are dropped anywhere, and says in the server’s words what it refuses', async () => {
    const tab = await world.open('/projects/:project/sources');
    await tab.page.getByRole('link', { name: 'sauna.md' }).waitFor();
    await drop(tab, [MARKDOWN('Restaurant'), { name: 'picture.png', buffer: Buffer.from('no document') }]);
    await tab.page.getByRole('link', { name: 'restaurant.md' }).waitFor();
    await tab.page.getByText('This file type is not supported. Supported are PDF').waitFor();
    await tab.page.getByRole('heading', { name: '1 file was not taken' }).waitFor();
    await tab.screenshot('sources-refused');
    expect(await tab.faults()).toEqual([]);
    await tab.page.getByRole('button', { name: 'Dismiss picture.png' }).click();
    await expect.poll(() => tab.page.getByText('picture.png').count()).toBe(0);
    await tab.context.close();
  });
});
