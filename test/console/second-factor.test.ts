import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { authenticatorCode } from '../helpers/server/authenticator.ts';
import { OWNER, withConsole } from './console-page.ts';

describe.skipIf(!browserIsThere)('the second factor in the console (needs chromium)', () => {
  const world = withConsole();

  it('is set up with an app, asked for at the login, and turned off with a recovery code', async () => {
    const { page, context, complaints, ...tab } = await world.open('/settings/account', 'phone-dark');
    const sound = async () => expect([await tab.overflow(), await tab.faults()]).toEqual([0, []]);
    await page.getByRole('button', { name: 'Set up…' }).click();
    await page.getByRole('img', { name: 'QR code' }).waitFor();
    await tab.screenshot('second-factor-setup');
    await sound();
    const secret =
      (await page.locator('account-second-factor ui-code pre').innerText()).match(/[A-Z2-7]{32}/)?.[0] ?? '';
    const code = page.getByLabel('The code that the app shows now');
    expect(await code.evaluate((field) => field.matches(':focus'))).toBe(true);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('wrong').waitFor();
    await code.fill(authenticatorCode(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await tab.screenshot('second-factor-codes');
    await sound();
    const shown = await page.locator('account-second-factor ui-code pre').innerText();
    const [first = '', second = ''] = shown.match(/[0-9a-z]{4}(?:-[0-9a-z]{4}){3}/g) ?? [];
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes left').waitFor();
    await tab.screenshot('second-factor-on');
    await sound();

    // The next sign-in asks for a code, in a second step.
    const guest = await world.guest('/login?next=/settings/account', 'light');
    await guest.page.getByLabel('E-mail').fill(OWNER.email);
    await guest.page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await guest.page.keyboard.press('Enter');
    await guest.page.getByRole('heading', { name: 'One more step' }).waitFor();
    await guest.screenshot('second-factor-login');
    expect([await guest.overflow(), await guest.faults()]).toEqual([0, []]);
    const asked = guest.page.getByLabel('Code', { exact: true });
    expect(await asked.getAttribute('autocomplete')).toBe('one-time-code');
    await asked.fill('000000');
    await guest.page.keyboard.press('Enter');
    await guest.page.getByRole('alert').getByText('The code is wrong').waitFor();
    await asked.fill(first);
    await guest.page.keyboard.press('Enter');
    await guest.page.getByText('9 recovery codes left').waitFor();

    // Turning it off asks for the password and a code where these were given long ago.
    let refused = false;
    await guest.page.route('**/v1/auth/second-factor', async (route) => {
      if (route.request().method() !== 'DELETE' || refused) return route.fallback();
      refused = true;
      return route.fulfill({ status: 403, json: { detail: 'No.', code: 'confirmation_required' } });
    });
    await guest.page.getByRole('button', { name: 'Turn off…' }).click();
    await guest.page.getByRole('button', { name: 'Turn it off' }).click();
    await guest.page.getByLabel('Your password').fill(OWNER.password);
    await guest.page.keyboard.press('Enter');
    const again = guest.page.getByLabel('Code', { exact: true });
    await again.waitFor();
    await expect.poll(() => again.evaluate((field) => field.matches(':focus'))).toBe(true);
    await guest.screenshot('second-factor-confirm');
    await again.fill(second);
    await guest.page.keyboard.press('Enter');
    await guest.page.getByText('The second factor is off').waitFor();
    await guest.page.getByRole('button', { name: 'Set up…' }).waitFor();
    expect(complaints.filter((line) => !/status of 40[01]/.test(line))).toEqual([]);
    await guest.context.close();
    await context.close();
  });
});
