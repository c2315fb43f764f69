import type { Page } from 'playwright-core';
import { browserIsThere, launchBrowser, openPage } from '../../helpers/browser/browser.ts';
import { tasksOf, watchCost } from '../../widget/page-cost.ts';
import { type Measurement, median, round, verdict } from './measurement.ts';
import { ingest, withDirectory, withSubject } from './subject.ts';

const ROUNDS = 5;
const VIEWS = ['sources', 'playground', 'conversations', 'usage', 'widget', 'settings'] as const;

/** The transferred bytes and files so far, without the API's responses. */
async function transferred(page: Page): Promise<{ bytes: number; files: number }> {
  await page.waitForLoadState('networkidle');
  return page.evaluate(() => {
    const entries = [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ] as PerformanceResourceTiming[];
    const own = entries.filter(({ name }) => !name.includes('/v1/'));
    return { bytes: own.reduce((sum, { transferSize }) => sum + transferSize, 0), files: own.length };
  });
}

/** Measures the first load of the console's list of projects and of each view of a project, with an empty cache. */
export async function measureConsole(): Promise<Measurement[]> {
  if (!browserIsThere)
    return [{ what: 'the console (needs chromium)', floor: '–', measured: '–', target: '–', verdict: 'unknown' }];
  const browser = await launchBrowser();
  try {
    return await withDirectory((directory) =>
      withSubject(directory, async (subject) => {
        const { server, projectId, accessToken } = subject;
        await ingest(subject, new TextEncoder().encode('# Hours\n\nThe office opens at nine.'), 'hours.md');
        const lines: Measurement[] = [];
        for (const path of ['/projects', ...VIEWS.map((view) => `/projects/${projectId}/${view}`)]) {
          const tasks: number[] = [];
          const shifts: number[] = [];
          let cost = { bytes: 0, files: 0 };
          for (let turn = 0; turn < ROUNDS; turn += 1) {
            const { page, context } = await openPage(browser);
            await context.addInitScript((token) => sessionStorage.setItem('footnote.token', token), accessToken);
            await watchCost(page);
            const open = async () => {
              await page.goto(server.origin + path);
              await page.getByRole('heading', { level: 1 }).waitFor();
              await page.waitForLoadState('networkidle');
            };
            tasks.push(Math.max(...(await tasksOf(page, open))));
            cost = await transferred(page);
            shifts.push(await page.evaluate(() => (window.cost?.shifts ?? []).reduce((sum, one) => sum + one, 0)));
            await context.close();
          }
          const shift = Math.max(...shifts);
          lines.push({
            what: `${path.replace(projectId, '…')}: ${round(cost.bytes / 1000)} kB in ${cost.files} files, layout shift ${round(shift)}; its longest task`,
            floor: '–',
            measured: `${round(median(tasks))} ms`,
            target: '≤ 100 ms, 100 kB',
            verdict: verdict(median(tasks) <= 100 && cost.bytes <= 100_000),
          });
        }
        return lines;
      }),
    );
  } finally {
    await browser.close();
  }
}
