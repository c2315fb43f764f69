import type { User } from '@footnote/sdk/contract';
import type { UserRow } from '../store/types.ts';

/** Leaves out the password hash. */
export function presentUser({ id, email, name, operator }: UserRow): User {
  return { id, email, name, operator };
}
