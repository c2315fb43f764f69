import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Footnote, type Project } from '@footnote/sdk';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULES, violationsIn } from '../helpers/browser/axe.ts';
import {
  closeSessions,
  createPagePool,
  foreignRequests,
  sharedBrowser,
  type WatchedPage,
} from '../helpers/browser/browser.ts';
import { type ServerProcess, type ServerSettings, startServer } from '../helpers/processes/server-process.ts';

const SCREENSHOTS = fileURLToPath(new URL('../e2e/screenshots/', import.meta.url));

/** Whom the tests sign in as. */
export const OWNER = { name: 'Olivia Owner', email: 'olivia@example.com', password: 'four words in a row' };

/** How a page may look: each view is looked at in all of them. */
export const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: {
    colorScheme: 'light',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
  'phone-dark': {
    colorScheme: 'dark',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
} satisfies Record<string, BrowserContextOptions>;
export type Look = keyof typeof LOOKS;

const EVERY: readonly Look[] | null = process.env.FOOTNOTE_SOAK ? (Object.keys(LOOKS) as Look[]) : null;
/**
 * The looks in which a state of a page is seen: the dark theme on a phone, where most goes wrong. `npm run soak` sees all in
 * all looks, and writes the screenshots, which take longer than everything else.
 */
export const LOOKED: readonly Look[] = EVERY ?? ['phone-dark'];
/** The looks in which each page is seen as it opens: both themes and both sizes. */
const OPENED: readonly Look[] = EVERY ?? ['light', 'phone-dark'];

/** A server with an owner and a project, made for one test file. */
export interface ConsoleWorld {
  server: ServerProcess;
  /** The owner's. */
  client: Footnote;
  project: Project;
  /** A tab with nobody signed in. */
  guest(path: string, look?: Look): Promise<ConsoleTab>;
  /** A tab in which the owner is signed in, at a path. `:project` in it stands for the project's id. */
  open(path: string, look?: Look): Promise<ConsoleTab>;
}

/** A tab of the console, watched. */
export interface ConsoleTab extends WatchedPage {
  /** The faults that axe finds, as `rule: where`. */
  faults(): Promise<string[]>;
  /** What the page asked for beyond the server that it came from. */
  foreignRequests(): string[];
  /** How much wider the content is than the screen, in pixels; 0 is what it should be. */
  overflow(): Promise<number>;
  /** Writes `test/e2e/screenshots/console-{name}-{look}.png`, the whole page, under `npm run soak`. */
  screenshot(name: string): Promise<void>;
}

/**
 * Starts a server before the tests of this block; `prepare` adds what they need to the project (sources, conversations, …). Tabs
 * are closed after the block.
 */
export function withConsole(
  prepare: (world: ConsoleWorld) => Promise<void> = async () => {},
  settings: ServerSettings = {},
): ConsoleWorld {
  let browser: Browser;
  let token = '';
  const world = {} as ConsoleWorld;
  const pages = createPagePool(() => `${world.server.url}/health`);

  async function tab(path: string, look: Look, signedIn: boolean): Promise<ConsoleTab> {
    const kind = signedIn ? 'owner' : 'guest';
    const watched = await pages.open(browser, LOOKS[look], kind, async ({ context }) => {
      if (signedIn) await context.addInitScript((value) => sessionStorage.setItem('footnote.token', value), token);
    });
    const { page } = watched;
    await page.goto(world.server.url + path.replaceAll(':project', world.project?.id ?? ''));
    return { ...watched, ...looking(watched, look, world.server.url) };
  }

  beforeAll(async () => {
    browser = await sharedBrowser();
    world.server = await startServer(settings);
    const guest = new Footnote({ baseURL: world.server.baseURL });
    await guest.auth.register({ ...OWNER, setup_token: world.server.setupToken });
    token = (await guest.auth.login({ email: OWNER.email, password: OWNER.password })).access_token;
    world.client = guest.withOptions({ accessToken: token });
    world.project = await world.client.projects.create({
      name: 'Acme Handbook',
      description: 'What everybody at Acme should know.',
    });
    world.open = (path, look = 'light') => tab(path, look, true);
    world.guest = (path, look = 'light') => tab(path, look, false);
    await prepare(world);
  });
  afterAll(async () => {
    await closeSessions();
    await world.server?.stop();
  });
  return world;
}

/** A view to look at. */
export interface LookedAt {
  /** `:project` stands for the project's id. */
  path: string;
  /** Its `h1`. */
  heading: string;
  guest?: true;
  /** A status that the server is to answer on the way: of that the browser speaks by itself. */
  refused?: number;
}

/**
 * Looks at each view in light, in dark and on a phone: writes its screenshot, and fails for a complaint of the browser (a
 * broken policy among them), a request to another origin, content wider than the screen, and what axe finds.
 */
export function lookAtViews(world: ConsoleWorld, views: Record<string, LookedAt>): void {
  describe.each(OPENED)('%s', (look) => {
    it.each(Object.entries(views))('shows %s without a fault', async (name, { path, heading, guest, refused }) => {
      const tab = await (guest ? world.guest(path, look) : world.open(path, look));
      await tab.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await tab.screenshot(name);
      expect(tab.complaints.filter((line) => refused === undefined || !line.includes(`status of ${refused}`))).toEqual(
        [],
      );
      expect(tab.foreignRequests()).toEqual([]);
      expect(await tab.overflow()).toBe(0);
      expect(await tab.faults()).toEqual([]);
      await tab.context.close();
    });
  });
}

/** What can be found out about a tab. */
export function looking(
  { page, requests, settled }: Pick<WatchedPage, 'page' | 'requests' | 'settled'>,
  look: string,
  url: string,
): Pick<ConsoleTab, 'faults' | 'foreignRequests' | 'overflow' | 'screenshot'> {
  /** Waits until nothing is being loaded and nothing moves any more. */
  async function still(): Promise<void> {
    await settled();
    await page.evaluate(() =>
      Promise.all(
        document
          .getAnimations()
          .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
          .map(({ finished }) => finished.catch(() => {})),
      ),
    );
  }
  return {
    foreignRequests: () => foreignRequests(requests, [url]),
    async faults() {
      await still();
      const violations = await violationsIn(page, null, RULES);
      // axe does not know that the page behind a modal dialog is inert: it takes what the dialog covers for too small.
      const modal = (await page.locator('dialog:modal').count()) > 0;
      return violations.filter((fault) => !(modal && fault.startsWith('target-size') && !fault.includes('ui-dialog')));
    },
    overflow: () =>
      page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)),
    async screenshot(name) {
      if (!process.env.FOOTNOTE_SOAK) return;
      await still();
      await mkdir(SCREENSHOTS, { recursive: true });
      await page.screenshot({ path: join(SCREENSHOTS, `console-${name}-${look}.png`), fullPage: true });
    },
  };
}
