import { errors } from '../platform/errors.ts';
import type { Limits } from '../store/types.ts';

/** Failures that are free, per account and per address; an office behind one address is many people. */
const FREE = { account: 10, address: 50 };

/** Slows the guessing of passwords. Nobody is locked out for good: the delay grows to a quarter of an hour and is forgotten after an hour. */
export interface LoginThrottle {
  /** Counts an attempt as failed from its start, so that parallel guesses count too. Throws 429 while blocked. */
  begin(email: string, address: string): Promise<void>;
  /** The attempt was right: its account starts afresh, its address gets the attempt back. */
  succeeded(email: string, address: string): Promise<void>;
}

const accountOf = (email: string) => `account ${email}`;
const placeOf = (address: string) => `address ${address}`;

export function createLoginThrottle(limits: Pick<Limits, 'attempt' | 'forgive'>, now: () => number): LoginThrottle {
  return {
    async begin(email, address) {
      const attempting = [
        { subject: accountOf(email), free: FREE.account },
        { subject: placeOf(address), free: FREE.address },
      ];
      const wait = await limits.attempt(attempting, now());
      if (wait > 0) throw errors.loginThrottled(Math.ceil(wait / 1000));
    },

    async succeeded(email, address) {
      await limits.forgive(accountOf(email), 'all', now());
      await limits.forgive(placeOf(address), 'one', now());
    },
  };
}
