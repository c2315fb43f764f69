import { createHash } from 'node:crypto';

/** A checksum over items that does not depend on their order, as engines sort texts differently. */
export interface Checksum {
  add(item: unknown): void;
  /** The number of items and the sum of their hashes. */
  value(): string;
}

const BITS = 128;

/**
 * Two lists have the same checksum if they hold the same items equally often. Items are compared as JSON. NUL counts as U+FFFD,
 * which is stored in its place on Postgres.
 */
export function createChecksum(): Checksum {
  let sum = 0n;
  let count = 0;
  return {
    add(item) {
      const written = JSON.stringify(item).replaceAll('\\u0000', '\ufffd');
      const hash = createHash('sha256').update(written).digest();
      sum = BigInt.asUintN(BITS, sum + (hash.readBigUInt64BE(0) << 64n) + hash.readBigUInt64BE(8));
      count += 1;
    },
    value: () => `${count}:${sum.toString(16)}`,
  };
}
