import { createHash } from 'node:crypto';

/** Of many items in any order: engines sort texts in their own ways. */
export interface Checksum {
  add(item: unknown): void;
  /** How many items, and the sum of their hashes. */
  value(): string;
}

const BITS = 128;

/**
 * Two lists have the same checksum where they hold the same items equally often. An item counts as what JSON writes for it; NUL
 * counts as the sign that Postgres keeps in its place.
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
