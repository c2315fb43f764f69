import type { AcceptedInvitation } from '@footnote/sdk/contract';
import { z } from 'zod';
import { createRoutes, type Routes, type RoutesBelow } from '../../http/routes.ts';
import { deleted, listOf, presentDeleted, presentList } from '../../presenters/common.ts';
import { invitedRole } from '../../presenters/enums.ts';
import {
  acceptedInvitation,
  createdInvitation,
  invitation,
  openInvitation,
  presentCreatedInvitation,
  presentInvitation,
  presentOpenInvitation,
} from '../../presenters/invitations.ts';
import { field, optional, shape } from '../../presenters/shape.ts';
import type { InvitationService } from '../../services/accounts/invitations.ts';
import { paging } from '../paging.ts';
import { newEmail } from '../text-fields.ts';

const create = shape('CreateInvitationRequest', 'Whom to invite, and as what.', {
  email: field(
    newEmail.nullable(),
    'The e-mail address of the account that may accept it. `null`: the first person who opens the link.',
    'ada@example.com',
  ),
  role: field(invitedRole, 'What the person will be in the project.', 'editor'),
  expires_in_days: optional(z.int().min(1).max(30), 'How long the invitation is valid, 1–30 days. Default: 7.', 7),
});

/** The token of an invitation. It stands in a body and never in an address, as addresses are logged. */
export const invitationToken = z.string().min(1).max(100);
const token = shape('InvitationTokenRequest', 'The token of an invitation.', {
  token: field(invitationToken, 'The part of the link after the `#`.', 'tSx0pQ7vK2mWcR9dLj4hYb8nFg5aZe1uXi6oTk3qPrM'),
});

interface Deps {
  invitations: InvitationService;
}

/** Invitations to projects, and what those who got one do with it. */
export function invitationRoutes(deps: Deps): Routes {
  const routes = createRoutes('/v1');
  addInvitations(routes, deps);
  addAcceptance(routes, deps);
  return routes;
}

function addInvitations(routes: RoutesBelow<'/v1'>, { invitations }: Deps): void {
  const ours = { tag: 'Members', accepts: ['user'], role: 'owner', limit: 'general', resource: 'project' } as const;

  routes.post(
    '/projects/:project_id/invitations',
    {
      ...ours,
      name: 'invitations.create',
      audited: true,
      summary: 'Invite somebody',
      description:
        'Only this response contains the link, which accepts the invitation once. Where the server sends mail, the link is sent to `email` before the response, and `mail` says whether that worked. A new invitation to the same e-mail address replaces the former one. Fails with `already_member`, and with `quota_reached` if the project has 200 members and invitations.',
      sdk: {
        method: 'projects.invitations.create',
        says: 'Invites the owner of an e-mail address, or with `null` the first who has the link. `url` is returned only here.',
        example:
          "const { url } = await owner.projects.invitations.create(projectId, { email: 'ada@example.com', role: 'editor' });",
        once: true,
      },
      body: create,
      answers: { 201: createdInvitation },
    },
    async ({ project, credential, body }) => {
      const { email, role, expires_in_days: days } = body;
      const created = await invitations.create(project, { email, role, days, invitedBy: credential.userId });
      return { status: 201, body: presentCreatedInvitation(created) };
    },
  );

  routes.get(
    '/projects/:project_id/invitations',
    {
      ...ours,
      name: 'invitations.list',
      summary: 'List the pending invitations of a project',
      sdk: {
        method: 'projects.invitations.list',
        says: 'Lists the pending invitations, newest first.',
        example:
          'for await (const { email, expires_at } of owner.projects.invitations.list(projectId)) console.log(email, expires_at);',
      },
      query: paging,
      answers: { 200: listOf(invitation, 'InvitationList') },
    },
    async ({ project, query }) => {
      const page = await invitations.list(project.id, query);
      return { status: 200, body: presentList(page, query, presentInvitation) };
    },
  );

  routes.delete(
    '/projects/:project_id/invitations/:invitation_id',
    {
      ...ours,
      name: 'invitations.delete',
      audited: true,
      summary: 'Revoke an invitation',
      sdk: { method: 'projects.invitations.delete' },
      answers: { 200: deleted },
    },
    async ({ project, param }) => {
      await invitations.revoke(project.id, param('invitation_id'));
      return { status: 200, body: presentDeleted(param('invitation_id')) };
    },
  );
}

function addAcceptance(routes: RoutesBelow<'/v1'>, { invitations }: Deps): void {
  routes.post(
    '/invitations/look',
    {
      name: 'invitations.look',
      accepts: ['none'],
      limit: 'general',
      tag: 'Members',
      summary: 'Look at an invitation',
      description:
        'Needs no credential. Fails with `invitation_void` if it has been accepted or revoked, or has expired.',
      sdk: {
        method: 'projects.invitations.look',
        says: 'Returns what an invitation is for. Needs no credential.',
        example: 'const { project_name, role } = await guest.projects.invitations.look({ token: invitationToken });',
      },
      body: token,
      bodySize: 'small',
      answers: { 200: openInvitation },
      fails: [403],
    },
    async ({ body }) => ({ status: 200, body: presentOpenInvitation(await invitations.look(body.token)) }),
  );

  routes.post(
    '/invitations/accept',
    {
      name: 'invitations.accept',
      accepts: ['user'],
      limit: 'general',
      tag: 'Members',
      summary: 'Accept an invitation',
      description:
        'With the account that becomes a member. Fails with `invitation_void`, with `invitation_for_other` if it is for another e-mail address, and with `already_member`. Who has no account yet sends the token with `POST /v1/auth/register`.',
      sdk: {
        method: 'projects.invitations.accept',
        says: "Makes the client's own account a member. Throws a `PermissionDeniedError` with the code `invitation_void` if the invitation has been accepted or revoked, or has expired.",
        example: 'const { project_id } = await member.projects.invitations.accept({ token: invitationToken });',
        once: true,
      },
      body: token,
      bodySize: 'small',
      answers: { 200: acceptedInvitation },
    },
    async ({ credential, body, address, header }) => {
      const device = { address, userAgent: header('user-agent') };
      const { projectId, role } = await invitations.accept(body.token, credential, device);
      return { status: 200, body: { project_id: projectId, role } satisfies AcceptedInvitation };
    },
  );
}
