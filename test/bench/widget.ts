import type {} from '../../widget/src/footnote-chat.ts';
import { browserIsThere, launchBrowser, openPage } from '../helpers/browser.ts';
import { busyTime, slowDown, watchCost } from '../widget/page-cost.ts';
import { answerOf, startScriptedApi, startSite } from '../widget/scripted-api.ts';
import { STRESS } from '../widget/stress-answers.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';

const ROUNDS = 5;
/** A phone of some years ago beside this machine. */
const SLOWER = 4;

/**
 * What the widget costs a page on a machine four times slower: the longest task of an opening, layout shifts, the frame of
 * the launcher, and how long hostile answers hold up the main thread. The best of several rounds, as the wall's clock
 * also counts what else a busy machine does.
 */
export async function measureWidget(): Promise<Measurement[]> {
  if (!browserIsThere)
    return [{ what: 'the widget (needs chromium)', floor: '–', measured: '–', target: '–', verdict: 'unknown' }];
  const browser = await launchBrowser();
  const api = await startScriptedApi();
  const site = await startSite(
    () => `<!doctype html><script src="${api.origin}/widget.js" data-project="proj_1" async></script>`,
  );
  try {
    const longest: number[] = [];
    const busy: number[] = [];
    const shifts: number[] = [];
    const frames: number[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const { page, context } = await openPage(browser);
      await watchCost(page);
      await slowDown(page, SLOWER);
      await page.goto(site.origin);
      const launcher = page.locator('footnote-chat .launcher');
      await launcher.waitFor();
      await page.waitForTimeout(300);
      await page.evaluate(() => window.cost?.longTasks.splice(0));
      busy.push(
        await busyTime(page, async () => {
          await page.evaluate(() =>
            document.querySelector('footnote-chat')?.shadowRoot?.querySelector('button')?.click(),
          );
          await page.locator('footnote-chat .greeting').waitFor();
          await page.waitForTimeout(500);
        }),
      );
      const cost = await page.evaluate(() => window.cost);
      longest.push(Math.max(0, ...(cost?.longTasks ?? [])));
      shifts.push((cost?.shifts ?? []).reduce((sum, value) => sum + value, 0));
      frames.push(cost?.frame?.after ?? Number.NaN);
      await context.close();
    }
    const [best, shifted, frame] = [Math.min(...longest), Math.max(...shifts), Math.min(...frames)];
    const lines: Measurement[] = [
      {
        what: `the longest task of an opening, ${SLOWER} × slower, best of ${ROUNDS} (0 is: none over 50 ms)`,
        floor: '–',
        measured: `${round(best)} ms (all rounds: ${longest.map(round).join(', ')})`,
        target: '≤ 50 ms',
        verdict: verdict(best <= 50),
      },
      {
        what: `the main thread's own time for an opening, ${SLOWER} × slower`,
        floor: '–',
        measured: `${round(median(busy))} ms`,
        target: '–',
        verdict: 'unknown',
      },
      {
        what: 'layout shifts with the page and when opened',
        floor: '–',
        measured: String(shifted),
        target: '0',
        verdict: verdict(shifted === 0),
      },
      {
        what: `from the script's end to the frame that shows the launcher, ${SLOWER} × slower, best of ${ROUNDS}`,
        floor: '–',
        measured: `${round(frame)} ms`,
        target: '≤ 16.7 ms',
        verdict: verdict(frame <= 16.7),
      },
    ];
    const { page } = await openPage(browser);
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByRole('dialog').waitFor();
    for (const [what, payload] of STRESS) {
      const spent: number[] = [];
      api.answer = () => answerOf(payload, []);
      for (let turn = 0; turn < ROUNDS; turn += 1) {
        spent.push(
          await busyTime(page, async () => {
            await page.evaluate(() => document.querySelector('footnote-chat')?.reset());
            await page.evaluate(() => document.querySelector('footnote-chat')?.ask('x'));
            await page.waitForTimeout(100);
          }),
        );
      }
      lines.push({
        what: `the main thread's own time for an answer of ${what}`,
        floor: '–',
        measured: `${round(median(spent))} ms`,
        target: '≤ 200 ms',
        verdict: verdict(median(spent) <= 200),
      });
    }
    return lines;
  } finally {
    await browser.close();
    await site.stop();
    await api.stop();
  }
}
