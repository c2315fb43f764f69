import type { InvitedRole, Role } from '@footnote/sdk/contract';
import type { MemberRow, Members, Page, Paging, ProjectRow } from '../../store/types.ts';
import { requireConfirmation } from '../access/confirmation.ts';
import type { UserCredential } from '../access/credentials.ts';
import type { RunningChats } from '../access/running-chats.ts';
import { errors } from '../errors.ts';

export interface MemberService {
  /** The owner first. */
  list(projectId: string, paging: Paging): Promise<Page<MemberRow>>;
  /** Throws 400 `owner_keeps_role` for the owner, 404 for somebody who is not a member. */
  update(project: ProjectRow, userId: string, role: InvitedRole): Promise<MemberRow>;
  /**
   * Removes a member, which the owner may do with all others, and everybody with themselves. Widget tokens that the member has
   * minted end at once. Throws 400 `owner_cannot_leave`, 403 `insufficient_role`, and 404 for somebody who is not a member.
   */
  remove(member: { project: ProjectRow; role: Role }, credential: UserCredential, userId: string): Promise<void>;
  /**
   * Makes another member the owner, and the owner an editor. Throws 403 `confirmation_required`, 400 `not_transferable` for
   * somebody who is not a member, and 400 `quota_reached` if the other account has as many projects as it may have.
   */
  transfer(project: ProjectRow, credential: UserCredential, userId: string): Promise<void>;
}

export function createMemberService(deps: {
  members: Members;
  chats: RunningChats;
  /** For each account; null for no limit. */
  maxProjects: number | null;
  now: () => number;
}): MemberService {
  const { members, chats, maxProjects, now } = deps;
  return {
    list: members.list,

    async update(project, userId, role) {
      if (userId === project.userId) throw errors.ownerKeepsRole();
      const member = await members.update(project.id, userId, role);
      if (!member) throw errors.notFound();
      return member;
    },

    async remove({ project, role }, credential, userId) {
      if (role !== 'owner' && userId !== credential.userId) throw errors.insufficientRole(role, 'owner');
      if (userId === project.userId) throw errors.ownerCannotLeave();
      const removed = await chats.revoke({ mintedBy: userId, projectId: project.id }, () =>
        members.remove(project.id, userId),
      );
      if (!removed) throw errors.notFound();
    },

    async transfer({ id, userId: from }, credential, to) {
      requireConfirmation(credential, now());
      if (!(await members.transfer(id, { from, to }, maxProjects, now()))) throw errors.notTransferable();
    },
  };
}
