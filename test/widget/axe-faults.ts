import type { Page } from 'playwright-core';
import { RULES, violationsIn } from '../helpers/browser/axe.ts';

/** The violations that axe finds in the widget, as `rule: where`. */
export async function axeFaults(page: Page): Promise<string[]> {
  // The panel opens with an animation; half-way, colours cannot be judged.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  await page.waitForTimeout(300);
  return violationsIn(page, 'footnote-chat', RULES);
}
