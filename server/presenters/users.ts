import type { ListedUser, UserState } from '@footnote/sdk/contract';
import type { ListedUser as ListedUserRow, UserRow } from '../store/types.ts';
import { count, flag, id, nullableTime, nullableTimestamp, shape, text, time, timestamp } from './shape.ts';

const userFields = {
  id: id('usr', 'The account’s id.'),
  email: text('The account’s e-mail address.', 'ada@example.com'),
  name: text('The person’s name.', 'Ada Lovelace'),
  operator: flag('Whether the account may operate the server.', false),
  deactivated_at: nullableTime('Since when the account cannot be used; `null` while it can.', null),
  created_at: time('The time of registration.'),
};

export const userState = shape('UserState', 'An account, as its operator sees it.', userFields);

export const listedUser = shape('ListedUser', 'An account in the operator’s list.', {
  ...userFields,
  projects: count('How many projects it owns.', 3),
  linked: flag('Whether somebody signs in to it with the provider.', false),
  last_login_at: nullableTime('The last login of the last 90 days; `null` if there was none.'),
});

/** For the operator. */
export function presentUserState(row: UserRow): UserState {
  const { id, email, name, operator } = row;
  return {
    id,
    email,
    name,
    operator,
    deactivated_at: nullableTimestamp(row.deactivatedAt),
    created_at: timestamp(row.createdAt),
  };
}

export function presentListedUser(row: ListedUserRow): ListedUser {
  return {
    ...presentUserState(row),
    projects: row.projects,
    linked: row.linked,
    last_login_at: nullableTimestamp(row.lastLoginAt),
  };
}
