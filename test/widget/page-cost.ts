import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** The observations of `watchCost`. */
    cost?: { shifts: number[]; isPainted: boolean | undefined; seenInFrame: boolean | undefined };
  }
}

/**
 * Records from the start what the widget does to its page: layout shifts, whether the page was painted before the
 * chat was ready, and whether the next frame shows the launcher.
 */
export async function watchCost(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const cost: NonNullable<Window['cost']> = { shifts: [], isPainted: undefined, seenInFrame: undefined };
    window.cost = cost;
    // Includes shifts right after a click, which are usually ignored.
    const note = (list: PerformanceObserverEntryList) =>
      list.getEntries().forEach((entry) => {
        cost.shifts.push(Reflect.get(entry, 'value'));
      });
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('footnote-ready', ({ target }) => {
      cost.isPainted = performance.getEntriesByName('first-contentful-paint').length > 0;
      requestAnimationFrame(() => {
        const launcher = (target as HTMLElement).shadowRoot?.querySelector('.launcher');
        const { width = 0, height = 0 } = launcher?.getBoundingClientRect() ?? {};
        const { opacity, visibility } = launcher ? getComputedStyle(launcher) : { opacity: '0', visibility: 'hidden' };
        cost.seenInFrame = width >= 44 && height >= 44 && opacity === '1' && visibility === 'visible';
      });
    });
  });
}

/**
 * The main thread's own time for some work in a page, in milliseconds: on a busy machine, wall-clock time says little.
 */
export async function busyTime(page: Page, work: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const soFar = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const before = await soFar();
  await work();
  const spent = (await soFar()) - before;
  await session.detach();
  return spent;
}

/** One event of a browser's trace; times in microseconds, `tdur` is the thread's own time. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
}

/** The tasks of the page's main thread during some work, each in milliseconds of the thread's own time. */
export async function tasksOf(page: Page, work: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  // The page's process is the one that evaluated its modules.
  const main = trace.traceEvents.find(({ name }) => name === 'v8.evaluateModule');
  if (!main) throw new Error('The page has evaluated no module.');
  const tasks = trace.traceEvents.filter(
    ({ ph, pid, tid, name }) => ph === 'X' && pid === main.pid && tid === main.tid && name.endsWith('RunTask'),
  );
  return tasks.map(({ tdur = 0 }) => tdur / 1000);
}
