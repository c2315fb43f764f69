import type {
  AcceptedInvitation,
  CreatedInvitation,
  CreateInvitationRequest,
  Deleted,
  Invitation,
  InvitationTokenRequest,
  ListQuery,
  OpenInvitation,
} from '../contract/index.ts';
import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/page.ts';
import { path } from '../core/path.ts';
import { ListedResource } from '../core/resource.ts';

/** Invitations to projects. */
export class Invitations extends ListedResource {
  /**
   * Invites the owner of an e-mail address, or with `null` whoever has the link first. `url` is returned only here.
   * @example
   * const { url } = await owner.projects.invitations.create(projectId, { email: 'ada@example.com', role: 'editor' });
   */
  create(projectId: string, body: CreateInvitationRequest, options?: RequestOptions): Promise<CreatedInvitation> {
    return this.request({ method: 'POST', path: path`/projects/${projectId}/invitations`, body, once: true }, options);
  }

  /**
   * Lists the pending invitations, newest first.
   * @example
   * for await (const { email, expires_at } of owner.projects.invitations.list(projectId)) console.log(email, expires_at);
   */
  list(projectId: string, query?: ListQuery, options?: RequestOptions): PagePromise<Invitation> {
    return this.paged(path`/projects/${projectId}/invitations`, query, options);
  }

  /**
   * Revokes an invitation.
   * @example
   * await owner.projects.invitations.delete(projectId, invitationId);
   */
  delete(projectId: string, invitationId: string, options?: RequestOptions): Promise<Deleted> {
    return this.request({ method: 'DELETE', path: path`/projects/${projectId}/invitations/${invitationId}` }, options);
  }

  /**
   * Returns what an invitation is for. Needs no credential.
   * @example
   * const { project_name, role } = await guest.projects.invitations.look({ token: invitationToken });
   */
  look(body: InvitationTokenRequest, options?: RequestOptions): Promise<OpenInvitation> {
    return this.request({ method: 'POST', path: '/invitations/look', body, open: true }, options);
  }

  /**
   * Makes the client's own account a member. Throws a `PermissionDeniedError` with the code `invitation_void` if the invitation has
   * been accepted or revoked, or has expired.
   * @example
   * const { project_id } = await member.projects.invitations.accept({ token: invitationToken });
   */
  accept(body: InvitationTokenRequest, options?: RequestOptions): Promise<AcceptedInvitation> {
    return this.request({ method: 'POST', path: '/invitations/accept', body, once: true }, options);
  }
}
