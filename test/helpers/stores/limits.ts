import { createMemoryLimits } from '../../../server/store/coordination/memory-rate-limits.ts';
import { createStoredLimits } from '../../../server/store/coordination/stored-rate-limits.ts';
import type { Limits } from '../../../server/store/types.ts';
import { DATABASES } from './databases.ts';

/** Every place where limits may be counted. */
export const LIMITS: { name: string; open(): Promise<{ limits: Limits; close(): Promise<void> }> }[] = [
  { name: 'in memory', open: async () => ({ limits: createMemoryLimits(), close: async () => undefined }) },
  ...DATABASES.map(({ name, open }) => ({
    name: `in ${name}`,
    async open() {
      const { db, close } = await open();
      return { limits: createStoredLimits(db), close };
    },
  })),
];
