import type { Setup } from '@footnote/sdk/contract';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import type { Accounts } from '../services/accounts.ts';

/** The setup state, which needs no credential. */
export function setupRoutes({
  accounts,
  version,
  command,
  sendsMail,
}: {
  accounts: Accounts;
  version: string;
  command: string;
  sendsMail: boolean;
}): Routes {
  const routes = createRoutes('/v1');

  routes.get(
    '/setup',
    guard({ name: 'setup.retrieve', accepts: ['none'], limit: 'general', answers: [200] }, async () => {
      return {
        status: 200,
        body: { ...(await accounts.setup()), version, command, sends_mail: sendsMail } satisfies Setup,
      };
    }),
  );

  return routes;
}
