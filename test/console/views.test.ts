import { describe } from 'vitest';
import { browserIsThere } from '../helpers/browser/browser.ts';
import { lookAtViews, withConsole } from './console-page.ts';

describe.skipIf(!browserIsThere)('the console (needs chromium)', () => {
  lookAtViews(withConsole(), {
    login: { path: '/login', heading: 'Sign in to Footnote', guest: true },
    'reset-password': { path: '/reset-password', heading: 'Forgot your password?', guest: true },
    register: { path: '/welcome', heading: 'Create your account', guest: true },
    projects: { path: '/projects', heading: 'Projects' },
    settings: { path: '/projects/:project/settings', heading: 'Settings' },
    keys: { path: '/projects/:project/keys', heading: 'API keys' },
    handovers: { path: '/projects/:project/handovers', heading: 'To do' },
    webhooks: { path: '/projects/:project/webhooks', heading: 'Webhooks' },
    members: { path: '/projects/:project/members', heading: 'Members' },
    account: { path: '/settings/account', heading: 'Account' },
    users: { path: '/settings/users', heading: 'Users' },
    storage: { path: '/settings/storage', heading: 'Storage' },
    backups: { path: '/settings/backups', heading: 'Backups' },
    'audit-log': { path: '/settings/audit-log', heading: 'Audit log' },
    server: { path: '/settings/server', heading: 'Server' },
    nowhere: { path: '/projects/proj_none/settings', heading: 'Nothing here', refused: 404 },
  });
});
