import type { Page } from 'playwright-core';

/** Asks in the open panel of the widget, once the answer before is complete; does not wait for its own. */
export async function askWidget(page: Page, question: string): Promise<void> {
  const field = page.locator('footnote-chat textarea');
  await field.fill('');
  // As long as an answer comes, the button stops it, and Enter does nothing.
  await page.locator('footnote-chat .send[disabled]').waitFor();
  await field.fill(question);
  await field.press('Enter');
}
