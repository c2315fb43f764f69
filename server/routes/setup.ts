import type { Setup } from '@footnote/sdk/contract';
import Router from '@koa/router';
import type { RequestState } from '../http/context.ts';
import { guard } from '../http/guard.ts';
import type { Accounts } from '../services/accounts.ts';

/** What may be known before anybody has logged in, and no more. */
export function setupRoutes({
  accounts,
  version,
  command,
}: {
  accounts: Accounts;
  version: string;
  command: string;
}): Router<RequestState> {
  const router = new Router<RequestState>({ prefix: '/v1' });

  router.get(
    '/setup',
    guard({ name: 'setup.retrieve', accepts: ['none'], limit: 'general', answers: [200] }, async () => {
      return { status: 200, body: { ...(await accounts.setup()), version, command } satisfies Setup };
    }),
  );

  return router;
}
