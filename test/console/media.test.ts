import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { withConsole } from './console-page.ts';
import { withKey } from './handbook.ts';

const NAME = 'دليل المنتج لشركة النخيل';
const TEXT = 'لتثبيت الأداة استخدم هذا الأمر:\n\n```sh\nnpm install acme\n```\n\nمدة الضمان سنتان من تاريخ الشراء.';

describe.skipIf(!browserIsThere)(
  'the console on paper, in the reader’s colours and from right to left (needs chromium)',
  () => {
    const world = withConsole(async ({ client, project }) => {
      await client.projects.update(project.id, { name: NAME });
      const source = await client.sources.addText({ project_id: project.id, title: 'التثبيت', text: TEXT });
      await client.sources.waitUntilReady(source);
      const asking = await withKey(world);
      await asking.chat.create(project.id, { query: 'كيف أثبت الأداة؟' });
    });

    it('prints what a page says in dark letters, without what can be pressed', async () => {
      const { page, context } = await world.open('/projects/:project/overview', 'dark');
      const title = page.getByRole('heading', { level: 1, name: 'Overview' });
      await title.waitFor();
      await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
      const colour = () => title.evaluate((element) => getComputedStyle(element).color);
      const onScreen = await colour();
      await page.emulateMedia({ media: 'print' });
      expect(await colour()).not.toBe(onScreen);
      expect(await colour()).toBe('rgb(20, 23, 31)');
      await page.getByRole('navigation', { name: NAME }).waitFor({ state: 'hidden' });
      expect(await page.getByRole('button').count()).toBe(0);
      await page.getByRole('heading', { name: 'Top topics' }).waitFor();
      await context.close();
    });

    it('shows what is chosen in the reader’s own colours', async () => {
      const { page, context, faults } = await world.open('/projects/:project/overview');
      await page.emulateMedia({ forcedColors: 'active' });
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      const background = (name: string) =>
        page
          .locator('.segments label', { hasText: name })
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await background('30 days')).not.toBe(await background('90 days'));
      const outline = (name: string) =>
        page.getByRole('link', { name, exact: true }).evaluate((element) => getComputedStyle(element).outlineStyle);
      expect([await outline('Overview'), await outline('Usage')]).toEqual(['solid', 'none']);
      await page.keyboard.press('Control+k');
      const option = (at: number) =>
        page
          .getByRole('listbox', { name: 'Results' })
          .getByRole('option')
          .nth(at)
          .evaluate((element) => getComputedStyle(element).backgroundColor);
      expect(await option(0)).not.toBe(await option(1));
      expect(await faults()).toEqual([]);
      await context.close();
    });

    it('gives names, questions and answers the direction of their words, and leaves code as it is', async () => {
      const { page, context, overflow, faults } = await world.open('/projects/:project/conversations', 'phone');
      await page.getByRole('link', { name: 'كيف أثبت الأداة؟' }).click();
      await page.locator('.answer-text pre').waitFor();
      const direction = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).direction);
      expect(await direction('.bar .cut')).toBe('rtl');
      expect(await direction('.bubble')).toBe('rtl');
      expect(await direction('.answer-text')).toBe('rtl');
      expect(await direction('.answer-text pre')).toBe('ltr');
      expect(await direction('.citations blockquote')).toBe('rtl');
      expect(await direction('main')).toBe('ltr');
      expect([await overflow(), await faults()]).toEqual([0, []]);
      await context.close();
    });
  },
);
