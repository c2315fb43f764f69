import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { OWNER, withConsole } from './console-page.ts';

const signIn = async (page: Page, password = OWNER.password) => {
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const tokenOf = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('footnote.token') ?? localStorage.getItem('footnote.token'));
const accepts = async (url: string, token: string | null) =>
  (await fetch(`${url}/v1/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

describe.skipIf(!browserIsThere)('a session in the console (needs chromium)', () => {
  const world = withConsole();

  it('starts at the login, shows errors, and continues to the requested page', async () => {
    const { page, context, foreignRequests } = await world.guest('/projects/:project/settings?from=mail');
    await heading(page, 'Sign in to Footnote');
    expect(await page.title()).toBe('Sign in · Footnote');
    await signIn(page, 'not the password');
    await page.getByRole('alert').getByText('password').waitFor();
    await signIn(page);
    await heading(page, 'Settings');
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
      `/projects/${world.project.id}/settings?from=mail`,
    );
    // Before the project is there, its name is not.
    await expect.poll(() => page.title()).toBe('Settings · Acme Handbook · Footnote');
    expect(foreignRequests()).toEqual([]);
    await context.close();
  });

  it('names the command for a forgotten password as it works on the machine of the server', async () => {
    const { page, context } = await world.guest('/login');
    await page.getByText('Forgot your password?').click();
    await page.getByText('npx footnote users reset-password EMAIL').waitFor();
    await signIn(page);
    await heading(page, 'Projects');
    await page.goto(`${world.server.url}/settings/server`);
    await page.getByText('npx footnote doctor').waitFor();
    await context.close();
  });

  it('that has expired leads to the login and back to the same page', async () => {
    const { page, context } = await world.guest('/login');
    await signIn(page);
    await heading(page, 'Projects');
    await page.getByRole('link', { name: world.project.name }).click();
    await heading(page, 'Overview');
    const token = await tokenOf(page);
    // The page asks by itself now and then, which must not be what finds the session ended.
    const clicked = Promise.withResolvers<void>();
    await page.route('**/v1/**', async (route) => {
      await clicked.promise;
      await route.continue();
    });
    await fetch(`${world.server.url}/v1/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'API keys' }).click();
    clicked.resolve();
    await page.getByText('Your session has ended').waitFor();
    expect(await tokenOf(page)).toBeNull();
    await signIn(page);
    await heading(page, 'API keys');
    await context.close();
  });

  it('ends with signing out, on the server as well', async () => {
    const { page, context, complaints } = await world.guest('/login');
    await signIn(page);
    await heading(page, 'Projects');
    await page.getByRole('link', { name: 'Account' }).first().click();
    await heading(page, 'Account');
    const token = await tokenOf(page);
    expect(await accepts(world.server.url, token)).toBe(200);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByText('You are signed out.').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
    expect(await accepts(world.server.url, token)).toBe(401);
    // Back does not bring anything of it to the screen again.
    await page.goBack();
    await heading(page, 'Sign in to Footnote');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('that is kept applies to all tabs, and ends in all tabs', async () => {
    const { page, context } = await world.guest('/login');
    await page.getByLabel('Keep me signed in').check();
    await signIn(page);
    await heading(page, 'Projects');
    const other = await context.newPage();
    await other.goto(`${world.server.url}/settings/account`);
    await heading(other, 'Account');
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await heading(page, 'Sign in to Footnote');
    await heading(other, 'Sign in to Footnote');
    await context.close();
  });

  it('that is not kept ends with its tab', async () => {
    const { page, context } = await world.guest('/login');
    await signIn(page);
    await heading(page, 'Projects');
    const other = await context.newPage();
    await other.goto(`${world.server.url}/projects`);
    await heading(other, 'Sign in to Footnote');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await context.close();
  });

  it('redirects only within the console', async () => {
    const { page, context, foreignRequests } = await world.open('/login');
    await heading(page, 'Projects');
    for (const next of [
      'https://example.com/',
      '//example.com/',
      '/\\example.com',
      'javascript:alert(1)',
      '/login?next=/login',
    ]) {
      await page.goto(`${world.server.url}/login?next=${encodeURIComponent(next)}`);
      await heading(page, 'Projects');
    }
    await page.goto(`${world.server.url}/login?next=${encodeURIComponent('/settings/account')}`);
    await heading(page, 'Account');
    expect(foreignRequests()).toEqual([]);
    await context.close();
  });

  it('asks for the password where it was given long ago, and then goes on with what was wanted', async () => {
    const { id } = await world.client.projects.create({ name: 'Old news' });
    const { page, context, ...tab } = await world.open(`/projects/${id}/settings`, 'phone-dark');
    // As the server answers ten minutes later.
    let refusals = 0;
    await page.route(`**/v1/projects/${id}`, async (route) => {
      if (route.request().method() !== 'DELETE' || refusals > 0) return route.fallback();
      refusals += 1;
      const body = { detail: 'This needs a fresh password.', code: 'confirmation_required' };
      return route.fulfill({ status: 403, json: body });
    });
    await page.getByRole('button', { name: 'Delete the project…' }).click();
    await page.getByLabel('Type “Old news”').fill('Old news');
    await page.getByRole('button', { name: 'Delete the project', exact: true }).click();
    await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
    const dialog = page.locator('ui-dialog').last();
    await tab.screenshot('fresh-password');
    expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);
    await page.keyboard.type('not the password');
    expect(await dialog.getByLabel('Your password').inputValue()).toBe('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('wrong').waitFor();
    await dialog.getByLabel('Your password').fill(OWNER.password);
    await page.keyboard.press('Enter');
    await heading(page, 'Projects');
    await expect(world.client.projects.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await context.close();
  });

  it('is listed on the account page, where others are signed out one by one and all at once', async () => {
    const login = { email: OWNER.email, password: OWNER.password };
    const elsewhere = async (name: string) => {
      const response = await fetch(`${world.server.url}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': name },
        body: JSON.stringify(login),
      });
      return (await response.json()).access_token as string;
    };
    const tokens = [await elsewhere('curl/8'), await elsewhere('wget/1'), await elsewhere('other/1')];
    const { page, context, complaints, ...tab } = await world.guest('/login?next=/settings/account', 'phone-dark');
    await signIn(page);
    await heading(page, 'Account');
    const rows = page.locator('account-sessions li');
    await rows.filter({ hasText: 'This session' }).getByText('Chrome on Linux').waitFor();
    await tab.screenshot('account-sessions');
    expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);
    const curl = page.getByRole('button', { name: 'Sign out curl' });
    await curl.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Signed out there').waitFor();
    await expect.poll(() => curl.count()).toBe(0);
    const accepted = () => Promise.all(tokens.map((token) => accepts(world.server.url, token)));
    expect(await accepted()).toEqual([401, 200, 200]);
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect(await accepted()).toEqual([401, 401, 401]);
    expect(await accepts(world.server.url, await tokenOf(page))).toBe(200);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('survives a new password, and every other one of the owner does not', async () => {
    const here = await world.guest('/login');
    await signIn(here.page);
    await heading(here.page, 'Projects');
    const { access_token: elsewhere } = await world.client.auth.login({ email: OWNER.email, password: OWNER.password });

    await here.page.getByRole('link', { name: 'Account' }).first().click();
    await heading(here.page, 'Account');
    await here.page.getByLabel('Current password').fill('not the password');
    await here.page.getByLabel('New password').fill('short');
    await here.page.getByRole('button', { name: 'Change the password' }).click();
    await here.page.getByText('New password must be at least 8 characters long.').waitFor();
    await here.page.getByLabel('New password').fill('other words in a row');
    await here.page.getByRole('button', { name: 'Change the password' }).click();
    await here.page.getByText('Current password is wrong.').waitFor();
    await here.page.getByLabel('Current password').fill(OWNER.password);
    await here.page.getByRole('button', { name: 'Change the password' }).click();
    await here.page.getByText('The password has been changed').waitFor();
    expect(await accepts(world.server.url, await tokenOf(here.page))).toBe(200);
    expect(await accepts(world.server.url, elsewhere)).toBe(401);

    // And in the end the account goes, with everything in it.
    await here.page.getByRole('button', { name: 'Delete the account' }).click();
    const dialog = here.page.locator('ui-dialog');
    await dialog.getByLabel('Your password').fill('wrong again');
    await dialog.getByRole('button', { name: 'Delete the account' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Your password').fill('other words in a row');
    await dialog.getByRole('button', { name: 'Delete the account' }).click();
    await here.page
      .getByText('has been deleted')
      .or(here.page.getByRole('heading', { name: 'Create the first account' }))
      .waitFor();
    expect(await tokenOf(here.page)).toBeNull();
    await here.context.close();
  });
});

describe.skipIf(!browserIsThere)('where accounts are no longer made (needs chromium)', () => {
  const world = withConsole(async () => {}, { env: { REGISTRATION: 'closed' } });

  it('is not offered, and its address redirects to the login', async () => {
    const { page, context, complaints } = await world.guest('/welcome');
    await heading(page, 'Sign in to Footnote');
    expect(new URL(page.url()).pathname).toBe('/login');
    expect(await page.getByText('Create an account').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a browser that stores nothing holds a session until the page is reloaded', async () => {
    const { page, context } = await world.guest('/login');
    await context.addInitScript(() => {
      for (const name of ['sessionStorage', 'localStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    });
    await page.reload();
    await signIn(page);
    await heading(page, 'Projects');
    await page.getByRole('link', { name: world.project.name }).click();
    await heading(page, 'Overview');
    await page.reload();
    await heading(page, 'Sign in to Footnote');
    await context.close();
  });
});
