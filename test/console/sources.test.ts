import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { settle, until } from '../helpers/timing/until.ts';
import { type ConsoleTab, lookAtViews, withConsole } from './console-page.ts';

const markdown = (title: string) => ({
  name: `${title.toLowerCase().replaceAll(' ', '-')}.md`,
  mimeType: 'text/markdown',
  buffer: Buffer.from(`# ${title}\n\nThe ${title.toLowerCase()} opens at nine and closes at five.\n`),
});

const FILM = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no document') };

/** The server's refusals are what a test asks for; the browser speaks of them by itself. */
const complaintsOf = ({ complaints }: ConsoleTab) => complaints.filter((line) => !/status of (400|429)/.test(line));

/** Nothing is wrong with what is seen. */
async function faultless(tab: ConsoleTab): Promise<void> {
  expect(complaintsOf(tab)).toEqual([]);
  expect(tab.foreignRequests()).toEqual([]);
  expect(await tab.overflow()).toBe(0);
  expect(await tab.faults()).toEqual([]);
}

/** Chooses files in the browser's own dialog. */
async function choose({ page }: ConsoleTab, button: string, files: ReturnType<typeof markdown>[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(files);
}

/** Holds files above the page as a hand with a mouse would; `then` sees the page meanwhile, and they are let go. */
async function drop({ page }: ConsoleTab, files: ReturnType<typeof markdown>[], then = async () => {}): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, text } of given) data.items.add(new File([text], name));
      return data;
    },
    files.map(({ name, buffer }) => ({ name, text: buffer.toString() })),
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await page.getByText('Drop to add').waitFor();
  await then();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

describe.skipIf(!browserIsThere)('a project without sources (needs chromium)', () => {
  const world = withConsole();

  lookAtViews(world, { 'sources-empty': { path: '/projects/:project/sources', heading: 'Sources' } });

  it.each([
    [false, 'or CSV.', 0],
    [true, 'PNG or JPEG.', 2],
  ])('offers pictures only where there is text recognition: %s', async (reads_pictures, last, pictures) => {
    const tab = await world.open('/projects/:project/sources');
    await tab.page.route('**/v1/setup', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), reads_pictures } });
    });
    await tab.page.reload();
    await tab.page.getByText(last).waitFor();
    const chooser = tab.page.waitForEvent('filechooser');
    await tab.page.getByRole('button', { name: 'Choose files' }).click();
    const accepted = (await (await chooser).element().getAttribute('accept'))?.split(',') ?? [];
    expect(accepted.filter((ending) => ['.png', '.jpeg'].includes(ending))).toHaveLength(pictures);
    expect(await tab.page.getByRole('link', { name: 'add text recognition (OCR)' }).count()).toBe(pictures ? 0 : 1);
    await faultless(tab);
    // Beside the names in the page.
    await drop(tab, [FILM], async () => expect(await tab.page.getByText('PNG or JPEG').count()).toBe(pictures));
    await tab.context.close();
  });

  it('leads the operator to where text recognition is added, and tells others whom to ask', async () => {
    const tab = await world.open('/projects/:project/sources');
    await tab.page.getByRole('link', { name: 'add text recognition (OCR)' }).click();
    await tab.page.getByRole('heading', { name: 'Models', level: 1 }).waitFor();
    await tab.page.getByRole('heading', { name: 'Programs' }).waitFor();
    await tab.page.route('**/v1/auth/me', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), operator: false } });
    });
    await tab.page.goto(`${world.server.url}/projects/${world.project.id}/sources`);
    await tab.page.getByText('once the server’s operator adds text recognition (OCR).').waitFor();
    await tab.context.close();
  });

  it('takes files from the dialog, shows them become ready under name and title, and leads on to the first question', async () => {
    const tab = await world.open('/projects/:project/sources');
    await choose(tab, 'Choose files', [markdown('Swimming pool'), markdown('Sauna')]);
    await tab.page.getByRole('link', { name: 'swimming-pool.md' }).waitFor();
    await tab.page.getByRole('link', { name: 'sauna.md' }).waitFor();
    await expect.poll(() => tab.page.locator('.badge', { hasText: 'Ready' }).count()).toBe(2);
    await tab.page.getByText('Swimming pool · Markdown').waitFor();
    await tab.page.getByText('Your documents are ready for questions.').waitFor();
    await tab.screenshot('sources-first');
    await faultless(tab);
    await tab.page.getByRole('link', { name: 'Ask a question' }).last().click();
    await tab.page.waitForURL(/\/playground$/);
    await tab.context.close();
  });

  it('takes files that are dropped anywhere, says in the server’s words what it refuses, and that the others are ready', async () => {
    const tab = await world.open('/projects/:project/sources');
    await tab.page.getByRole('link', { name: 'sauna.md' }).waitFor();
    // Where a document is read at once, the list never shows it before it is ready.
    const ready = async () => (await world.client.sources.list(world.project.id, { status: 'completed' })).total;
    await tab.page.route('**/sources?*', async (route) => {
      await until(async () => (await ready()) === 3, 'restaurant.md is ready');
      await route.continue();
    });
    await drop(tab, [markdown('Restaurant'), FILM], () => tab.screenshot('sources-drop'));
    await tab.page.getByRole('link', { name: 'restaurant.md' }).waitFor();
    await tab.page.getByText('This file type is not supported. Supported are PDF').waitFor();
    await tab.page.getByRole('heading', { name: '1 file was not accepted' }).waitFor();
    await tab.page.getByText('Your documents are ready for questions.').waitFor();
    await tab.screenshot('sources-refused');
    await faultless(tab);
    await tab.page.getByRole('button', { name: 'Dismiss film.mp4' }).click();
    await expect.poll(() => tab.page.getByText('film.mp4').count()).toBe(0);
    await tab.context.close();
  });

  it('takes a folder of 150 files, which are read after the tab is closed, and replaces only what has changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'footnote-folder-'));
    const docs = join(folder, 'docs');
    for (let at = 0; at < 150; at += 1) {
      mkdirSync(join(docs, `part-${at % 7}`), { recursive: true });
      writeFileSync(
        join(docs, `part-${at % 7}/page-${at}.md`),
        `# Page ${at}\n\nThe locker ${at} is opened with a coin.\n`,
      );
    }
    writeFileSync(join(docs, 'picture.png'), 'no document');
    mkdirSync(join(docs, '.git'));
    writeFileSync(join(docs, '.git/notes.md'), '# Hidden');
    const { id } = world.project;
    const send = async () => {
      const tab = await world.open('/projects/:project/sources');
      const chooser = tab.page.waitForEvent('filechooser');
      await tab.page.getByRole('button', { name: 'Folder', exact: true }).click();
      await (await chooser).setFiles(docs);
      await tab.page.getByText('1 file left out: not a document.').waitFor();
      const toast = tab.page.getByText('All files are sent');
      await toast.waitFor();
      const text = await toast.textContent();
      expect(complaintsOf(tab)).toEqual([]);
      await tab.screenshot('sources-folder');
      await tab.context.close();
      return text;
    };
    expect(await send()).toContain('150 new. You can close this tab.');
    const sent = async (status?: 'completed') =>
      (await world.client.sources.list(id, { search: 'docs/part-', ...(status && { status }) })).total;
    await expect.poll(() => sent('completed'), { interval: 2_000 }).toBe(150);
    writeFileSync(join(docs, 'part-0/page-0.md'), '# Page 0\n\nThe locker 0 is broken.\n');
    expect(await send()).toContain('0 new, 1 replaced, 149 unchanged.');
    expect(await sent()).toBe(150);
    const pictures = join(folder, 'pictures');
    mkdirSync(pictures);
    writeFileSync(join(pictures, 'tool.exe'), 'no document');
    const tab = await world.open('/projects/:project/sources');
    const chooser = tab.page.waitForEvent('filechooser');
    await tab.page.getByRole('button', { name: 'Folder', exact: true }).click();
    await (await chooser).setFiles(pictures);
    await tab.page.getByText('There are no documents in it. Documents are PDF').waitFor();
    await tab.context.close();
    rmSync(folder, { recursive: true });
  });

  it('adds, finds and deletes a text using only the keyboard', async () => {
    const tab = await world.open('/projects/:project/sources');
    const { page } = tab;
    await page.getByRole('button', { name: 'Text', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.type('Lost property');
    await page.keyboard.press('Tab');
    await page.keyboard.type('What is found is kept at the reception for a month.');
    await tab.screenshot('sources-add-text');
    expect(await tab.faults()).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Lost property' }).waitFor();

    await page.getByRole('searchbox').fill('property');
    await page.waitForURL(/search=property/);
    await expect.poll(() => page.locator('li.source').count()).toBe(1);
    await page.getByLabel('Kind').selectOption('file');
    await page.getByText('No matches').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => page.locator('li.source').count()).toBeGreaterThan(2);

    await page.getByRole('button', { name: 'More for Lost property' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => page.getByRole('link', { name: 'Lost property' }).count()).toBe(0);
    await page.getByText('“Lost property” deleted.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    const row = page.getByLabel('Select Lost property');
    await row.waitFor();

    // Shift selects the range between two clicks, and what is selected is deleted together.
    const boxes = page.getByLabel(/^Select (?!all)/);
    await boxes.first().click();
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await tab.screenshot('sources-selected');
    expect(await tab.faults()).toEqual([]);
    await page.getByRole('button', { name: 'Clear' }).click();
    await row.check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    // A dismissed message is over, so the request is sent.
    await page.getByRole('button', { name: 'Dismiss' }).last().click();
    const titles = async () =>
      (await world.client.sources.list(world.project.id, { search: 'Lost property' })).items.length;
    await expect.poll(titles).toBe(0);
    expect(complaintsOf(tab)).toEqual([]);
    await tab.context.close();
  });
});

describe.skipIf(!browserIsThere)('sources that could not be read (needs chromium)', () => {
  const world = withConsole(async ({ client, project }) => {
    for (const name of ['first', 'second', 'third']) {
      const file = new Blob([`---\ntitle: ${name}\n---\n`], { type: 'text/markdown' });
      const { id } = await client.sources.upload({ file, name: `${name}.md`, project_id: project.id });
      await until(async () => (await client.sources.retrieve(id)).status === 'failed', `${name}.md fails`);
    }
  });

  it.each(['light', 'phone-dark'] as const)(
    'have menus that nothing of the page is painted above, on a %s screen',
    async (look) => {
      const tab = await world.open('/projects/:project/sources', look);
      for (const name of ['first', 'second', 'third']) {
        await tab.page.getByRole('button', { name: `More for ${name}.md` }).click();
        const items = await tab.page.getByRole('menuitem').all();
        expect(items.length).toBeGreaterThan(1);
        for (const item of items) expect(await isOnTop(item), `${name}: ${await item.innerText()}`).toBe(true);
        await tab.screenshot(`sources-failed-menu-${name}`);
        expect(await tab.overflow()).toBe(0);
        // The menus are the same; only what is painted around each differs.
        if (name === 'first') expect(await tab.faults()).toEqual([]);
        await tab.page.keyboard.press('Escape');
        await expect.poll(() => tab.page.getByRole('menuitem').count()).toBe(0);
      }
      expect(complaintsOf(tab)).toEqual([]);
      await tab.context.close();
    },
  );
});

/** Is the element inside the window, and what a pointer at its corners and in its middle meets? */
const isOnTop = (item: Locator): Promise<boolean> =>
  item.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const places = [
      [left + 8, top + 4],
      [right - 8, bottom - 4],
      [(left + right) / 2, (top + bottom) / 2],
    ] as const;
    return places.every(([x, y]) => {
      // Of what lies in a shadow root, the document names the host alone.
      const innermost = (root: Document | ShadowRoot): Element | null => {
        const met = root.elementFromPoint(x, y);
        return met?.shadowRoot && met.shadowRoot !== root ? innermost(met.shadowRoot) : met;
      };
      const met = innermost(document);
      return met !== null && element.contains(met);
    });
  });

describe.skipIf(!browserIsThere)('a server that takes one request with sources a minute (needs chromium)', () => {
  const world = withConsole(undefined, { env: { RATE_LIMIT_INGESTION: '1', RATE_LIMIT_GENERAL: '60' } });
  let tab: ConsoleTab;
  beforeAll(async () => {
    tab = await world.open('/projects/:project/sources');
  });

  it('keeps files waiting, explains why, and polls the server rarely', async () => {
    await choose(tab, 'Choose files', ['Attic', 'Bar', 'Cellar'].map(markdown));
    await tab.page.getByRole('link', { name: 'cellar.md' }).waitFor();
    await choose(tab, 'Add files', [...['Garage', 'Garden', 'Kitchen'].map(markdown), FILM]);
    await tab.page.getByText('3 files wait: this server takes 1 request a minute. They go on in').waitFor();
    await tab.page.getByRole('heading', { name: 'Sending 3 files: 0 done, 1 not accepted' }).waitFor();
    await tab.screenshot('sources-waiting');
    await faultless(tab);
    const before = tab.requests.length;
    await settle(6_000);
    // In a minute that is far from the sixty that the server lets an owner ask.
    expect(tab.requests.length - before).toBeLessThanOrEqual(4);
  });

  it('removes one or all waiting files', async () => {
    const { page } = tab;
    await page.getByRole('button', { name: 'Cancel garden.md' }).click();
    await page.getByText('2 files wait').waitFor();
    await page.getByRole('button', { name: 'Cancel all' }).click();
    await expect.poll(() => page.getByText('files wait').count()).toBe(0);
    expect((await world.client.sources.list(world.project.id)).total).toBe(3);
    expect(complaintsOf(tab)).toEqual([]);
    await tab.context.close();
  });
});
