import { newId } from '../../platform/ids.ts';
import type { Page, Paging, SessionRow, Sessions, UserRow, Users } from '../../store/types.ts';
import type { UserCredential } from '../access/credentials.ts';
import type { RunningChats } from '../access/running-chats.ts';
import { describeClient } from './describe-client.ts';

/** Lifetime of a user token, and of its session. */
export const ACCESS_TOKEN_SECONDS = 86_400;

/** More than anybody reads in a list. One more login ends the session that has been idle for longest. */
const MAX_SESSIONS = 1_000;

/** Where a request comes from. */
export interface Device {
  address: string;
  /** Empty if it names none. */
  userAgent: string;
}

/** The sessions of an account: one for each login, until it is ended or its token expires. */
export type SessionService = ReturnType<typeof createSessionService>;

export function createSessionService(deps: {
  users: Pick<Users, 'endOtherSessions'>;
  chats: Pick<RunningChats, 'revoke'>;
  sessions: Sessions;
  hashAddress: (...parts: string[]) => string;
  now: () => number;
}) {
  const { users, sessions, chats, hashAddress, now } = deps;
  return {
    /** Returns the id of the new session; null if the account has been deleted, or its password changed, since it was read. */
    async begin({ id: userId, tokenEpoch }: UserRow, { address, userAgent }: Device): Promise<string | null> {
      const at = now();
      const session = {
        id: newId('ses'),
        userId,
        tokenEpoch,
        client: describeClient(userAgent),
        addressHash: hashAddress(userId, address),
        createdAt: at,
        lastUsedAt: at,
        confirmedAt: at,
        expiresAt: at + ACCESS_TOKEN_SECONDS * 1_000,
      };
      return (await sessions.create(session, MAX_SESSIONS)) ? session.id : null;
    },

    /** Newest first. */
    list: ({ userId }: UserCredential, paging: Paging): Promise<Page<SessionRow>> =>
      sessions.listByUser(userId, now(), paging),

    /** The password has been given again. Returns when that was, in epoch milliseconds. */
    async confirm(sessionId: string): Promise<number> {
      const at = now();
      await sessions.confirm(sessionId, at);
      return at;
    },

    /** False: the account has no such session. */
    end: ({ userId }: UserCredential, sessionId: string): Promise<boolean> => sessions.end(userId, sessionId),

    /** Ends all but the credential's own. Returns how many. */
    endOthers: (credential: UserCredential): Promise<number> =>
      chats.revoke({ mintedBy: credential.userId }, () => users.endOtherSessions(credential.userId, credential, now())),

    /** Reports whether the session began at this address. */
    beganAt: ({ userId, addressHash }: SessionRow, address: string): boolean =>
      addressHash === hashAddress(userId, address),
  };
}
