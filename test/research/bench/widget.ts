import type {} from '../../../widget/src/element/footnote-chat.ts';
import { browserIsThere, launchBrowser, openPage } from '../../helpers/browser/browser.ts';
import { busyTime, tasksOf, watchCost } from '../../widget/page-cost.ts';
import { answerOf, startScriptedApi, startSite } from '../../widget/scripted-api.ts';
import { STRESS } from '../../widget/stress-answers.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';

const ROUNDS = 5;
/** The slowdown that simulates an older phone. */
const SLOWDOWN = 4;

/**
 * Measures the cost of the widget for a page: the longest task of an opening on a machine four times slower, layout shifts,
 * whether the launcher comes after the page's first paint, and in the next frame, and how long hostile answers block the main thread. Times are the
 * thread's processor time, as wall-clock time includes other work on a busy machine.
 */
export async function measureWidget(): Promise<Measurement[]> {
  if (!browserIsThere)
    return [{ what: 'the widget (needs chromium)', floor: '–', measured: '–', target: '–', verdict: 'unknown' }];
  const browser = await launchBrowser();
  const api = await startScriptedApi();
  const site = await startSite(
    () =>
      `<!doctype html><h1>A page</h1><script src="${api.origin}/widget.js" data-project="proj_1" data-look="accent: #2f5bea" async></script>`,
  );
  try {
    const longest: number[] = [];
    const shifts: number[] = [];
    const frames: boolean[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      const { page, context } = await openPage(browser);
      await watchCost(page);
      await page.goto(site.origin);
      await page.locator('footnote-chat .launcher').waitFor();
      await page.waitForTimeout(300);
      const tasks = await tasksOf(page, async () => {
        await page.evaluate(() =>
          document.querySelector('footnote-chat')?.shadowRoot?.querySelector('button')?.click(),
        );
        await page.locator('footnote-chat .greeting').waitFor();
        await page.waitForTimeout(300);
      });
      longest.push(Math.max(...tasks) * SLOWDOWN);
      const cost = await page.evaluate(() => window.cost);
      shifts.push((cost?.shifts ?? []).reduce((sum, value) => sum + value, 0));
      frames.push(cost?.isPainted === true && cost.seenInFrame === true);
      await context.close();
    }
    const lines: Measurement[] = [
      {
        what: `the longest task of an opening, ${SLOWDOWN} × slower (${longest.map(round).join(', ')})`,
        floor: '–',
        measured: `${round(median(longest))} ms`,
        target: '≤ 50 ms',
        verdict: verdict(median(longest) <= 50),
      },
      {
        what: 'layout shifts with the page and when opened',
        floor: '–',
        measured: String(Math.max(...shifts)),
        target: '0',
        verdict: verdict(Math.max(...shifts) === 0),
      },
      {
        // Before it, the button delays what the visitor came for.
        what: "the launcher comes after the page's first paint, in one frame",
        floor: '–',
        measured: `${frames.filter(Boolean).length} of ${ROUNDS}`,
        target: `${ROUNDS} of ${ROUNDS}`,
        verdict: verdict(frames.every(Boolean)),
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
        what: `main thread time for an answer of ${what}`,
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
