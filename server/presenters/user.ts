import type { ListedUser, User, UserState } from '@footnote/sdk/contract';
import type { ListedUser as ListedUserRow, UserRow } from '../store/types.ts';
import { timestamp } from './timestamp.ts';

/** Leaves out the password hash. */
export function presentUser({ id, email, name, operator, passwordHash }: UserRow): User {
  return { id, email, name, operator, has_password: passwordHash !== '' };
}

/** For the operator. */
export function presentUserState(row: UserRow): UserState {
  const { id, email, name, operator } = row;
  return {
    id,
    email,
    name,
    operator,
    deactivated_at: row.deactivatedAt === null ? null : timestamp(row.deactivatedAt),
    created_at: timestamp(row.createdAt),
  };
}

export function presentListedUser(row: ListedUserRow): ListedUser {
  return {
    ...presentUserState(row),
    projects: row.projects,
    linked: row.linked,
    last_login_at: row.lastLoginAt === null ? null : timestamp(row.lastLoginAt),
  };
}
