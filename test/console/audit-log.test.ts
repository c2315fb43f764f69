import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { OWNER, withConsole } from './console-page.ts';

describe.skipIf(!browserIsThere)('the audit log in the console (needs chromium)', () => {
  const world = withConsole();

  it('tells on the account page what was done and what was refused, by kind, and is exported', async () => {
    const wrong = { email: OWNER.email, password: 'not the password' };
    await fetch(`${world.server.url}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'curl/8' },
      body: JSON.stringify(wrong),
    });
    const { page, context, complaints, ...tab } = await world.open('/settings/account', 'phone-dark');
    const log = page.locator('audit-log');
    const rows = log.locator('li');
    await rows.filter({ hasText: 'Project created' }).getByText(world.project.name).first().waitFor();
    const denied = rows.filter({ hasText: 'Refused' }).first();
    expect(await denied.textContent()).toMatch(/Signed in.*curl/s);
    await log.scrollIntoViewIfNeeded();
    await tab.screenshot('audit-log');
    expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);

    await log.getByLabel('Show').selectOption({ label: 'API key revoked' });
    await log.getByText('Nothing yet').waitFor();
    await log.getByLabel('Show').selectOption({ label: 'Project created' });
    await expect
      .poll(async () => new Set(await rows.locator('.title').allTextContents()))
      .toEqual(new Set(['Project created']));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      log.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^audit-log-.*\.csv$/);
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain('projects.create');
    expect(text).not.toContain('auth.login');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('tells the operator what was done to all accounts', async () => {
    const { page, context, ...tab } = await world.open('/settings/audit-log', 'light');
    const rows = page.locator('audit-log li');
    await rows.filter({ hasText: 'Project created' }).first().getByText(`by ${OWNER.email}`).waitFor();
    expect(await rows.filter({ hasText: 'usr_' }).count()).toBe(0);

    const entries = await world.client.server.auditLog.list();
    const [entry] = entries.items;
    const gone = { ...entry, user_email: null, actor: { kind: 'user', id: 'usr_gone', name: null, email: null } };
    await page.route('**/server/audit-log?*', (route) => route.fulfill({ json: { ...entries, items: [gone] } }));
    await page.reload();
    await rows.getByText(`by deleted account usr_gone · in the account of deleted account ${entry?.user_id}`).waitFor();
    await page.locator('audit-log').scrollIntoViewIfNeeded();
    await tab.screenshot('audit-log-server');
    expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);
    await context.close();
  });
});
