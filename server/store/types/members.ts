import type { InvitedRole, Role } from '@footnote/sdk/contract';
import { nullable, oneOf, type Row, table, text, time } from '../table.ts';
import type { Page, Paging } from './paging.ts';

/** Somebody who works on a project: its owner, or an account that was invited. */
export interface MemberRow {
  projectId: string;
  userId: string;
  email: string;
  name: string;
  role: Role;
  /** When the member joined; for the owner, when the project was made. */
  createdAt: number;
  /** The account cannot be used. */
  deactivated: boolean;
}

export const projectMembers = table(
  'project_members',
  { projectId: text, userId: text, role: oneOf<InvitedRole>(), createdAt: time },
  ['projectId', 'userId'],
);

/** The members of projects. A project has exactly one owner, who is in its own row; all others are here. */
export interface Members {
  /** Null for an account that is not a member of the project. */
  roleOf(projectId: string, userId: string): Promise<Role | null>;
  /** The owner first, then in the order in which they joined. */
  list(projectId: string, paging: Paging): Promise<Page<MemberRow>>;
  /** Null: not a member besides the owner. */
  update(projectId: string, userId: string, role: InvitedRole): Promise<MemberRow | null>;
  /** False: not a member besides the owner. */
  remove(projectId: string, userId: string): Promise<boolean>;
  /**
   * Makes a member the owner, and the owner an editor. `most`: how many projects an account may own; null for no limit. False:
   * the owner is another one by now, or the other account is not a member or is deactivated. Throws 400 `quota_reached`.
   */
  transfer(projectId: string, users: { from: string; to: string }, most: number | null, at: number): Promise<boolean>;
}

export const invitations = table('invitations', {
  id: text,
  projectId: text,
  /** For whom it is; null: for anybody with the link. */
  email: nullable(text),
  role: oneOf<InvitedRole>(),
  /** SHA-256 of the token, hex. */
  tokenHash: text,
  createdAt: time,
  expiresAt: time,
});
export type InvitationRow = Row<typeof invitations>;

/** An invitation with what somebody who has its link may know of the project. */
export interface OpenInvitation extends InvitationRow {
  projectName: string;
  ownerId: string;
  ownerName: string;
}

/** `void`: accepted, revoked or expired. `other-email`: it is for somebody else. `member`: the account is one already. */
export type Accepted =
  | { outcome: 'accepted'; invitation: InvitationRow }
  | { outcome: 'void' }
  | { outcome: 'other-email' }
  | { outcome: 'member' };

/** Invitations that have neither been accepted nor revoked. Those that have expired are not found, even before they are swept. */
export interface Invitations {
  /**
   * Replaces an earlier one for the same e-mail address. `most`: how many people a project may have, with those who are invited.
   * Throws 400 `quota_reached`, `already_member`, and 404 for a project that is gone.
   */
  create(invitation: InvitationRow, most: number): Promise<void>;
  /** Newest first. */
  list(projectId: string, now: number, paging: Paging): Promise<Page<InvitationRow>>;
  byToken(tokenHash: string, now: number): Promise<OpenInvitation | null>;
  /** Makes the account a member. An invitation can be accepted once. */
  accept(tokenHash: string, userId: string, now: number): Promise<Accepted>;
  /** False: the project has no such invitation. */
  revoke(projectId: string, id: string): Promise<boolean>;
  /** Deletes those that expired before; returns how many. */
  sweep(before: number): Promise<number>;
}

export const identities = table('identities', { issuer: text, subject: text, userId: text, createdAt: time }, [
  'issuer',
  'subject',
]);

/** An account of an OpenID Connect provider, as the provider names it. */
export type Identity = Pick<Row<typeof identities>, 'issuer' | 'subject'>;

/**
 * What comes of linking an identity to an account. `already`: it was linked to this account. `taken`: it is linked to another one.
 * `other`: the account has another identity of the same issuer, or is gone.
 */
export type Linking = 'linked' | 'already' | 'taken' | 'other';

/** Which accounts of providers sign in to which account. An account has at most one identity of an issuer. */
export interface Identities {
  /** The id of the account; null if the identity is not linked to one. */
  userOf(identity: Identity): Promise<string | null>;
  link(identity: Identity, userId: string, at: number): Promise<Linking>;
  unlink(userId: string): Promise<void>;
  has(userId: string): Promise<boolean>;
  /** Who of this issuer signs in to the account; null if no one does. */
  subjectOf(userId: string, issuer: string): Promise<string | null>;
}
