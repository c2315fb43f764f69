import type { Member } from '@footnote/sdk/contract';
import type { MemberRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

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
