import type { Transferred } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes } from '../../http/routes.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import { invitedRole } from '../../presenters/enums.ts';
import { member, presentMember, transferred } from '../../presenters/members.ts';
import { field, shape } from '../../presenters/shape.ts';
import type { MemberService } from '../../services/accounts/members.ts';
import { paging } from '../paging.ts';

const update = shape('UpdateMemberRequest', 'A new role.', { role: field(invitedRole, 'The new role.', 'viewer') });
const transfer = shape('TransferProjectRequest', 'The member who becomes the owner.', {
  user_id: field(z.string().min(1).max(100), 'The account that becomes the owner.', 'usr_4YHhQ0V2b7c9D1kLmN3pqR'),
});

/** Who works on a project. */
export function memberRoutes({ members }: { members: MemberService }): Routes {
  const routes = createRoutes('/v1/projects/:project_id');
  const ours = { tag: 'Members', accepts: ['user'], limit: 'general' } as const;

  routes.get(
    '/members',
    {
      ...ours,
      name: 'members.list',
      resource: 'project',
      role: 'viewer',
      summary: 'List the members of a project',
      description: 'The owner first, then in the order in which they joined.',
      sdk: {
        method: 'projects.members.list',
        says: 'Lists the members, the owner first.',
        example: 'for await (const { name, role } of owner.projects.members.list(projectId)) console.log(name, role);',
      },
      query: paging,
      answers: { 200: listOf(member, 'MemberList') },
    },
    async ({ project, credential, query }) => {
      const page = await members.list(project.id, query);
      return { status: 200, body: presentList(page, query, presentMember(credential.userId)) };
    },
  );

  routes.patch(
    '/members/:user_id',
    {
      ...ours,
      name: 'members.update',
      resource: 'project',
      audited: true,
      role: 'owner',
      summary: 'Change the role of a member',
      description: 'It applies from the member’s next request on. The owner’s role changes only by a transfer.',
      sdk: { method: 'projects.members.update', says: 'Gives a member another role. For the owner.', once: true },
      body: update,
      answers: { 200: member },
    },
    async ({ project, credential, param, body }) => {
      const member = await members.update(project, param('user_id'), body.role);
      return { status: 200, body: presentMember(credential.userId)(member) };
    },
  );

  // Everybody may leave; the service refuses the removal of others.
  routes.delete(
    '/members/:user_id',
    {
      ...ours,
      name: 'members.delete',
      resource: 'membership',
      audited: true,
      role: 'viewer',
      summary: 'Remove a member, or leave',
      description:
        'The owner may remove every other member; every other member may remove themselves. Widget tokens that the member has created end too. API keys are the project’s and stay: revoke those that the member has seen. The owner cannot leave (`owner_cannot_leave`).',
      sdk: {
        method: 'projects.members.delete',
        says: 'Removes a member. For the owner; everybody else may remove themselves.',
      },
      answers: { 200: deleted },
    },
    async ({ project, role, credential, param }) => {
      await members.remove({ project, role }, credential, param('user_id'));
      return { status: 200, body: presentDeleted(param('user_id')) };
    },
  );

  routes.post(
    '/transfer',
    {
      ...ours,
      name: 'projects.transfer',
      resource: 'project',
      audited: true,
      role: 'owner',
      summary: 'Make another member the owner',
      description:
        'You stay in the project as an editor. From then on, the project counts against the quotas of the new owner, and what is done to it is in the audit log of the new owner. Needs a fresh password (`POST /v1/auth/confirm`). Fails with `not_transferable` for somebody who is not a member.',
      sdk: {
        method: 'projects.members.transfer',
        says: "Makes another member the owner, and the client's own account an editor. Throws a `PermissionDeniedError` with the code `confirmation_required` if the password was not given for ten minutes.",
        example: 'await owner.projects.members.transfer(projectId, { user_id: userId });',
        once: true,
      },
      body: transfer,
      answers: { 200: transferred },
    },
    async ({ project, credential, body }) => {
      await members.transfer(project, credential, body.user_id);
      return { status: 200, body: { transferred: true, owner_id: body.user_id } satisfies Transferred };
    },
  );

  return routes;
}
