import { describe, expect, it } from 'vitest';
import { browserIsThere } from '../helpers/browser.ts';
import { LOOKS, type Look, withConsole } from './console-page.ts';

const LOOKED = Object.keys(LOOKS) as Look[];

/** By the name of its screenshot: where it is, and what its heading says. */
const VIEWS: Record<string, { path: string; heading: string; guest?: true }> = {
  login: { path: '/login', heading: 'Sign in to Footnote', guest: true },
  register: { path: '/welcome', heading: 'Create your account', guest: true },
  projects: { path: '/projects', heading: 'Projects' },
  settings: { path: '/projects/:project/settings', heading: 'Settings' },
  keys: { path: '/projects/:project/keys', heading: 'API keys' },
  account: { path: '/settings/account', heading: 'Account' },
  nowhere: { path: '/projects/proj_none/sources', heading: 'Nothing here' },
  sources: { path: '/projects/:project/sources', heading: 'Sources' },
};

describe.skipIf(!browserIsThere)('the console (needs chromium)', () => {
  const world = withConsole();

  describe.each(LOOKED)('%s', (look) => {
    it.each(Object.entries(VIEWS))('shows %s without a fault', async (name, { path, heading, guest }) => {
      const tab = await (guest ? world.guest(path, look) : world.open(path, look));
      await tab.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await tab.screenshot(name);
      expect(tab.complaints).toEqual([]);
      expect(tab.strangers()).toEqual([]);
      expect(await tab.overflow()).toBe(0);
      expect(await tab.faults()).toEqual([]);
      await tab.context.close();
    });
  });
});
