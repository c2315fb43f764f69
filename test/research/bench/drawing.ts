import type {} from '../../../widget/src/element/footnote-chat.ts';
import { browserIsThere, launchBrowser, openPage } from '../../helpers/browser/browser.ts';
import { seeded } from '../../helpers/input/seeded.ts';
import { busyTime } from '../../widget/page-cost.ts';
import { answerOf, startScriptedApi, startSite } from '../../widget/scripted-api.ts';
import { STRESS } from '../../widget/stress-answers.ts';
import { createWords, paragraph } from './books.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';

const ROUNDS = 5;
/** The maximum length of a text that the widget renders. */
const MAX_LENGTH = 32_768;

/** Compares rendering a hostile answer with rendering prose of the same length. */
export async function measureDrawing(): Promise<Measurement[]> {
  const target = '≤ 4 ×';
  if (!browserIsThere)
    return [{ what: 'drawing (needs chromium)', floor: '–', measured: '–', target, verdict: 'unknown' }];
  const browser = await launchBrowser();
  const api = await startScriptedApi();
  const site = await startSite(
    () => `<!doctype html><script src="${api.origin}/widget.js" data-project="proj_1" async></script>`,
  );
  try {
    const { page } = await openPage(browser);
    await page.goto(site.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByRole('dialog').waitFor();
    const draw = (text: string) => {
      api.answer = () => answerOf(text, []);
      return busyTime(page, async () => {
        await page.evaluate(() => document.querySelector('footnote-chat')?.reset());
        await page.evaluate(() => document.querySelector('footnote-chat')?.ask('x'));
        // Wait until it is laid out and painted, not only in the document.
        await page.waitForTimeout(100);
      });
    };
    const random = seeded(7);
    const prose = paragraph(createWords(random), random, MAX_LENGTH);
    await draw(prose);
    const lines: Measurement[] = [];
    for (const [what, payload] of STRESS) {
      const plain = prose.slice(0, Math.min(payload.length, MAX_LENGTH));
      const rounds: { floor: number; hostile: number }[] = [];
      for (let turn = 0; turn < ROUNDS; turn += 1)
        rounds.push({ floor: await draw(plain), hostile: await draw(payload) });
      const ratio = median(rounds.map(({ floor, hostile }) => hostile / floor));
      lines.push({
        what: `drawing ${what} / ${(plain.length / 1000).toFixed(1)} kB of prose`,
        floor: `${round(median(rounds.map(({ floor }) => floor)))} ms`,
        measured: `${round(median(rounds.map(({ hostile }) => hostile)))} ms`,
        ratio,
        target,
        verdict: verdict(ratio <= 4),
      });
    }
    return lines;
  } finally {
    await browser.close();
    await site.stop();
    await api.stop();
  }
}
