import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { withConsole } from './console-page.ts';

describe.skipIf(!browserIsThere)('the console on a phone of 360 px (needs chromium)', () => {
  const world = withConsole();

  it('has its navigation behind a button', async () => {
    const { page, context, faults, screenshot, overflow, complaints } = await world.open(
      '/projects/:project/keys',
      'phone',
    );
    const settings = page.getByRole('link', { name: 'Settings', exact: true });
    await page.getByText('No keys yet').waitFor();
    // What is not to be seen is not to be reached either.
    expect(await settings.count()).toBe(0);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await settings.waitFor();
    await screenshot('menu');
    expect(await faults()).toEqual([]);
    await page.keyboard.press('Escape');
    await settings.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await settings.click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await settings.waitFor({ state: 'hidden' });
    expect(await overflow()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('has dialogs that fit, and touch targets that are large enough', async () => {
    const { page, context, faults, screenshot, overflow } = await world.open('/projects/:project/settings', 'phone');
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByRole('button', { name: 'Delete the project' }).waitFor();
    const small = await page.evaluate(() => {
      const found: string[] = [];
      const look = (root: ParentNode) => {
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot) look(element.shadowRoot);
          if (
            !element.matches(
              'button, select, textarea, input:not([type=checkbox], [type=radio]), label.check, label.choice',
            )
          )
            continue;
          const { width, height } = element.getBoundingClientRect();
          if (
            element.checkVisibility({ visibilityProperty: true }) &&
            (height < 44 || width < 44) &&
            !element.matches('.only-read, .skip')
          )
            found.push(`${element.tagName} ${element.textContent?.trim()} ${width} × ${height}`);
        }
      };
      look(document);
      return found;
    });
    expect(small).toEqual([]);
    expect(await faults()).toEqual([]);
    await page.getByRole('button', { name: 'Delete the project' }).click();
    await page.locator('ui-dialog').getByLabel('Type').waitFor();
    await screenshot('delete-project');
    expect(await overflow()).toBe(0);
    expect(await faults()).toEqual([]);
    await context.close();
  });

  it('applies and stores the chosen theme', async () => {
    const { page, context } = await world.open('/projects', 'phone');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    expect(await paper()).toBe('rgb(15, 17, 21)');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(await paper()).toBe('rgb(15, 17, 21)');
    await context.close();
  });
});
