import { createHmac, hkdfSync } from 'node:crypto';
import { errors } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Attempting, Limits, LoginAddresses } from '../store/types.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Failures that are free: at an account from one address, from one address over all accounts (an office is many people), and of one session. */
const FREE = { pair: 10, address: 50, session: 10 };

/**
 * Logins at one account that may be tried from all the addresses that it has never logged in from, taken together. One address
 * alone cannot use it up: its own delays let 23 attempts pass in the first hour, and four in each later one.
 */
const FROM_NEW_ADDRESSES = { limit: 30, windowMs: HOUR_MS };

/** How many addresses are remembered of an account, and for how long after the last login from there. */
const LOGIN_ADDRESSES_KEPT = 20;
export const LOGIN_ADDRESSES_KEPT_MS = 90 * DAY_MS;

/**
 * Slows the guessing of passwords, and keeps nobody out of an account because of what strangers do.
 *
 * - An address that an account has logged in from is only ever slowed by failures at this account from this address.
 * - Any other address is also slowed by its failures at all accounts, and all of them together have so many attempts an hour.
 * - A session that proves its password is only slowed by its own failures.
 *
 * A delay grows to a quarter of an hour, and an hour after the last failure all of them are forgotten. An e-mail address
 * without an account is treated as one whose account has never logged in from the address at hand.
 */
export interface LoginThrottle {
  /** Counts as failed until it is said to have succeeded, so that parallel guesses count too. Throws 429 while blocked. */
  login(email: string, address: string): Promise<{ succeeded(userId: string): Promise<void> }>;
  /** The same for the password that a session is asked for. */
  proof(tokenId: string): Promise<{ succeeded(): Promise<void> }>;
}

export function createLoginThrottle({
  limits,
  addresses,
  secret,
  log,
  now,
}: {
  limits: Pick<Limits, 'hit' | 'takeBack' | 'attempt' | 'forgive'>;
  addresses: Pick<LoginAddresses, 'lastLogin' | 'note'>;
  /** The key of the hashes comes from it: once it has changed, no address is known any more. */
  secret: string;
  log: Log;
  now: () => number;
}): LoginThrottle {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'footnote login address', 32));
  // Keyed: all the addresses that there are could be tried out against a plain hash.
  const hashOf = (...parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');

  async function attempt(attempting: Attempting[]): Promise<void> {
    throttled(await limits.attempt(attempting, now()));
  }

  /**
   * A login from an address that is new to the account. Returns what takes it back where it succeeds: from outside, an
   * account that is logged in to must look like one that is not there.
   */
  async function attemptFromNew(email: string, pair: Attempting, address: Attempting): Promise<() => Promise<void>> {
    // Whoever is blocked here takes nothing from the attempts that all new addresses share.
    await attempt([pair, address]);
    const account = `login account ${hashOf(email)}`;
    const { limit, windowMs } = FROM_NEW_ADDRESSES;
    const at = now();
    const { allowed, resetMs } = await limits.hit(account, limit, windowMs, at);
    if (!allowed) {
      // It was not tried at all.
      await limits.forgive(pair.subject, 'one', now());
      await limits.forgive(address.subject, 'one', now());
      throttled(resetMs);
    }
    return async () => {
      await limits.takeBack(account, windowMs, at, now());
      // One only: else an account of one's own would make the guesses at the others unlimited.
      await limits.forgive(address.subject, 'one', now());
    };
  }

  /** A login must not fail for this, as on a disk that is full. */
  async function note(userId: string, addressHash: string): Promise<void> {
    try {
      await addresses.note(userId, addressHash, now(), LOGIN_ADDRESSES_KEPT);
    } catch (error) {
      log.warn('login-address-not-kept', { error });
    }
  }

  return {
    async login(email, address) {
      const addressHash = hashOf(email, address);
      const pair = { subject: `login ${addressHash}`, free: FREE.pair };
      const ofAddress = { subject: `login address ${hashOf(address)}`, free: FREE.address };
      const lastLogin = await addresses.lastLogin(email, addressHash);
      const known = lastLogin !== null && lastLogin > now() - LOGIN_ADDRESSES_KEPT_MS;
      if (known) await attempt([pair]);
      const takeBack = known ? null : await attemptFromNew(email, pair, ofAddress);
      return {
        async succeeded(userId) {
          await limits.forgive(pair.subject, 'all', now());
          await takeBack?.();
          // Not with every login, as each is a write.
          if (!known || lastLogin <= now() - DAY_MS) await note(userId, addressHash);
        },
      };
    },

    async proof(tokenId) {
      const subject = `login session ${tokenId}`;
      await attempt([{ subject, free: FREE.session }]);
      return { succeeded: () => limits.forgive(subject, 'all', now()) };
    },
  };
}

/** Throws 429 where there is something to wait for. */
function throttled(waitMs: number): void {
  if (waitMs > 0) throw errors.loginThrottled(Math.ceil(waitMs / 1000));
}
