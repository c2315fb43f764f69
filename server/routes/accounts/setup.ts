import type { Setup } from '@footnote/sdk/contract';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { setup } from '../../presenters/usage.ts';
import type { Accounts } from '../../services/accounts/accounts.ts';

/** The setup state, which needs no credential. */
export function setupRoutes(options: {
  accounts: Accounts;
  version: string;
  /** The command line of Footnote in its own folder. */
  command: string;
  sendsMail: boolean;
  readsPictures: () => boolean;
  /** Called when somebody asks while there is no account, as the console does when it is opened. */
  openedWithoutAccount: () => void;
}): Routes {
  const { accounts, version, command, sendsMail, readsPictures, openedWithoutAccount } = options;
  const routes = createRoutes('/v1');

  routes.get(
    '/setup',
    {
      name: 'setup.retrieve',
      accepts: ['none'],
      limit: 'general',
      tag: 'Server',
      summary: 'Check whether accounts exist and registration is open',
      description: 'For pages shown before login. Needs no credential.',
      sdk: {
        method: 'setup.retrieve',
        says: 'Retrieves whether an account exists and whether one can be created. Needs no credential.',
        example: 'const { accounts, registration } = await guest.setup.retrieve();',
      },
      answers: { 200: setup },
    },
    async () => {
      const setup = await accounts.setup();
      if (!setup.accounts) openedWithoutAccount();
      return {
        status: 200,
        body: { ...setup, version, command, sends_mail: sendsMail, reads_pictures: readsPictures() } satisfies Setup,
      };
    },
  );

  return routes;
}
