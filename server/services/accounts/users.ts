import type { ListedUser, Page, Paging, UserFilter, UserRow, Users } from '../../store/types.ts';
import type { UserCredential } from '../access/credentials.ts';
import type { RunningChats } from '../answers/running-chats.ts';
import { errors } from '../errors.ts';

/** The accounts of the server, for its operator. */
export interface UserService {
  /** Newest first. */
  list(filter: UserFilter, paging: Paging): Promise<Page<ListedUser>>;
  /**
   * Ends every session of the account and every widget token that it has minted, and lets it in no more. Its projects stay as they
   * are, with their API keys and widgets. Throws 404 if there is no such account, 400 `own_account`, and 400 `last_operator`.
   */
  deactivate(credential: UserCredential, userId: string): Promise<UserRow>;
  /** Throws 404 if there is no such account, as the following. */
  reactivate(userId: string): Promise<UserRow>;
  /** Unlinks the account from the provider, and ends its sessions and the widget tokens that it has minted. */
  unlink(userId: string): Promise<UserRow>;
}

export function createUserService(deps: {
  users: Pick<Users, 'list' | 'setDeactivated' | 'unlinkIdentities'>;
  chats: RunningChats;
  now: () => number;
}): UserService {
  const { users, chats, now } = deps;
  return {
    list: users.list,

    async deactivate(credential, userId) {
      if (userId === credential.userId) throw errors.ownAccount();
      const user = await chats.revoke({ mintedBy: userId }, () => users.setDeactivated(userId, now()));
      if (user === null) throw errors.notFound();
      if (user === 'last-operator') throw errors.lastOperator();
      return user;
    },

    async reactivate(userId) {
      const user = await users.setDeactivated(userId, null);
      if (user === null || user === 'last-operator') throw errors.notFound();
      return user;
    },

    async unlink(userId) {
      const user = await chats.revoke({ mintedBy: userId }, () => users.unlinkIdentities(userId, now()));
      if (user === null) throw errors.notFound();
      return user;
    },
  };
}
