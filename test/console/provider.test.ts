import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { type LocalProvider, startProvider } from '../helpers/server/identity-provider.ts';
import { LOOKED, OWNER, withConsole } from './console-page.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** What somebody does on the provider's own pages: the login, and once the consent. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
  await page.getByText('Continue', { exact: true }).click();
}

describe.skipIf(!browserIsThere)('sign-in with a provider in the console (needs chromium)', () => {
  let provider: LocalProvider;
  const env: Record<string, string> = { OIDC_NAME: 'Example ID', REGISTRATION: 'closed' };
  beforeAll(async () => {
    provider = await startProvider({
      ada: { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' },
      olivia: { email: OWNER.email, email_verified: true, name: 'Olivia' },
      adam: { email: 'ada@example.com', email_verified: true, name: 'Adam Lovelace' },
    });
    Object.assign(env, {
      ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret },
    });
  });
  const world = withConsole(async ({ server }) => provider.admit(server.url), { env });
  afterAll(() => provider.close());

  it.each(LOOKED)('is offered beside passwords, and lets nobody in who is not known (%s)', async (look) => {
    const tab = await world.guest('/login', look);
    const { page } = tab;
    await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor();
    await tab.screenshot('login-with-provider');
    expect(await tab.faults()).toEqual([]);
    expect(await tab.overflow()).toBe(0);
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    await signInThere(page, 'ada');
    await heading(page, 'You are not signed in');
    await page.getByText('Registration is closed on this server.').waitFor();
    expect(new URL(page.url()).search).toBe('');
    await tab.screenshot('login-refused');
    expect(await tab.faults()).toEqual([]);
    await tab.context.close();
  });

  it('brings somebody who is invited into the project', async () => {
    const body = { email: 'ada@example.com', role: 'editor' } as const;
    const { url } = await world.client.projects.invitations.create(world.project.id, body);
    const { page, context } = await world.guest(new URL(url).pathname + new URL(url).hash);
    await page.getByRole('link', { name: 'Sign in with an account' }).click();
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    await signInThere(page, 'ada');
    await heading(page, 'Projects');
    await page.getByText('Acme Handbook').waitFor();
    await page.getByText('Ada Lovelace').first().waitFor();
    await page.goto(`${world.server.url}/settings/account`);
    await page.getByText('This account has no password').waitFor();
    expect(await page.getByLabel('Current password').count()).toBe(0);
    await context.close();
  });

  it.each(LOOKED)('says who can help where an address is somebody else’s, and the operator does (%s)', async (look) => {
    const [present, next] = look === LOOKED[0] ? ['ada', 'adam'] : ['adam', 'ada'];
    const signIn = async (login: string) => {
      const tab = await world.guest('/login', look);
      await tab.page.getByRole('button', { name: 'Sign in with Example ID' }).click();
      await signInThere(tab.page, login);
      return tab;
    };
    const refused = await signIn(next);
    await refused.page.getByText('on the page Users').waitFor();
    await refused.screenshot('identity-taken');
    expect(await refused.faults()).toEqual([]);
    expect(await refused.overflow()).toBe(0);
    await refused.context.close();

    const operator = await world.open('/settings/users', look);
    await operator.page.getByRole('button', { name: 'Unlink Ada Lovelace' }).click();
    await operator.screenshot('unlink-user');
    expect(await operator.faults()).toEqual([]);
    await operator.page.getByRole('button', { name: 'Unlink', exact: true }).click();
    await operator.page.getByText('Ada Lovelace is unlinked from the provider').waitFor();
    await operator.context.close();

    const accepted = await signIn(next);
    await heading(accepted.page, 'Projects');
    await accepted.context.close();
    const { page, context } = await signIn(present);
    await heading(page, 'You are not signed in');
    await context.close();
  });

  it.each(LOOKED)('is linked to an account that has a password, and then signs in to it (%s)', async (look) => {
    const tab = await world.open('/settings/account', look);
    const { page, context } = tab;
    await page.getByRole('button', { name: 'Link Example ID' }).click();
    await signInThere(page, 'olivia');
    await page.getByRole('button', { name: 'Unlink Example ID' }).waitFor();
    await tab.screenshot('provider-linked');
    expect(await tab.faults()).toEqual([]);
    expect(await tab.overflow()).toBe(0);
    const guest = await world.guest('/login', look);
    await guest.page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    await signInThere(guest.page, 'olivia');
    await heading(guest.page, 'Projects');
    await guest.context.close();
    await page.getByRole('button', { name: 'Unlink Example ID' }).click();
    await page.getByRole('button', { name: 'Link Example ID' }).waitFor();
    await context.close();
  });
});
