import type { User } from '@footnote/sdk/contract';
import type { UserRow } from '../store/types.ts';

/** Never the password's hash. */
export function presentUser({ id, email, name, operator }: UserRow): User {
  return { id, email, name, operator };
}
