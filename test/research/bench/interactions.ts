import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { browserIsThere, launchBrowser, openPage } from '../../helpers/browser/browser.ts';
import { answerOf, startScriptedApi, startSite } from '../../widget/scripted-api.ts';
import { type Measurement, median, percentile, round, verdict } from './measurement.ts';

declare global {
  interface Window {
    /** The durations of events in milliseconds, from input to the next paint; the browser rounds them to eight. */
    interactions?: { events: number[]; longTasks: number[]; largestPaint: number };
  }
}

const ROUNDS = 5;
/** Visits of each page: a busy machine moves single ones by half of their time. */
const PAGE_VISITS = 30;
/** The slowdown that simulates an older phone. */
const SLOWDOWN = 4;
/** What the page does until it is quiet. */
const SETTLED_MS = 2000;
const FRAME_MS = 17;
/** A task blocks from here on: https://web.dev/articles/tbt */
const BLOCKING_MS = 50;
/** Long enough to scroll, with all that an answer has. */
const LONG_ANSWER = Array.from(
  { length: 8 },
  (_, at) =>
    `## Part ${at}\n\n1. Stop the server.\n2. Run this:\n\n\`\`\`sh\nnpx footnote restore backup-${at}.fnb\n\`\`\`\n\n| Option | Meaning |\n|---|---|\n| \`--force\` | replaces the data |\n`,
).join('\n');
const PARAGRAPHS = Array.from(
  { length: 40 },
  (_, at) => `<p>${at} ${'Words of a page about something. '.repeat(12)}</p>`,
);

/**
 * Measures what a visitor feels on a machine four times slower: the time from opening, typing, asking and scrolling to the next
 * paint (https://web.dev/articles/inp), and the same page with the widget, without it, and with an empty script in its place, as
 * the browser itself takes time for the tag: largest contentful paint and total blocking time.
 */
export async function measureInteractions(): Promise<Measurement[]> {
  if (!browserIsThere)
    return [{ what: 'interactions (needs chromium)', floor: '–', measured: '–', target: '–', verdict: 'unknown' }];
  const browser = await launchBrowser();
  const api = await startScriptedApi();
  const script = `<script src="${api.origin}/widget.js" data-project="proj_1" data-look="accent: #2f5bea" async></script>`;
  const page = (tag: string) => `<!doctype html><title>A page</title><h1>A page</h1>${PARAGRAPHS.join('')}${tag}`;
  const site = await startSite(() => page(script));
  const bare = await startSite(() => page(''));
  const nothing = await startEmptyScript();
  const empty = await startSite(() => page(`<script src="${nothing.address}" async></script>`));
  api.answer = () => answerOf(LONG_ANSWER, []);
  try {
    const visits: Visit[] = [];
    const costs: Costs = { with: [], empty: [], without: [] };
    for (let turn = 0; turn < ROUNDS; turn += 1) visits.push(await visit(browser, site.origin));
    for (let turn = 0; turn < PAGE_VISITS; turn += 1) {
      costs.without.push(await pageCost(browser, bare.origin));
      costs.empty.push(await pageCost(browser, empty.origin));
      costs.with.push(await pageCost(browser, site.origin));
    }
    return [...interactionLines(visits), ...costLines(costs)];
  } finally {
    await browser.close();
    await site.stop();
    await bare.stop();
    await empty.stop();
    nothing.stop();
    await api.stop();
  }
}

/** Serves a script that does nothing. */
async function startEmptyScript(): Promise<{ address: string; stop: () => void }> {
  const server = createServer((_, response) => response.setHeader('content-type', 'text/javascript').end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/empty.js`, stop: () => server.close() };
}

interface Visit {
  open: number;
  type: number;
  ask: number;
  scroll: number;
}

/** Opens, types, asks and scrolls as a visitor does: the slowest event of each, in milliseconds. */
async function visit(browser: Browser, address: string): Promise<Visit> {
  const { page, context } = await openPage(browser);
  await observe(page);
  await page.goto(address);
  await page.locator('footnote-chat .launcher').waitFor();
  await page.waitForTimeout(500);
  await slowDown(page);
  const open = await slowest(page, async () => {
    await page.locator('footnote-chat .launcher').click();
    await page.locator('footnote-chat textarea').waitFor();
  });
  const type = await slowest(page, () => page.keyboard.type('How do I restore a backup?', { delay: 60 }));
  const ask = await slowest(page, () => page.keyboard.press('Enter'));
  await page.locator('footnote-chat .scroll').hover();
  const scroll = await longestFrame(page, async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await page.mouse.wheel(0, turn < 5 ? -300 : 300);
      await page.waitForTimeout(100);
    }
  });
  await context.close();
  return { open, type, ask, scroll };
}

interface PageCost {
  largestPaint: number;
  blocked: number;
}

/** Of the page with the widget, with an empty script, and without any. */
interface Costs {
  with: PageCost[];
  empty: PageCost[];
  without: PageCost[];
}

async function pageCost(browser: Browser, address: string): Promise<PageCost> {
  const { page, context } = await openPage(browser);
  await observe(page);
  await slowDown(page);
  await page.goto(address);
  await page.waitForTimeout(SETTLED_MS);
  const seen = await page.evaluate(() => window.interactions);
  await context.close();
  const blocked = (seen?.longTasks ?? []).reduce((sum, task) => sum + Math.max(0, task - BLOCKING_MS), 0);
  return { largestPaint: seen?.largestPaint ?? Number.NaN, blocked };
}

async function observe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: NonNullable<Window['interactions']> = { events: [], longTasks: [], largestPaint: Number.NaN };
    window.interactions = seen;
    const watch = (type: string, note: (entry: PerformanceEntry) => void, options = {}) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...options });
    watch('event', ({ duration }) => seen.events.push(duration), { durationThreshold: 16 });
    watch('longtask', ({ duration }) => seen.longTasks.push(duration));
    watch('largest-contentful-paint', ({ startTime }) => {
      seen.largestPaint = startTime;
    });
  });
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** The slowest event of some work, in milliseconds; 0 if every one was painted within 16. */
async function slowest(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => window.interactions?.events.splice(0));
  await work();
  await page.waitForTimeout(1000);
  return Math.max(0, ...(await page.evaluate(() => window.interactions?.events ?? [])));
}

/** The longest time between two frames during some work, in milliseconds. */
async function longestFrame(page: Page, work: () => Promise<unknown>): Promise<number> {
  const gaps = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const end = performance.now() + 1000;
        let longest = 0;
        let last = performance.now();
        const frame = (now: number) => {
          longest = Math.max(longest, now - last);
          last = now;
          if (now < end) requestAnimationFrame(frame);
          else resolve(longest);
        };
        requestAnimationFrame(frame);
      }),
  );
  await work();
  return gaps;
}

function interactionLines(visits: Visit[]): Measurement[] {
  return (['open', 'type', 'ask', 'scroll'] as const).map((what) => {
    const values = visits.map((one) => one[what]);
    return {
      what: `${what}, to the next paint, ${SLOWDOWN} × slower (${values.map(round).join(', ')})`,
      floor: '–',
      measured: `${round(Math.max(...values))} ms at most`,
      target: '≤ 200 ms',
      verdict: verdict(Math.max(...values) <= 200),
    };
  });
}

/**
 * Within noise: the medians with the widget and with an empty script differ by no more than those of the page without one do, each
 * half of its visits for itself.
 */
function costLines(costs: Costs): Measurement[] {
  const titles = { largestPaint: 'largest contentful paint', blocked: 'total blocking time' };
  return (['largestPaint', 'blocked'] as const).map((what) => {
    const of = (all: PageCost[]) => all.map((one) => one[what]);
    const [own, empty, bare] = [of(costs.with), of(costs.empty), of(costs.without)];
    const [even, odd] = [0, 1].map((half) => median(bare.filter((_, at) => at % 2 === half))) as [number, number];
    // The browser notes paints in the steps of a screen's frames.
    const noise = Math.max(Math.abs(even - odd), FRAME_MS);
    return {
      what: `${titles[what]} with the widget, ${PAGE_VISITS} visits (${quartiles(own)}), with an empty script ${quartiles(empty)}, without ${quartiles(bare)}`,
      floor: `${round(median(empty))} ms`,
      measured: `${round(median(own))} ms, with an empty script ${round(median(empty))} ms, without ${round(median(bare))} ms`,
      target: `as an empty script, ± ${round(noise)} ms`,
      verdict: verdict(median(own) - median(empty) <= noise),
    };
  });
}

/** The middle half of some values. */
const quartiles = (values: number[]) => [0.25, 0.75].map((share) => round(percentile(values, share))).join(' to ');
