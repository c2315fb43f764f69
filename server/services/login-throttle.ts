import { LRUCache } from 'lru-cache';
import { errors } from '../errors.ts';

/** Failures that are free, per account and per address; an office behind one address is many people. */
const FREE = { account: 10, address: 50 };
const LONGEST_DELAY_MS = 15 * 60_000;

interface Failures {
  count: number;
  blockedUntil: number;
}

/** Slows the guessing of passwords. Nobody is locked out for good: the delay grows to a quarter of an hour and is forgotten after an hour. */
export interface LoginThrottle {
  /** Counts an attempt as failed from its start, so that parallel guesses count too. Throws 429 while blocked. */
  begin(email: string, address: string): void;
  /** The attempt was right: its account starts afresh, its address gets the attempt back. */
  succeeded(email: string, address: string): void;
}

export function createLoginThrottle(now: () => number): LoginThrottle {
  const failures = new LRUCache<string, Failures>({ max: 20_000, ttl: 60 * 60_000 });
  const subjects = (email: string, address: string) =>
    [
      [`account ${email}`, FREE.account],
      [`address ${address}`, FREE.address],
    ] as const;

  return {
    begin(email, address) {
      for (const [subject] of subjects(email, address)) {
        const wait = (failures.get(subject)?.blockedUntil ?? 0) - now();
        if (wait > 0) throw errors.loginThrottled(Math.ceil(wait / 1000));
      }
      for (const [subject, free] of subjects(email, address)) {
        const count = (failures.get(subject)?.count ?? 0) + 1;
        const delay = count < free ? 0 : Math.min(LONGEST_DELAY_MS, 1000 * 2 ** Math.min(count - free, 20));
        failures.set(subject, { count, blockedUntil: delay === 0 ? 0 : now() + delay });
      }
    },

    succeeded(email, address) {
      failures.delete(`account ${email}`);
      const subject = `address ${address}`;
      const count = (failures.get(subject)?.count ?? 1) - 1;
      if (count > 0) failures.set(subject, { count, blockedUntil: 0 });
      else failures.delete(subject);
    },
  };
}
