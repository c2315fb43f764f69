import type { Log } from '../../platform/log.ts';
import type { Attempting, Limits, LoginAddresses } from '../../store/types.ts';
import { errors } from '../errors.ts';
import { createAddressHash } from './address-hash.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Failures allowed before the first delay: at one account from one address, at all accounts from one address (an office
 * has many people), and in one session.
 */
const FREE_FAILURES = { pair: 10, address: 50, session: 10 };

/**
 * Login attempts that all addresses new to an account share. One address alone cannot use them up: its own delays allow 23
 * attempts in the first hour and four in each later one.
 */
const FROM_NEW_ADDRESSES = { limit: 30, windowMs: HOUR_MS };

/**
 * Codes of a second factor that all addresses new to an account may try after the right password. One in a million is right, or
 * three while clocks are tolerated: guessing one takes decades.
 */
const CODES_FROM_NEW_ADDRESSES = { limit: 10, windowMs: DAY_MS };

/** How many addresses are kept for an account, and for how long after the last login from each. */
export const MAX_LOGIN_ADDRESSES = 20;
export const LOGIN_ADDRESS_LIFETIME_MS = 90 * DAY_MS;

export interface ProofAttempt {
  succeeded(): Promise<void>;
  /** The password was right, and a code is asked for. The attempt counts neither as failed nor as successful. */
  codeMissing(): Promise<void>;
}

export interface LoginAttempt extends Pick<ProofAttempt, 'codeMissing'> {
  succeeded(userId: string): Promise<void>;
  /** To be called before a code is checked. Throws 429 while the account takes no codes from this address. */
  codeTried(): Promise<void>;
}

interface LoginThrottleDeps {
  limits: Pick<Limits, 'hit' | 'takeBack' | 'attempt' | 'forgive'>;
  addresses: Pick<LoginAddresses, 'lastLogin' | 'note'>;
  /** The key of the address hashes is derived from it. After a change, every address counts as new. */
  secret: string;
  log: Log;
  now: () => number;
}

/**
 * Slows down password guessing without letting strangers lock users out of their accounts.
 *
 * - An address that an account has logged in from is delayed only by failures at this account from this address.
 * - Any other address is also delayed by its failures at all accounts, and all such addresses share an hourly limit per account.
 * - A session that proves its password is delayed only by its own failures.
 *
 * - Who knows the password may try few codes of the second factor: an address that is new to the account shares a daily limit
 *   with all others that are, so that no one else is kept out.
 *
 * Delays grow up to 15 minutes. An hour after the last failure the failures are forgotten. An e-mail address without an
 * account is treated like an account that has never logged in from the given address.
 */
export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

export function createLoginThrottle(deps: LoginThrottleDeps) {
  const { limits, addresses, secret, now } = deps;
  const hash = createAddressHash(secret, 'footnote login address');
  return {
    /** An attempt counts as failed until `succeeded` is called, so that parallel guesses count too. Throws 429 while blocked. */
    async login(email: string, address: string): Promise<LoginAttempt> {
      const addressHash = hash(email, address);
      const ofPair = { subject: `login ${addressHash}`, free: FREE_FAILURES.pair };
      const ofAddress = { subject: `login address ${hash(address)}`, free: FREE_FAILURES.address };
      const lastLogin = await addresses.lastLogin(email, addressHash);
      const known = lastLogin !== null && lastLogin > now() - LOGIN_ADDRESS_LIFETIME_MS;
      if (known) await attempt(deps, [ofPair]);
      const takeBack = known
        ? null
        : await attemptFromNewAddress(deps, `login account ${hash(email)}`, ofPair, ofAddress);
      const codes = `login code ${hash(email)}`;
      let takeCodeBack: (() => Promise<void>) | null = null;
      return {
        async succeeded(userId) {
          await limits.forgive(ofPair.subject, 'all', now());
          await takeBack?.();
          await takeCodeBack?.();
          // At most once a day, to save a write at each login.
          if (!known || lastLogin <= now() - DAY_MS) await noteAddress(deps, userId, addressHash);
        },
        async codeMissing() {
          // Not all failures: otherwise a known password would be enough to keep guessing codes.
          await limits.forgive(ofPair.subject, 'one', now());
          await takeBack?.();
        },
        async codeTried() {
          if (!known) takeCodeBack = await hit(deps, codes, CODES_FROM_NEW_ADDRESSES);
        },
      };
    },

    /** The same for a session that proves its password. */
    async proof(tokenId: string): Promise<ProofAttempt> {
      const subject = `login session ${tokenId}`;
      await attempt(deps, [{ subject, free: FREE_FAILURES.session }]);
      return {
        succeeded: () => limits.forgive(subject, 'all', now()),
        codeMissing: () => limits.forgive(subject, 'one', now()),
      };
    },

    /** Notes a login that took no password: from now on, its address is one that the account has logged in from. */
    noteLogin: ({ id, email }: { id: string; email: string }, address: string): Promise<void> =>
      noteAddress(deps, id, hash(email, address)),
  };
}

async function attempt({ limits, now }: LoginThrottleDeps, attempts: Attempting[]): Promise<void> {
  throwIfBlocked(await limits.attempt(attempts, now()));
}

/**
 * Counts a login from an address that is new to the account. Returns a function that takes the attempt back if the login
 * succeeds. From outside, an existing account must look like one that does not exist.
 */
async function attemptFromNewAddress(
  deps: LoginThrottleDeps,
  account: string,
  ofPair: Attempting,
  ofAddress: Attempting,
): Promise<() => Promise<void>> {
  const { limits, now } = deps;
  // First, so that a blocked address does not use up the attempts that new addresses share.
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
    // Only one failure: otherwise an attacker could log in to their own account to keep guessing at others.
    await limits.forgive(ofAddress.subject, 'one', now());
  };
}

/** Counts a hit. Returns a function that takes it back. Throws 429 if there have been too many. */
async function hit(
  { limits, now }: LoginThrottleDeps,
  subject: string,
  { limit, windowMs }: { limit: number; windowMs: number },
): Promise<() => Promise<void>> {
  const at = now();
  const { allowed, resetMs } = await limits.hit(subject, limit, windowMs, at);
  if (!allowed) throwIfBlocked(resetMs);
  return () => limits.takeBack(subject, windowMs, at, now());
}

/** Logs errors instead of throwing them: a full disk must not fail the login. */
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

/** Throws 429 if `waitMs` is positive. */
function throwIfBlocked(waitMs: number): void {
  if (waitMs > 0) throw errors.loginThrottled(Math.ceil(waitMs / 1000));
}
