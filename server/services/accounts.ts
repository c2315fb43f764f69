import type { UpdateUserRequest } from '@footnote/sdk/contract';
import { errors } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import type { NewUser, Revocations, UserRow, Users } from '../store/types.ts';
import type { UserCredential } from './credentials.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import type { RunningChats } from './running-chats.ts';
import type { Tokens } from './tokens.ts';

/** Of a user token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 86_400;

export interface Accounts {
  /** Is there an account yet, and may anybody make one? */
  setup(): Promise<{ accounts: boolean; registration: 'open' | 'closed' }>;
  /** Throws 400 `email_taken`, 403 `registration_closed`. */
  register(account: { email: string; password: string; name: string }): Promise<UserRow>;
  /** A token, or the same 401 after the same time for an unknown e-mail and a wrong password. */
  login(attempt: { email: string; password: string; address: string }): Promise<string>;
  logout(credential: UserCredential): Promise<void>;
  retrieve(credential: UserCredential): Promise<UserRow>;
  /** A new password needs the current one (400 `wrong_password`), and makes every other token void. */
  update(credential: UserCredential, request: UpdateUserRequest & { address: string }): Promise<UserRow>;
  /** Everything of the user goes, the answers that are being written too; resolves when no byte is left. */
  delete(credential: UserCredential, proof: { password: string; address: string }): Promise<void>;
}

export function createAccounts({
  users,
  revocations,
  chats,
  passwords,
  tokens,
  throttle,
  registration,
  now,
}: {
  users: Users;
  revocations: Revocations;
  chats: RunningChats;
  passwords: Passwords;
  tokens: Tokens;
  throttle: LoginThrottle;
  registration: 'open' | 'closed';
  now: () => number;
}): Accounts {
  async function create(account: { email: string; password: string; name: string }): Promise<UserRow> {
    // Before a password is hashed for nothing; two that race for the first account are told apart when it is made.
    const onlyFirst = registration === 'closed';
    if (onlyFirst && (await users.count()) > 0) throw errors.registrationClosed();
    const user: NewUser = {
      id: newId('usr'),
      email: account.email,
      name: account.name,
      passwordHash: await passwords.hash(account.password),
      tokenEpoch: 1,
      keptToken: null,
      createdAt: now(),
    };
    const made = await users.create(user, onlyFirst);
    if (made === 'not-first') throw errors.registrationClosed();
    if (made === 'email-taken') throw errors.emailTaken();
    const created = await users.byId(user.id);
    if (!created) throw errors.tokenRevoked();
    return created;
  }

  async function retrieve({ userId }: UserCredential): Promise<UserRow> {
    const user = await users.byId(userId);
    if (!user) throw errors.tokenRevoked();
    return user;
  }

  /** A stolen token must not help to guess the password: it counts as a login. */
  async function prove(user: UserRow, password: string, address: string): Promise<void> {
    await throttle.begin(user.email, address);
    if (!(await passwords.verify(password, user.passwordHash))) throw errors.wrongPassword();
    await throttle.succeeded(user.email, address);
  }

  return {
    setup: async () => ({ accounts: (await users.count()) > 0, registration }),

    retrieve,

    async update(credential, { name, password, current_password = '', address }) {
      const user = await retrieve(credential);
      if (password !== undefined) await prove(user, current_password, address);
      const updated = await users.update(user.id, {
        ...(name !== undefined && { name }),
        ...(password !== undefined && {
          password: { hash: await passwords.hash(password), keptToken: credential.tokenId },
        }),
      });
      if (!updated) throw errors.tokenRevoked();
      return updated;
    },

    async delete(credential, { password, address }) {
      const user = await retrieve(credential);
      await prove(user, password, address);
      const deleted = await chats.revoking({ userId: user.id }, () => users.delete(user.id));
      if (!deleted) throw errors.tokenRevoked();
    },

    register: create,

    async login({ email, password, address }) {
      await throttle.begin(email, address);
      const user = await users.byEmail(email);
      if (!(await passwords.verify(password, user?.passwordHash ?? null)) || !user) throw errors.invalidCredentials();
      await throttle.succeeded(email, address);
      if (passwords.outdated(user.passwordHash)) {
        await users.updatePasswordHash(user.id, await passwords.hash(password));
      }
      return tokens.signUser({ sub: user.id, epoch: user.tokenEpoch }, ACCESS_TOKEN_SECONDS);
    },

    logout: (credential) => revocations.revoke(credential.tokenId, credential.expiresAt),
  };
}
