import type { OperationDocs } from '../http/openapi/openapi-types.ts';
import { deleted, listOf } from '../presenters/shapes/common.ts';
import {
  acceptedInvitation,
  createdInvitation,
  invitation,
  listedUser,
  member,
  openInvitation,
  transferred,
  userState,
} from '../presenters/shapes/members.ts';
import { paging } from './paging.ts';

const token = ['The part of the link after the `#`.', 'tSx0pQ7vK2mWcR9dLj4hYb8nFg5aZe1uXi6oTk3qPrM'] as const;

/** Members and invitations of projects, and the accounts of the server. */
export const memberOperations: Record<string, OperationDocs> = {
  'members.list': {
    tag: 'Members',
    summary: 'List the members of a project',
    description: 'The owner first, then in the order in which they joined.',
    input: paging,
    answers: { 200: listOf(member, 'MemberList') },
  },
  'members.update': {
    tag: 'Members',
    summary: 'Change the role of a member',
    description: 'It applies from the member’s next request on. The owner’s role changes only by a transfer.',
    input: { role: ['The new role.', 'viewer'] },
    answers: { 200: member },
  },
  'members.delete': {
    tag: 'Members',
    summary: 'Remove a member, or leave',
    description:
      'The owner may remove every other member; every other member may remove themselves. Widget tokens that the member has created end too. API keys are the project’s and stay: revoke those that the member has seen. The owner cannot leave (`owner_cannot_leave`).',
    answers: { 200: deleted },
  },
  'projects.transfer': {
    tag: 'Members',
    summary: 'Make another member the owner',
    description:
      'You stay in the project as an editor. From then on, the project counts against the quotas of the new owner, and what is done to it is in the audit log of the new owner. Needs a fresh password (`POST /v1/auth/confirm`). Fails with `not_transferable` for somebody who is not a member.',
    input: { user_id: ['The account that becomes the owner.', 'usr_4YHhQ0V2b7c9D1kLmN3pqR'] },
    answers: { 200: transferred },
  },
  'invitations.create': {
    tag: 'Members',
    summary: 'Invite somebody',
    description:
      'Only this response contains the link, which accepts the invitation once. Where the server sends mail, the link is sent to `email` before the response, and `mail` says whether that worked. A new invitation to the same e-mail address replaces the former one. Fails with `already_member`, and with `quota_reached` if the project has 200 members and invitations.',
    input: {
      email: [
        'The e-mail address of the account that may accept it. `null`: the first person who opens the link.',
        'ada@example.com',
      ],
      role: ['What the person will be in the project.', 'editor'],
      expires_in_days: ['How long the invitation is valid, 1–30 days. Default: 7.', 7],
    },
    answers: { 201: createdInvitation },
  },
  'invitations.list': {
    tag: 'Members',
    summary: 'List the pending invitations of a project',
    input: paging,
    answers: { 200: listOf(invitation, 'InvitationList') },
  },
  'invitations.delete': {
    tag: 'Members',
    summary: 'Revoke an invitation',
    answers: { 200: deleted },
  },
  'invitations.look': {
    tag: 'Members',
    summary: 'Look at an invitation',
    description:
      'Needs no credential. Fails with `invitation_void` if it has been accepted or revoked, or has expired.',
    input: { token },
    answers: { 200: openInvitation },
  },
  'invitations.accept': {
    tag: 'Members',
    summary: 'Accept an invitation',
    description:
      'With the account that becomes a member. Fails with `invitation_void`, with `invitation_for_other` if it is for another e-mail address, and with `already_member`. Who has no account yet sends the token with `POST /v1/auth/register`.',
    input: { token },
    answers: { 200: acceptedInvitation },
  },
  'users.list': {
    tag: 'Server',
    summary: 'List the accounts of the server',
    description: 'Newest first. For the operator.',
    input: {
      ...paging,
      search: ['Only accounts whose name or e-mail address contains this; 1–200 characters.', 'ada'],
      deactivated: ['Only accounts that are deactivated, or only those that are not.', 'false'],
    },
    answers: { 200: listOf(listedUser, 'UserList') },
  },
  'users.deactivate': {
    tag: 'Server',
    summary: 'Deactivate an account',
    description:
      'Its sessions end at once, and it cannot log in any more. Its projects, their API keys and widgets go on. For the operator, who cannot deactivate the own account (`own_account`) or the only operator’s (`last_operator`).',
    input: {},
    answers: { 200: userState },
  },
  'users.reactivate': {
    tag: 'Server',
    summary: 'Reactivate an account',
    description: 'It can log in again. For the operator.',
    input: {},
    answers: { 200: userState },
  },
  'users.unlink': {
    tag: 'Server',
    summary: 'Unlink an account from the provider',
    description:
      'The person who was linked can no longer sign in to it through the provider, and its sessions and widget tokens end at once. From then on, the next person who signs in there with its e-mail address gets the account, unless it has a password. An account that is not linked stays as it is. For the operator.',
    input: {},
    answers: { 200: userState },
  },
};
