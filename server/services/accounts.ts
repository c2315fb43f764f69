import { errors } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Revocations, UserRow, Users } from '../store/types.ts';
import type { UserCredential } from './credentials.ts';
import type { LoginThrottle } from './login-throttle.ts';
import type { Passwords } from './passwords.ts';
import type { Tokens } from './tokens.ts';

/** Of a user token, in seconds. */
export const ACCESS_TOKEN_SECONDS = 86_400;

export interface Accounts {
  /** Throws 400 `email_taken`, 403 `registration_closed`. */
  register(account: { email: string; password: string; name: string }): Promise<UserRow>;
  /** A token, or the same 401 after the same time for an unknown e-mail and a wrong password. */
  login(attempt: { email: string; password: string; address: string }): Promise<string>;
  logout(credential: UserCredential): Promise<void>;
}

export function createAccounts({
  users,
  revocations,
  passwords,
  tokens,
  throttle,
  registration,
  now,
}: {
  users: Users;
  revocations: Revocations;
  passwords: Passwords;
  tokens: Tokens;
  throttle: LoginThrottle;
  registration: 'open' | 'closed';
  now: () => number;
}): Accounts {
  // Closed registration lets the first account in; one at a time, so that two racing for it do not both get it.
  let lastRegistration: Promise<unknown> = Promise.resolve();

  async function create(account: { email: string; password: string; name: string }): Promise<UserRow> {
    if (registration === 'closed' && (await users.count()) > 0) throw errors.registrationClosed();
    const user: UserRow = {
      id: newId('usr'),
      email: account.email,
      name: account.name,
      passwordHash: await passwords.hash(account.password),
      createdAt: now(),
    };
    if (!(await users.create(user))) throw errors.emailTaken();
    return user;
  }

  return {
    register(account) {
      if (registration === 'open') return create(account);
      const turn = lastRegistration.then(() => create(account));
      lastRegistration = turn.catch(() => undefined);
      return turn;
    },

    async login({ email, password, address }) {
      throttle.begin(email, address);
      const user = await users.byEmail(email);
      if (!(await passwords.verify(password, user?.passwordHash ?? null)) || !user) throw errors.invalidCredentials();
      throttle.succeeded(email, address);
      if (passwords.outdated(user.passwordHash)) {
        await users.updatePasswordHash(user.id, await passwords.hash(password));
      }
      return tokens.signUser({ sub: user.id }, ACCESS_TOKEN_SECONDS);
    },

    logout: (credential) => revocations.revoke(credential.tokenId, credential.expiresAt),
  };
}
