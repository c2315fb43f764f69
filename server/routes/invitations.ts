import type { AcceptedInvitation } from '@footnote/sdk/contract';
import { z } from 'zod';
import { guard } from '../http/guard.ts';
import { createRoutes, type Routes, type RoutesBelow } from '../http/routes.ts';
import { presentCreatedInvitation, presentInvitation, presentOpenInvitation } from '../presenters/invitation.ts';
import { presentDeleted, presentList } from '../presenters/list.ts';
import { invitedRole } from '../presenters/shapes/enums.ts';
import { shape } from '../presenters/shapes/shape.ts';
import type { InvitationService } from '../services/invitations.ts';
import { newEmail } from './email.ts';
import { paging } from './paging.ts';

const create = shape(
  'CreateInvitationRequest',
  'Whom to invite, and as what.',
  z.strictObject({
    email: newEmail.nullable(),
    role: invitedRole,
    expires_in_days: z.int().min(1).max(30).exactOptional(),
  }),
);

/** The token of an invitation. It stands in a body and never in an address, as addresses are logged. */
export const invitationToken = z.string().min(1).max(100);
const token = shape(
  'InvitationTokenRequest',
  'The token of an invitation.',
  z.strictObject({ token: invitationToken }),
);

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
  const ours = { accepts: ['user'], role: 'owner', limit: 'general', answers: [200] } as const;

  routes.post(
    '/projects/:project_id/invitations',
    guard(
      { ...ours, name: 'invitations.create', resource: 'project', audited: true, body: create, answers: [201] },
      async ({ project, credential, body }) => {
        const { email, role, expires_in_days: days } = body;
        const created = await invitations.create(project, { email, role, days, invitedBy: credential.userId });
        return { status: 201, body: presentCreatedInvitation(created) };
      },
    ),
  );

  routes.get(
    '/projects/:project_id/invitations',
    guard({ ...ours, name: 'invitations.list', resource: 'project', query: paging }, async ({ project, query }) => {
      const page = await invitations.list(project.id, query);
      return { status: 200, body: presentList(page, query, presentInvitation) };
    }),
  );

  routes.delete(
    '/projects/:project_id/invitations/:invitation_id',
    guard({ ...ours, name: 'invitations.delete', resource: 'project', audited: true }, async ({ project, param }) => {
      await invitations.revoke(project.id, param('invitation_id'));
      return { status: 200, body: presentDeleted(param('invitation_id')) };
    }),
  );
}

function addAcceptance(routes: RoutesBelow<'/v1'>, { invitations }: Deps): void {
  routes.post(
    '/invitations/look',
    guard(
      {
        name: 'invitations.look',
        accepts: ['none'],
        limit: 'general',
        body: token,
        bodySize: 'small',
        answers: [200, 403],
      },
      async ({ body }) => ({ status: 200, body: presentOpenInvitation(await invitations.look(body.token)) }),
    ),
  );

  routes.post(
    '/invitations/accept',
    guard(
      {
        name: 'invitations.accept',
        accepts: ['user'],
        limit: 'general',
        body: token,
        bodySize: 'small',
        answers: [200],
      },
      async ({ credential, body, address, header }) => {
        const device = { address, userAgent: header('user-agent') };
        const { projectId, role } = await invitations.accept(body.token, credential, device);
        return { status: 200, body: { project_id: projectId, role } satisfies AcceptedInvitation };
      },
    ),
  );
}
