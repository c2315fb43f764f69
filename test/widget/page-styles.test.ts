import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { type Given, withWidget } from './widget-page.ts';

/** What a careless page may say of everything, and of names that the widget has, too. */
const LOUD = `
  * { color: red !important; font: italic 40px cursive !important; letter-spacing: 9px !important; text-transform: uppercase !important; }
  button, .panel, .answer, .launcher { padding: 50px !important; background: lime !important; }`;

const styleOf = (element: Locator) => element.evaluate((node) => JSON.stringify({ ...getComputedStyle(node) }));
const colourOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);

describe.skipIf(!browserIsThere)('the widget and the styles of its page (needs chromium)', () => {
  let given: Given;
  let page: Page;
  const { open, ask, panel, answers, another } = withWidget((started) => {
    given = started;
    ({ page } = started);
  });

  it('do not reach each other', async () => {
    given.html = given.html.replace('<main>', '<main><p class="answer">Ours.</p>');
    const ours = page.locator('p.answer');
    await page.goto(given.site.origin);
    const before = await styleOf(ours);
    await open();
    await ask();
    await answers().waitFor();
    expect(await styleOf(ours)).toBe(before);
    const drawn = [answers(), page.locator('footnote-chat button[type=submit]')];
    const quiet = await Promise.all(drawn.map(styleOf));
    await page.addStyleTag({ content: LOUD });
    expect(await styleOf(ours)).not.toBe(before);
    expect(await Promise.all(drawn.map(styleOf))).toEqual(quiet);
  });

  it('meet where the page names a part or a property of the widget', async () => {
    const style =
      'footnote-chat { --footnote-surface: #fffbe6; } footnote-chat::part(header) { background-color: #123456; }';
    given.html = given.html.replace('<main>', `<style>${style}</style><main>`);
    await open();
    expect(await colourOf(panel())).toBe('rgb(255, 251, 230)');
    expect(await colourOf(page.locator('footnote-chat [part~=header]'))).toBe('rgb(18, 52, 86)');
  });

  it('follow the theme of the visitor’s system, unless the page has one', async () => {
    const { html } = given;
    const shown = async (attribute: string, colorScheme: 'light' | 'dark') => {
      await another({ colorScheme });
      given.html = html.replace('data-project', `${attribute} data-project`);
      await open();
      return colourOf(panel());
    };
    const [light, dark] = [await shown('', 'light'), await shown('', 'dark')];
    expect(light).not.toBe(dark);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await colourOf(panel())).toBe(light);
    expect(await shown('data-theme="dark"', 'light')).toBe(dark);
  });
});
