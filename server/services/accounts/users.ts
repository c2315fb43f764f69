import type { UserRow, Users } from '../../store/types.ts';
import type { UserCredential } from '../access/credentials.ts';
import type { RunningChats } from '../access/running-chats.ts';
import { errors } from '../errors.ts';

/** The accounts of the server, for its operator. */
export type UserService = ReturnType<typeof createUserService>;

export function createUserService(deps: {
  users: Pick<Users, 'list' | 'setDeactivated' | 'unlinkIdentities'>;
  chats: RunningChats;
  now: () => number;
}) {
  const { users, chats, now } = deps;
  return {
    /** Newest first. */
    list: users.list,

    /**
     * Ends every session of the account and every widget token that it has minted, and lets it in no more. Its projects stay as they
     * are, with their API keys and widgets. Throws 404 if there is no such account, 400 `own_account`, and 400 `last_operator`.
     */
    async deactivate(credential: UserCredential, userId: string): Promise<UserRow> {
      if (userId === credential.userId) throw errors.ownAccount();
      const user = await chats.revoke({ mintedBy: userId }, () => users.setDeactivated(userId, now()));
      if (user === null) throw errors.notFound();
      if (user === 'last-operator') throw errors.lastOperator();
      return user;
    },

    /** Throws 404 if there is no such account, as the following. */
    async reactivate(userId: string): Promise<UserRow> {
      const user = await users.setDeactivated(userId, null);
      if (user === null || user === 'last-operator') throw errors.notFound();
      return user;
    },

    /** Unlinks the account from the provider, and ends its sessions and the widget tokens that it has minted. */
    async unlink(userId: string): Promise<UserRow> {
      const user = await chats.revoke({ mintedBy: userId }, () => users.unlinkIdentities(userId, now()));
      if (user === null) throw errors.notFound();
      return user;
    },
  };
}
