import type { CreatedInvitation, Invitation, OpenInvitation } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { InvitationRow, OpenInvitation as OpenInvitationRow } from '../store/types.ts';
import { invitedRole } from './enums.ts';
import { field, id, shape, text, time, timestamp } from './shape.ts';

const expiresAt = time('From then on, the invitation is void.');

const forWhom = field(
  z.string().nullable(),
  'The e-mail address of the account that may accept it; `null` if the first person who opens the link may.',
  'ada@example.com',
);

const invitationFields = {
  id: id('inv', 'The invitation’s id.'),
  email: forWhom,
  role: field(invitedRole, 'What the person will be in the project.', 'editor'),
  created_at: time('The time of creation.'),
  expires_at: expiresAt,
};

export const invitation = shape(
  'Invitation',
  'An invitation that has neither been accepted nor revoked, without its token.',
  invitationFields,
);

export const createdInvitation = shape('CreatedInvitation', 'A new invitation. Only this response contains its link.', {
  ...invitationFields,
  token: text('What accepts the invitation, once.', 'tSx0…'),
  url: text('The page on which the person accepts it.', 'https://chat.example.com/invitation#tSx0…'),
  mail: field(
    z.enum(['sent', 'failed', 'none']),
    'Whether the link was sent to `email`. `sent`: the mail server has taken the mail. `failed`: it has not, so send the link yourself. `none`: no mail was tried, as the server sends none or the invitation is for no one in particular.',
    'none',
  ),
});

export const openInvitation = shape('OpenInvitation', 'What somebody who has the link of an invitation may know.', {
  project_name: text('The name of the project.', 'Example manuals'),
  owner_name: text('The name of its owner.', 'Grace Hopper'),
  email: forWhom,
  role: invitationFields.role,
  expires_at: expiresAt,
});

export const acceptedInvitation = shape('AcceptedInvitation', 'You are a member of the project.', {
  project_id: id('proj', 'The project.'),
  role: invitationFields.role,
});

export function presentInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    created_at: timestamp(row.createdAt),
    expires_at: timestamp(row.expiresAt),
  };
}

export function presentCreatedInvitation(
  options: { row: InvitationRow } & Pick<CreatedInvitation, 'token' | 'url' | 'mail'>,
): CreatedInvitation {
  const { row, token, url, mail } = options;
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
