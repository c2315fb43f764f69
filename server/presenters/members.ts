import type { Member } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { MemberRow } from '../store/types.ts';
import { role } from './enums.ts';
import { field, flag, id, shape, text, time, timestamp } from './shape.ts';

export const member = shape('Member', 'Somebody who works on a project.', {
  id: id('usr', 'The id of the account.'),
  email: text('The e-mail address of the account.', 'ada@example.com'),
  name: text('The person’s name.', 'Ada Lovelace'),
  role: field(role, 'What the member may do.', 'editor'),
  current: flag('Whether it is you.', false),
  deactivated: flag('Whether the operator of the server has deactivated the account.', false),
  joined_at: time('When the member joined; for the first owner, when the project was created.'),
});

export const transferred = shape('Transferred', 'The project has another owner, and you are one of its editors.', {
  transferred: z.literal(true),
  owner_id: id('usr', 'The account of the new owner.'),
});

/** For the account with this id. */
export const presentMember =
  (viewerId: string) =>
  (row: MemberRow): Member => ({
    id: row.userId,
    email: row.email,
    name: row.name,
    role: row.role,
    current: row.userId === viewerId,
    deactivated: row.deactivated,
    joined_at: timestamp(row.createdAt),
  });
