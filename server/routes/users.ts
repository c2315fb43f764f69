import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentList } from '../presenters/list.ts';
import { presentListedUser, presentUserState } from '../presenters/user.ts';
import type { UserService } from '../services/users.ts';
import { paging } from './paging.ts';

const listQuery = paging.extend({
  search: z.string().trim().min(1).max(200).exactOptional(),
  deactivated: z.enum(['true', 'false']).exactOptional(),
});

/** The accounts of the server, for its operator. */
export function userRoutes({ users }: { users: UserService }): Routes {
  const routes = createRoutes('/v1/server/users');
  const common = { accepts: ['user'], limit: 'general' } as const;
  const nothing = z.strictObject({}).optional();

  routes.get(
    '/',
    guard(
      { ...common, name: 'users.list', resource: 'server', query: listQuery, answers: [200] },
      async ({ query: { limit, offset, search, deactivated } }) => {
        const filter = {
          ...(search !== undefined && { search }),
          ...(deactivated !== undefined && { deactivated: deactivated === 'true' }),
        };
        const page = await users.list(filter, { limit, offset });
        return { status: 200, body: presentList(page, { limit, offset }, presentListedUser) };
      },
    ),
  );

  routes.post(
    '/:user_id/deactivate',
    guard(
      { ...common, name: 'users.deactivate', resource: 'server', audited: true, body: nothing, answers: [200, 404] },
      async ({ credential, param }) => {
        return { status: 200, body: presentUserState(await users.deactivate(credential, param('user_id'))) };
      },
    ),
  );

  routes.post(
    '/:user_id/reactivate',
    guard(
      { ...common, name: 'users.reactivate', resource: 'server', audited: true, body: nothing, answers: [200, 404] },
      async ({ param }) => {
        return { status: 200, body: presentUserState(await users.reactivate(param('user_id'))) };
      },
    ),
  );

  routes.delete(
    '/:user_id/provider',
    guard(
      { ...common, name: 'users.unlink', resource: 'server', audited: true, answers: [200, 404] },
      async ({ param }) => {
        return { status: 200, body: presentUserState(await users.unlink(param('user_id'))) };
      },
    ),
  );

  return routes;
}
