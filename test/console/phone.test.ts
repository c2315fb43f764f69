import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser.ts';
import { withConsole } from './console-page.ts';

describe.skipIf(!browserIsThere)('the console on a phone of 360 px (needs chromium)', () => {
  const world = withConsole();

  it('has its navigation behind a button', async () => {
    const { page, context, faults, screenshot, overflow, complaints } = await world.open(
      '/projects/:project/keys',
      'phone',
    );
    const settings = page.getByRole('link', { name: 'Settings' });
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

  it('has windows that fit, and nothing too small for a finger', async () => {
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
    await page.getByRole('button', { name: 'Delete the project' }).click();
    await page.locator('ui-dialog').getByLabel('Type').waitFor();
    await screenshot('delete-project');
    expect(await overflow()).toBe(0);
    expect(await faults()).toEqual([]);
    await context.close();
  });

  it('takes colours as they are chosen, and remembers them', async () => {
    const { page, context } = await world.open('/projects', 'phone');
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await paper()).toBe('rgb(255, 255, 255)');
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
    expect(await paper()).toBe('rgb(15, 17, 21)');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(await paper()).toBe('rgb(15, 17, 21)');
    await context.close();
  });
});

describe.skipIf(!browserIsThere)('what the console costs (needs chromium)', () => {
  const world = withConsole();

  it('is little: bytes, requests, and no long work of the browser', async () => {
    const { page, context } = await world.open('/projects');
    await page.getByRole('link', { name: world.project.name }).waitFor();
    await page.waitForLoadState('networkidle');
    const { bytes, files, longest } = await page.evaluate(async () => {
      const entries = [
        ...performance.getEntriesByType('navigation'),
        ...performance.getEntriesByType('resource'),
      ] as PerformanceResourceTiming[];
      const own = entries.filter(({ name }) => !name.includes('/v1/'));
      const longest = await new Promise<number>((resolve) => {
        let most = 0;
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) most = Math.max(most, duration);
        }).observe({ type: 'longtask', buffered: true });
        setTimeout(() => resolve(most), 300);
      });
      return { bytes: own.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0), files: own.length, longest };
    });
    process.stdout.write(`The console's first page: ${bytes} bytes in ${files} files, longest task ${longest} ms\n`);
    expect(bytes).toBeLessThan(50_000);
    expect(files).toBeLessThanOrEqual(10);
    await context.close();
  });
});
