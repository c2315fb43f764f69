import type { Page } from 'playwright-core';
import { RULES, violationsIn } from '../helpers/browser/axe.ts';

/** The violations that axe finds in the widget, as `rule: where`. */
export async function axeFaults(page: Page): Promise<string[]> {
  // The panel opens with an animation; half-way, colours cannot be judged.
  await page.evaluate(() => {
    const roots = [document, ...[...document.querySelectorAll('footnote-chat')].map((chat) => chat.shadowRoot)];
    const ending = roots
      .flatMap((root) => root?.getAnimations() ?? [])
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  return violationsIn(page, 'footnote-chat', RULES);
}
