import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { supervised } from '../helpers/processes/supervised.ts';
import { until } from '../helpers/timing/until.ts';
import { type ConsoleTab, LOOKED, OWNER, withConsole } from './console-page.ts';

describe.skipIf(!browserIsThere)('the backups in the console (needs chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-uploaded-'));
  /** A backup of this server, on the operator's machine. */
  const file = join(folder, 'laptop.fnb');
  const world = withConsole(async ({ client, server, project }) => {
    const { backups } = client.server;
    await client.sources.waitUntilReady(
      await client.sources.addText({ title: 'Hours', text: 'We open at nine.', project_id: project.id }),
    );
    await backups.create();
    await until(async () => (await backups.list()).running === null, 'the backup is made');
    const [made] = (await backups.list()).backups;
    if (!made) throw new Error('There is no backup.');
    const { url } = await backups.link('folder', made.name);
    writeFileSync(file, Buffer.from(await (await fetch(new URL(url, server.baseURL))).arrayBuffer()));
    await backups.delete('folder', made.name);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  afterEach(async () => {
    const { backups } = world.client.server;
    await until(async () => (await backups.list()).running === null, 'the work has ended');
    const report = await backups.list();
    if (report.upload) await backups.uploads.delete(report.upload.id);
    for (const { place, name } of report.backups) await backups.delete(place, name);
  });

  const whole = async (tab: ConsoleTab, { complaints = 0 } = {}) => {
    if (complaints === 0) expect(tab.complaints).toEqual([]);
    expect(tab.foreignRequests()).toEqual([]);
    expect(await tab.overflow()).toBe(0);
    expect(await tab.faults()).toEqual([]);
  };
  const choose = async (page: Page, path: string, button = 'Upload a backup…') => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).click(),
    ]);
    await chooser.setFiles(path);
  };
  const isPart = (route: Route) => route.request().method() === 'PUT';
  const PARTS = '**/v1/server/backup-uploads/*';

  it.each(LOOKED)(
    'take one from the operator’s machine, and show at once what its restore would do, %s',
    async (look) => {
      const tab = await world.open('/settings/backups', look);
      const { page } = tab;
      await page.getByRole('heading', { name: 'No backups yet' }).waitFor();
      await choose(page, file);
      await page.getByText('The backup is whole.').waitFor();
      await tab.screenshot('backup-uploaded');
      await whole(tab);
      await page.getByRole('button', { name: 'Close' }).last().click();
      const row = page.getByRole('listitem').filter({ hasText: 'Uploaded' });
      await row.getByText(/footnote-uploaded-.*\.fnb/).waitFor();
      await tab.screenshot('backup-uploaded-list');
      await whole(tab);
      const [kept] = (await world.client.server.backups.list()).backups;
      expect(kept?.size).toBe(readFileSync(file).length);
      await tab.context.close();
    },
  );

  it.each(LOOKED)('go on by themselves after a broken connection, %s', async (look) => {
    const tab = await world.open('/settings/backups', look);
    const { page } = tab;
    let broken = true;
    await page.route(PARTS, (route) => (broken ? route.abort('connectionreset') : route.continue()));
    await choose(page, file);
    await page.getByText('The connection is broken.').waitFor();
    await tab.screenshot('backup-upload-broken');
    await whole(tab, { complaints: 1 });
    broken = false;
    await page.getByText('The backup is whole.').waitFor();
    await tab.context.close();
  });

  it('send smaller parts where a proxy takes no large ones', async () => {
    const large = join(folder, 'large.fnb');
    const bytes = Buffer.alloc(3 * 2 ** 20);
    readFileSync(file).copy(bytes);
    writeFileSync(large, bytes);
    const tab = await world.open('/settings/backups');
    const { page } = tab;
    const sizes: number[] = [];
    await page.route(PARTS, (route) => {
      if (!isPart(route)) return route.continue();
      const size = route.request().postDataBuffer()?.length ?? 0;
      sizes.push(size);
      return size > 1.1 * 2 ** 20 ? route.fulfill({ status: 413, body: 'too large' }) : route.continue();
    });
    await choose(page, large);
    // The bytes after its end make it no backup, which the dry run finds.
    await page.getByText(/^The uploaded file cannot be used\. The file /).waitFor();
    expect(sizes.filter((size) => size <= 1.1 * 2 ** 20).length).toBeGreaterThanOrEqual(3);
    await tab.context.close();
  });

  it.each(LOOKED)('go on with the same file after a reload, and with no other, %s', async (look) => {
    const tab = await world.open('/settings/backups', look);
    const { page } = tab;
    const { uploads } = world.client.server.backups;
    const content = readFileSync(file);
    const { id } = await uploads.create({ size: content.length });
    await uploads.append(id, { part: new Blob([content.subarray(0, 5_000)]), offset: 0 });
    await page.reload();
    await page.getByText('An upload is not finished.').waitFor();
    await tab.screenshot('backup-upload-unfinished');
    await whole(tab);
    const other = join(folder, 'other.fnb');
    writeFileSync(other, 'another file');
    await choose(page, other, 'Choose the file to go on');
    await page.getByText('This is another file:').waitFor();
    const offsets: string[] = [];
    await page.route(PARTS, (route) => {
      if (isPart(route)) offsets.push(/name="offset"\s+(\d+)/.exec(route.request().postData() ?? '')?.[1] ?? '');
      return route.continue();
    });
    await choose(page, file, 'Choose the file to go on');
    await page.getByText('The backup is whole.').waitFor();
    expect(offsets).toEqual(['5000']);
    await tab.context.close();
  });

  it.each(LOOKED)('refuse what is no backup and what there is no room for, in words, %s', async (look) => {
    const tab = await world.open('/settings/backups', look);
    const { page } = tab;
    const text = join(folder, 'holiday.fnb');
    writeFileSync(text, 'PK a picture');
    await choose(page, text);
    await page.getByText('This file is not a backup of Footnote. Nothing of it has been kept.').waitFor();
    await tab.screenshot('backup-upload-refused');
    await whole(tab, { complaints: 1 });
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('This file is not a backup').waitFor({ state: 'detached' });

    const detail = 'The backup needs 5.0 GB of free space on the server, and 1.0 GB are free.';
    await page.route('**/v1/server/backup-uploads', (route) =>
      route.fulfill({ status: 500, json: { detail, code: 'storage_full' }, headers: { 'x-should-retry': 'false' } }),
    );
    await choose(page, file);
    await page.getByText(detail).waitFor();
    await page.getByRole('button', { name: 'Give it up' }).click();
    await tab.context.close();
  });

  it('go on while another page is shown, and say afterwards what came of it', async () => {
    const tab = await world.open('/settings/backups');
    const { page } = tab;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(PARTS, async (route) => {
      if (isPart(route)) await held;
      await route.continue();
    });
    await choose(page, file);
    await page.getByText('Uploading laptop.fnb').waitFor();
    await page.getByRole('link', { name: 'Storage' }).click();
    await page.getByRole('heading', { level: 1, name: 'Storage' }).waitFor();
    letGo();
    await until(async () => (await world.client.server.backups.list()).backups.length === 1, 'it is uploaded');
    await page.getByRole('link', { name: 'Backups', exact: true }).click();
    await page.getByText('The backup is whole.').waitFor();
    await tab.context.close();
  });

  it('cancel an upload, of which nothing is kept', async () => {
    const tab = await world.open('/settings/backups');
    const { page } = tab;
    await page.route(PARTS, (route) => (isPart(route) ? new Promise<void>(() => {}) : route.continue()));
    await choose(page, file);
    await page.getByRole('progressbar', { name: 'Upload of the backup' }).waitFor();
    await page.getByText('Uploading laptop.fnb').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The upload was cancelled. Nothing of it is kept.').waitFor();
    expect((await world.client.server.backups.list()).upload).toBeNull();
    await tab.context.close();
  });

  it('take a dropped file', async () => {
    const tab = await world.open('/settings/backups');
    const { page } = tab;
    await page.getByRole('heading', { name: 'No backups yet' }).waitFor();
    const transfer = await page.evaluateHandle(
      (bytes) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([new Uint8Array(bytes)], 'laptop.fnb'));
        return dropped;
      },
      [...readFileSync(file)],
    );
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Drop to upload').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await page.getByText('The backup is whole.').waitFor();
    await tab.context.close();
  });
});

const settings = await supervised();

describe.skipIf(!browserIsThere)('a restore in the console of a supervised server (needs chromium)', () => {
  const world = withConsole(async () => {}, settings);
  const plan = async () => {
    const { backups } = world.client.server;
    await backups.create();
    await until(async () => (await backups.list()).running === null, 'the backup is made');
    const [made] = (await backups.list()).backups;
    if (!made) throw new Error('There is no backup.');
    await backups.examine('folder', made.name);
    await until(async () => (await backups.list()).running === null, 'it is examined');
    await backups.restore({ name: made.name });
    return made.name;
  };
  const restart = async (page: Page) => {
    await page.getByRole('button', { name: 'Restart now…' }).click();
    await page.getByRole('button', { name: 'Restart and restore' }).click();
    await page.getByText('This page waits until it is back.').waitFor();
  };

  it('restarts it, and says where it goes on if nothing could be restored', async () => {
    const name = await plan();
    rmSync(join(world.server.dataDir, 'backups', name));
    const tab = await world.open('/settings/backups', 'phone-dark');
    const { page } = tab;
    await page.getByText('The next start restores a backup.').waitFor();
    await tab.screenshot('restore-planned');
    expect(await tab.overflow()).toBe(0);
    expect(await tab.faults()).toEqual([]);
    await restart(page);
    await tab.screenshot('restore-restarting');
    await page.getByText('The server is back, with its data from before the restart').waitFor();
    await page.getByText(`The restore of ${name} failed, and nothing was changed.`).waitFor();
    await tab.context.close();
  });

  it('restarts it, and leads to the sign-in of the restored data', async () => {
    await plan();
    const tab = await world.open('/settings/backups');
    const { page } = tab;
    await restart(page);
    await page.getByText('The server is back, with the restored data.').waitFor();
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText(/Restored .* from footnote-/).waitFor();
    await tab.context.close();
  });
});
