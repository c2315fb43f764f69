import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** What `watchCost` has seen. */
    cost?: { shifts: number[]; longTasks: number[]; frame: { seen: boolean; after: number } | undefined };
  }
}

/** Notes from the first moment on what the widget does to its page: layout shifts, long tasks, and when the launcher is seen. */
export async function watchCost(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const cost: NonNullable<Window['cost']> = { shifts: [], longTasks: [], frame: undefined };
    window.cost = cost;
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    // Those right after a click as well, which are usually forgiven.
    observe('layout-shift', (entry) => cost.shifts.push(Reflect.get(entry, 'value')));
    observe('longtask', ({ duration }) => cost.longTasks.push(duration));
    document.addEventListener('footnote-ready', ({ target }) => {
      const drawn = performance.now();
      requestAnimationFrame(() => {
        const launcher = (target as HTMLElement).shadowRoot?.querySelector('.launcher');
        const { width = 0, height = 0 } = launcher?.getBoundingClientRect() ?? {};
        const { opacity, visibility } = launcher ? getComputedStyle(launcher) : { opacity: '0', visibility: 'hidden' };
        const seen = width >= 44 && height >= 44 && opacity === '1' && visibility === 'visible';
        cost.frame = { seen, after: performance.now() - drawn };
      });
    });
  });
}

/** The main thread's own time for some work in a page, in milliseconds: on a busy machine the clock on the wall says little. */
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

/** From now on the page has a fraction of this machine's speed. */
export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}
