import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations that axe finds in the widget, as `rule: where`. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  // The panel opens with an animation; half-way, colours cannot be judged.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))));
  await page.waitForTimeout(300);
  const results = (await page.evaluate(
    (values) => Reflect.get(window, 'axe').run('footnote-chat', { runOnly: { type: 'tag', values } }),
    RULES,
  )) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
