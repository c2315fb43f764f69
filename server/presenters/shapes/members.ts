import { z } from 'zod';
import { invitedRole, role } from './enums.ts';
import { count, field, id, shape, text, time } from './shape.ts';

const INVITED = 'ada@example.com';
const expiresAt = time('From then on, the invitation is void.');
const forWhom = field(
  z.string().nullable(),
  'The e-mail address of the account that may accept it; `null` if the first person who opens the link may.',
  INVITED,
);

export const member = shape(
  'Member',
  'Somebody who works on a project.',
  z.strictObject({
    id: id('usr', 'The id of the account.'),
    email: text('The e-mail address of the account.', INVITED),
    name: text('The person’s name.', 'Ada Lovelace'),
    role: field(role, 'What the member may do.', 'editor'),
    current: field(z.boolean(), 'Whether it is you.', false),
    deactivated: field(z.boolean(), 'Whether the operator of the server has deactivated the account.', false),
    joined_at: time('When the member joined; for the first owner, when the project was created.'),
  }),
);

export const transferred = shape(
  'Transferred',
  'The project has another owner, and you are one of its editors.',
  z.strictObject({ transferred: z.literal(true), owner_id: id('usr', 'The account of the new owner.') }),
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
  z.strictObject(invitationFields),
);

export const createdInvitation = shape(
  'CreatedInvitation',
  'A new invitation. Only this response contains its link.',
  z.strictObject({
    ...invitationFields,
    token: text('What accepts the invitation, once.', 'tSx0…'),
    url: text('The page on which the person accepts it.', 'https://chat.example.com/invitation#tSx0…'),
    mail: field(
      z.enum(['sent', 'failed', 'none']),
      'Whether the link was sent to `email`. `sent`: the mail server has taken the mail. `failed`: it has not, so send the link yourself. `none`: no mail was tried, as the server sends none or the invitation is for nobody in particular.',
      'none',
    ),
  }),
);

export const openInvitation = shape(
  'OpenInvitation',
  'What somebody who has the link of an invitation may know.',
  z.strictObject({
    project_name: text('The name of the project.', 'Example manuals'),
    owner_name: text('The name of its owner.', 'Grace Hopper'),
    email: forWhom,
    role: invitationFields.role,
    expires_at: expiresAt,
  }),
);

export const acceptedInvitation = shape(
  'AcceptedInvitation',
  'You are a member of the project.',
  z.strictObject({ project_id: id('proj', 'The project.'), role: invitationFields.role }),
);

const userFields = {
  id: id('usr', 'The account’s id.'),
  email: text('The account’s e-mail address.', INVITED),
  name: text('The person’s name.', 'Ada Lovelace'),
  operator: field(z.boolean(), 'Whether the account may operate the server.', false),
  deactivated_at: field(
    z.string().meta({ format: 'date-time' }).nullable(),
    'Since when the account cannot be used; `null` while it can.',
    null,
  ),
  created_at: time('The time of registration.'),
};

export const userState = shape('UserState', 'An account, as its operator sees it.', z.strictObject(userFields));

export const listedUser = shape(
  'ListedUser',
  'An account in the operator’s list.',
  z.strictObject({
    ...userFields,
    projects: count('How many projects it owns.', 3),
    linked: field(z.boolean(), 'Whether somebody signs in to it with the provider.', false),
    last_login_at: field(
      z.string().meta({ format: 'date-time' }).nullable(),
      'The last login of the last 90 days; `null` if there was none.',
      '2026-01-31T12:00:00.000Z',
    ),
  }),
);
