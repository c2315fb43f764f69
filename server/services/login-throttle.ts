import { createHmac, hkdfSync } from 'node:crypto';
import { errors } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Attempting, Limits, LoginAddresses } from '../store/types.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Failures without a delay: at one account from one address, at all accounts from one address (an office is many people),
 * and of one session.
 */
const FREE_FAILURES = { pair: 10, address: 50, session: 10 };

/**
 * Login attempts at one account from all addresses together that it has never logged in from. One address alone cannot use
 * them up: its own delays allow 23 attempts in the first hour, and four in each later one.
 */
const FROM_NEW_ADDRESSES = { limit: 30, windowMs: HOUR_MS };

/** How many addresses are remembered for an account, and for how long after the last login from there. */
const MAX_LOGIN_ADDRESSES = 20;
export const LOGIN_ADDRESS_LIFETIME_MS = 90 * DAY_MS;

/**
 * Slows down the guessing of passwords without letting strangers lock anybody out of their account.
 *
 * - An address that an account has logged in from is only ever slowed by failures at this account from this address.
 * - Any other address is also slowed by its failures at all accounts, and all such addresses share a number of attempts an hour.
 * - A session that proves its password is only slowed by its own failures.
 *
 * A delay grows to a quarter of an hour, and an hour after the last failure all of them are forgotten. An e-mail address
 * without an account is treated as one whose account has never logged in from the address at hand.
 */
export interface LoginThrottle {
  /** An attempt counts as failed until `succeeded` is called, so that parallel guesses count too. Throws 429 while blocked. */
  login(email: string, address: string): Promise<{ succeeded(userId: string): Promise<void> }>;
  /** The same for the password that a session is asked for. */
  proof(tokenId: string): Promise<{ succeeded(): Promise<void> }>;
}

interface LoginThrottleDeps {
  limits: Pick<Limits, 'hit' | 'takeBack' | 'attempt' | 'forgive'>;
  addresses: Pick<LoginAddresses, 'lastLogin' | 'note'>;
  /** The key of the hashes is derived from it: once it has changed, no address is known any more. */
  secret: string;
  log: Log;
  now: () => number;
}

export function createLoginThrottle(deps: LoginThrottleDeps): LoginThrottle {
  const { limits, addresses, secret, now } = deps;
  const hash = createAddressHash(secret);
  return {
    async login(email, address) {
      const addressHash = hash(email, address);
      const ofPair = { subject: `login ${addressHash}`, free: FREE_FAILURES.pair };
      const ofAddress = { subject: `login address ${hash(address)}`, free: FREE_FAILURES.address };
      const lastLogin = await addresses.lastLogin(email, addressHash);
      const known = lastLogin !== null && lastLogin > now() - LOGIN_ADDRESS_LIFETIME_MS;
      if (known) await attempt(deps, [ofPair]);
      const takeBack = known
        ? null
        : await attemptFromNewAddress(deps, `login account ${hash(email)}`, ofPair, ofAddress);
      return {
        async succeeded(userId) {
          await limits.forgive(ofPair.subject, 'all', now());
          await takeBack?.();
          // Not with every login, as each is a write.
          if (!known || lastLogin <= now() - DAY_MS) await noteAddress(deps, userId, addressHash);
        },
      };
    },

    async proof(tokenId) {
      const subject = `login session ${tokenId}`;
      await attempt(deps, [{ subject, free: FREE_FAILURES.session }]);
      return { succeeded: () => limits.forgive(subject, 'all', now()) };
    },
  };
}

/** A keyed hash: with a plain one, somebody could try out all addresses there are. */
function createAddressHash(secret: string): (...parts: string[]) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'footnote login address', 32));
  return (...parts) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}

async function attempt({ limits, now }: LoginThrottleDeps, attempts: Attempting[]): Promise<void> {
  throwIfBlocked(await limits.attempt(attempts, now()));
}

/**
 * A login from an address that is new to the account. Returns the function that takes the attempt back if the login succeeds:
 * from outside, an account that is being logged in to must look like one that does not exist.
 */
async function attemptFromNewAddress(
  deps: LoginThrottleDeps,
  account: string,
  ofPair: Attempting,
  ofAddress: Attempting,
): Promise<() => Promise<void>> {
  const { limits, now } = deps;
  // First, so that a blocked address takes nothing from the attempts that all new addresses share.
  await attempt(deps, [ofPair, ofAddress]);
  const { limit, windowMs } = FROM_NEW_ADDRESSES;
  const at = now();
  const { allowed, resetMs } = await limits.hit(account, limit, windowMs, at);
  if (!allowed) {
    // No password was tried.
    await limits.forgive(ofPair.subject, 'one', now());
    await limits.forgive(ofAddress.subject, 'one', now());
    throwIfBlocked(resetMs);
  }
  return async () => {
    await limits.takeBack(account, windowMs, at, now());
    // Only one: otherwise logging in to one's own account would allow unlimited guesses at others.
    await limits.forgive(ofAddress.subject, 'one', now());
  };
}

/** A failure here, such as a full disk, must not fail the login. */
async function noteAddress(
  { addresses, log, now }: LoginThrottleDeps,
  userId: string,
  addressHash: string,
): Promise<void> {
  try {
    await addresses.note(userId, addressHash, now(), MAX_LOGIN_ADDRESSES);
  } catch (error) {
    log.warn('login_address_write_failed', { error });
  }
}

/** Throws 429 if there is something to wait for. */
function throwIfBlocked(waitMs: number): void {
  if (waitMs > 0) throw errors.loginThrottled(Math.ceil(waitMs / 1000));
}
