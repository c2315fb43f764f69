import type { Transferred } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes } from '../http/routes.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { presentMember } from '../presenters/member.ts';
import { invitedRole } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { MemberService } from '../services/members.ts';
import { paging } from './paging.ts';

const update = shape('UpdateMemberRequest', 'A new role.', z.strictObject({ role: invitedRole }));
const transfer = shape(
  'TransferProjectRequest',
  'The member who becomes the owner.',
  z.strictObject({ user_id: z.string().min(1).max(100) }),
);

/** Who works on a project. */
export function memberRoutes({ members }: { members: MemberService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id');
  const ours = { accepts: ['user'], limit: 'general', answers: [200] } as const;

  routes.get(
    '/members',
    guard(
      { ...ours, role: 'viewer', name: 'members.list', resource: 'project', query: paging },
      async ({ project, credential, query }) => {
        const page = await members.list(project.id, query);
        return { status: 200, body: presentList(page, query, presentMember(credential.userId)) };
      },
    ),
  );

  routes.patch(
    '/members/:user_id',
    guard(
      { ...ours, role: 'owner', name: 'members.update', resource: 'project', audited: true, body: update },
      async ({ project, credential, param, body }) => {
        const member = await members.update(project, param('user_id'), body.role);
        return { status: 200, body: presentMember(credential.userId)(member) };
      },
    ),
  );

  // Everybody may leave; the service refuses the removal of others.
  routes.delete(
    '/members/:user_id',
    guard(
      { ...ours, role: 'viewer', name: 'members.delete', resource: 'membership', audited: true },
      async ({ project, role, credential, param }) => {
        await members.remove({ project, role }, credential, param('user_id'));
        return { status: 200, body: presentDeleted(param('user_id')) };
      },
    ),
  );

  routes.post(
    '/transfer',
    guard(
      { ...ours, role: 'owner', name: 'projects.transfer', resource: 'project', audited: true, body: transfer },
      async ({ project, credential, body }) => {
        await members.transfer(project, credential, body.user_id);
        return { status: 200, body: { transferred: true, owner_id: body.user_id } satisfies Transferred };
      },
    ),
  );

  return routes;
}
