import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { withConsole } from './console-page.ts';

const PATH = '/projects/:project/widget';
const GUIDE = `# Lumen lamp

## How do I clean the lamp?

Pull the plug, then wipe the lamp with a dry cloth. Never use water: it ruins the lamp.

## Replacing the bulb of the lamp

To replace the bulb of the lamp, turn the ring to the left, pull the old bulb out and push the new bulb in.

## Specifications

The lamp weighs two kilograms.
`;

describe.skipIf(!browserIsThere)('what Footnote suggests for an empty chat (needs chromium)', () => {
  const world = withConsole(async ({ client, project }) => {
    await client.sources.upload({ project_id: project.id, name: 'lamp.md', file: new Blob([GUIDE]) });
  });

  it('is in the console and in the widget, can be used, changed, refused and turned off', async () => {
    const tab = await world.open(PATH);
    const { page } = tab;
    const group = page.getByRole('group', { name: 'Suggested by Footnote' });
    const items = () => group.getByRole('listitem').locator('> span:first-child').allTextContents();
    await expect.poll(items).toEqual(['How do I clean the lamp?', 'How do I replace the bulb of the lamp?']);
    await group.getByText('Each was asked, and the documents answered it with certainty.').waitFor();
    const inWidget = page
      .frameLocator('iframe')
      .locator('footnote-chat')
      .getByRole('button', { name: /lamp\?$/ });
    await expect.poll(() => inWidget.count()).toBe(2);
    expect([tab.complaints, await tab.overflow(), await tab.faults()]).toEqual([[], 0, []]);
    await tab.screenshot('widget-suggested');

    await group.getByRole('button', { name: 'Refuse “How do I replace the bulb of the lamp?”' }).click();
    await expect.poll(items).toEqual(['How do I clean the lamp?']);
    await expect.poll(() => inWidget.count()).toBe(1);

    await group.getByRole('button', { name: 'Use “How do I clean the lamp?”', exact: true }).click();
    await group.getByText('Your own questions are shown in their place.').waitFor();
    const field = page.getByLabel('Suggested questions');
    expect(await field.inputValue()).toBe('How do I clean the lamp?');
    await field.fill('How is it cleaned?');
    await field.blur();
    const widget = async () => (await world.client.projects.retrieve(world.project.id)).widget;
    await expect.poll(async () => (await widget()).suggestions).toEqual(['How is it cleaned?']);

    await page.getByLabel('Suggest questions while there are none of mine').uncheck();
    await expect.poll(async () => (await widget()).suggest).toBe(false);
    await expect.poll(() => group.count()).toBe(0);
    // What was asked to find them is no use of the project.
    expect((await world.client.projects.retrieve(world.project.id)).usage.requests).toBe(0);
    expect((await world.client.conversations.list(world.project.id)).items).toEqual([]);
    await tab.context.close();
  });
});
