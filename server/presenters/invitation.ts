import type { CreatedInvitation, Invitation, OpenInvitation } from '@footnote/sdk/contract';
import type { InvitationRow, OpenInvitation as OpenInvitationRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

export function presentInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    created_at: timestamp(row.createdAt),
    expires_at: timestamp(row.expiresAt),
  };
}

export function presentCreatedInvitation({
  row,
  token,
  url,
  mail,
}: { row: InvitationRow } & Pick<CreatedInvitation, 'token' | 'url' | 'mail'>): CreatedInvitation {
  return { ...presentInvitation(row), token, url, mail };
}

/** What somebody who has the link may know. */
export function presentOpenInvitation(row: OpenInvitationRow): OpenInvitation {
  return {
    project_name: row.projectName,
    owner_name: row.ownerName,
    email: row.email,
    role: row.role,
    expires_at: timestamp(row.expiresAt),
  };
}
