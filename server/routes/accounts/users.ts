import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { listOf, presentList } from '../../presenters/common.ts';
import { optional } from '../../presenters/shape.ts';
import { listedUser, presentListedUser, presentUserState, userState } from '../../presenters/users.ts';
import type { UserService } from '../../services/accounts/users.ts';
import { paging } from '../paging.ts';

const listQuery = paging.extend({
  search: optional(
    z.string().trim().min(1).max(200),
    'Only accounts whose name or e-mail address contains this; 1–200 characters.',
    'ada',
  ),
  deactivated: optional(
    z.enum(['true', 'false']),
    'Only accounts that are deactivated, or only those that are not.',
    'false',
  ),
});

/** The accounts of the server, for its operator. */
export function userRoutes({ users }: { users: UserService }): Routes {
  const routes = createRoutes('/v1/server/users');
  const common = { tag: 'Server', accepts: ['user'], limit: 'general', resource: 'server' } as const;
  const nothing = z.strictObject({}).optional();

  routes.get(
    '/',
    {
      ...common,
      name: 'users.list',
      summary: 'List the accounts of the server',
      description: 'Newest first. For the operator.',
      sdk: {
        method: 'server.users.list',
        says: 'Lists the accounts, newest first.',
        example:
          "for await (const { email, projects } of operator.server.users.list({ search: 'example.com' })) console.log(email, projects);",
        query: 'UserQuery',
      },
      query: listQuery,
      answers: { 200: listOf(listedUser, 'UserList') },
    },
    async ({ query: { limit, offset, search, deactivated } }) => {
      const filter = {
        ...(search !== undefined && { search }),
        ...(deactivated !== undefined && { deactivated: deactivated === 'true' }),
      };
      const page = await users.list(filter, { limit, offset });
      return { status: 200, body: presentList(page, { limit, offset }, presentListedUser) };
    },
  );

  routes.post(
    '/:user_id/deactivate',
    {
      ...common,
      name: 'users.deactivate',
      audited: true,
      summary: 'Deactivate an account',
      description:
        'Its sessions end at once, and it cannot log in any more. Its projects, their API keys and widgets go on. For the operator, who cannot deactivate the own account (`own_account`) or the only operator’s (`last_operator`).',
      sdk: {
        method: 'server.users.deactivate',
        says: 'Ends the sessions of an account and lets it log in no more. Its projects go on.',
      },
      body: nothing,
      answers: { 200: userState },
      fails: [404],
    },
    async ({ credential, param }) => ({
      status: 200,
      body: presentUserState(await users.deactivate(credential, param('user_id'))),
    }),
  );

  routes.post(
    '/:user_id/reactivate',
    {
      ...common,
      name: 'users.reactivate',
      audited: true,
      summary: 'Reactivate an account',
      description: 'It can log in again. For the operator.',
      sdk: { method: 'server.users.reactivate', says: 'Lets an account log in again.' },
      body: nothing,
      answers: { 200: userState },
      fails: [404],
    },
    async ({ param }) => ({ status: 200, body: presentUserState(await users.reactivate(param('user_id'))) }),
  );

  routes.delete(
    '/:user_id/provider',
    {
      ...common,
      name: 'users.unlink',
      audited: true,
      summary: 'Unlink an account from the provider',
      description:
        'The person who was linked can no longer sign in to it through the provider, and its sessions and widget tokens end at once. From then on, the next person who signs in there with its e-mail address gets the account, unless it has a password. An account that is not linked stays as it is. For the operator.',
      sdk: { method: 'server.users.unlink', says: 'Unlinks an account from the provider, and ends its sessions.' },
      answers: { 200: userState },
      fails: [404],
    },
    async ({ param }) => ({ status: 200, body: presentUserState(await users.unlink(param('user_id'))) }),
  );

  return routes;
}
