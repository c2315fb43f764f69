import { createMemoryRateLimits } from '../../../server/store/coordination/memory-rate-limits.ts';
import { createStoredRateLimits } from '../../../server/store/coordination/stored-rate-limits.ts';
import type { Limits } from '../../../server/store/types.ts';
import { DATABASES } from './databases.ts';

/** The stores of rate limit counters. */
export const LIMITS: { name: string; open(): Promise<{ limits: Limits; close(): Promise<void> }> }[] = [
  { name: 'in memory', open: async () => ({ limits: createMemoryRateLimits(), close: async () => undefined }) },
  ...DATABASES.map(({ name, open }) => ({
    name: `in ${name}`,
    async open() {
      const { db, close } = await open();
      return { limits: createStoredRateLimits(db), close };
    },
  })),
];
