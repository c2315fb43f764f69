/**
 * The pictures of the README: `npm run pictures` starts the demo, asks it in Chromium as a visitor would, and writes a picture
 * in light and dark and a short animation into `.github/pictures`. Run it when the widget looks different, and look at them.
 */
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { findChromium } from '../test/helpers/browser/chromium.ts';
import { animatedWebp, type Frame } from './animated-webp.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TARGET = fileURLToPath(new URL('../.github/pictures/', import.meta.url));

/** Asked in the demo. */
const QUESTION = 'How do I back up Footnote?';
/** In CSS pixels; `quality` is that of WebP, of 100. */
const SCREEN = { width: 1200, height: 760, quality: 80 };
const ANIMATION = { width: 440, height: 700, quality: 70 };
/** Pixels of a picture for a CSS pixel. */
const SCALE = 1.5;
const FRAME_MS = 80;
const END_MS = 4000;

const executablePath = findChromium();
if (!executablePath) throw new Error('Chromium is not installed.');
await mkdir(TARGET, { recursive: true });

const demo = spawn(process.execPath, ['--conditions=footnote-source', 'examples/demo/demo.ts'], {
  cwd: ROOT,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const site = await addressOfSite();
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport: SCREEN, colorScheme });
    await stillPicture(context, site, `widget-${colorScheme}.webp`);
    await context.close();
  }
  const context = await browser.newContext({ viewport: ANIMATION, colorScheme: 'light' });
  await animation(context, site, 'answering.webp');
  await context.close();
} finally {
  await browser.close();
  demo.kill();
}

async function addressOfSite(): Promise<string> {
  const lines = createInterface({ input: demo.stdout });
  for await (const line of lines) {
    const guide = /^\s+Guide\s+(\S+)/.exec(line)?.[1];
    if (guide) return guide;
  }
  throw new Error('The demo has ended.');
}

async function stillPicture(context: BrowserContext, site: string, name: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(site);
  await openPanel(page);
  await ask(page, QUESTION);
  await page
    .getByRole('button', { name: /^Source 1:/ })
    .first()
    .click();
  await setTimeout(1000);
  const session = await context.newCDPSession(page);
  await save(name, await capture(session, SCREEN));
}

async function animation(context: BrowserContext, site: string, name: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(site);
  await openPanel(page);
  await setTimeout(500);
  const session = await context.newCDPSession(page);
  const frames: Frame[] = [];
  let asked = false;
  const asking = ask(page, QUESTION, 45)
    .then(() => setTimeout(2500))
    .then(() => {
      asked = true;
    });
  for (let before = performance.now(); !asked; ) {
    const webp = await capture(session, ANIMATION);
    await setTimeout(FRAME_MS);
    const now = performance.now();
    const last = frames.at(-1);
    const duration = Math.round(now - before);
    if (last && Buffer.compare(last.webp, webp) === 0) last.duration += duration;
    else frames.push({ webp, duration });
    before = now;
  }
  await asking;
  frames.push({ webp: await capture(session, ANIMATION), duration: END_MS });
  await save(name, animatedWebp(frames, ANIMATION.width * SCALE, ANIMATION.height * SCALE));
}

async function openPanel(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await page.locator('footnote-chat textarea').waitFor();
}

async function ask(page: Page, question: string, delay = 0): Promise<void> {
  const field = page.locator('footnote-chat textarea');
  await field.pressSequentially(question, { delay });
  await field.press('Enter');
}

async function capture(session: CDPSession, { width, height, quality }: typeof SCREEN): Promise<Buffer> {
  const clip = { x: 0, y: 0, width, height, scale: SCALE };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality, clip });
  return Buffer.from(data, 'base64');
}

async function save(name: string, data: Buffer): Promise<void> {
  await writeFile(TARGET + name, data);
  process.stdout.write(`${name}: ${Math.round(data.length / 1000)} kB\n`);
}
