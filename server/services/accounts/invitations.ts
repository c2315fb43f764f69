import { createHash } from 'node:crypto';
import type { InvitedRole } from '@footnote/sdk/contract';
import { newId, randomBase62 } from '../../platform/ids.ts';
import type { InvitationRow, Invitations, OpenInvitation, Page, Paging, ProjectRow, Store } from '../../store/types.ts';
import type { UserCredential } from '../access/credentials.ts';
import { errors } from '../errors.ts';
import { type AuditLogService, actorOf } from './audit-log.ts';
import type { MailLimits } from './mail-limits.ts';
import type { Device } from './sessions.ts';

/** 256 bits. */
const TOKEN_LENGTH = 43;
const SHAPE = /^[0-9A-Za-z]{43}$/;
const DAY_MS = 24 * 60 * 60_000;
const DEFAULT_DAYS = 7;

/** Members and invitations of a project together: enough for the people of a company who look after one website. */
const MAX_PEOPLE = 200;

/** The stored form of an invitation's token. A fast hash is enough for 256 random bits. */
export const hashInvitation = (token: string): string => createHash('sha256').update(token).digest('hex');

export interface CreatedInvitation {
  row: InvitationRow;
  token: string;
  /** The console's page for it. Browsers do not send the part after the `#`, so no proxy logs the token. */
  url: string;
  /** Whether the link was sent by mail. `none`: it was not tried. */
  mail: 'sent' | 'failed' | 'none';
}

/** What a mail with an invitation says. */
export interface InvitationToSend {
  to: string;
  project: string;
  /** The name of the user who invites. */
  invitedBy: string;
  link: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

export interface InvitationService {
  /**
   * Invites somebody: the owner of an e-mail address, or with null the one who opens the link first. The token is not stored and cannot
   * be shown again. An earlier invitation to the same address is void from then on. Where the server sends mail, the link is
   * sent to that address, once and before this resolves: who invites has to know whether to send the link. Throws 400
   * `already_member` and `quota_reached`, and 429 where too many were sent to the address, by the account or of the project.
   */
  create(
    project: Pick<ProjectRow, 'id' | 'name'>,
    wanted: { email: string | null; role: InvitedRole; days?: number | undefined; invitedBy: string },
  ): Promise<CreatedInvitation>;
  /** Newest first, without those that have expired. */
  list(projectId: string, paging: Paging): Promise<Page<InvitationRow>>;
  /** Throws 404 if the project has no such invitation. */
  revoke(projectId: string, id: string): Promise<void>;
  /** What somebody who has the link may know. Throws 403 `invitation_void`. */
  look(token: string): Promise<OpenInvitation>;
  /**
   * Makes the account a member. Throws 403 `invitation_void`, or `invitation_for_other` if it is for another e-mail address, and
   * 400 `already_member`.
   */
  accept(token: string, credential: UserCredential, device: Device): Promise<InvitationRow>;
}

export function createInvitationService(deps: {
  invitations: Invitations;
  users: Pick<Store['users'], 'byId'>;
  auditLog: Pick<AuditLogService, 'record'>;
  mailLimits: Pick<MailLimits, 'take'>;
  /** Null where the server sends no mail. */
  sendMail: ((invitation: InvitationToSend) => Promise<boolean>) | null;
  publicUrl: () => string;
  now: () => number;
}): InvitationService {
  const { invitations, users, auditLog, mailLimits, sendMail, publicUrl, now } = deps;
  async function look(token: string): Promise<OpenInvitation> {
    const found = SHAPE.test(token) ? await invitations.byToken(hashInvitation(token), now()) : null;
    if (!found) throw errors.invitationVoid();
    return found;
  }

  return {
    async create({ id: projectId, name: project }, { email, role, days = DEFAULT_DAYS, invitedBy }) {
      const isMailed = email !== null && sendMail !== null;
      if (isMailed) await mailLimits.take({ kind: 'invitation', to: email, account: invitedBy, project: projectId });
      const token = randomBase62(TOKEN_LENGTH);
      const at = now();
      const row: InvitationRow = {
        id: newId('inv'),
        projectId,
        email,
        role,
        tokenHash: hashInvitation(token),
        createdAt: at,
        expiresAt: at + days * DAY_MS,
      };
      await invitations.create(row, MAX_PEOPLE);
      const url = `${publicUrl()}/invitation#${token}`;
      const inviting = isMailed ? await users.byId(invitedBy) : null;
      if (!isMailed || inviting === null) return { row, token, url, mail: 'none' };
      const text = { project, invitedBy: inviting.name, link: url, expiresAt: row.expiresAt };
      return { row, token, url, mail: (await sendMail({ to: email, ...text })) ? 'sent' : 'failed' };
    },

    list: (projectId, paging) => invitations.list(projectId, now(), paging),

    async revoke(projectId, id) {
      if (!(await invitations.revoke(projectId, id))) throw errors.notFound();
    },

    look,

    async accept(token, credential, device) {
      const { ownerId } = await look(token);
      const accepted = await invitations.accept(hashInvitation(token), credential.userId, now());
      if (accepted.outcome === 'other-email') throw errors.invitationForOther();
      if (accepted.outcome === 'member') throw errors.alreadyMember();
      if (accepted.outcome !== 'accepted') throw errors.invitationVoid();
      const { id, projectId } = accepted.invitation;
      const event = { userId: ownerId, projectId, targetId: id, actor: actorOf(credential) };
      await auditLog.record({ ...event, action: 'invitations.accept', outcome: 'done', fields: [] }, device);
      return accepted.invitation;
    },
  };
}
