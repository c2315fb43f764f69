import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStoredRateLimits } from '../../../server/store/coordination/stored-rate-limits.ts';
import { createBudgets } from '../../../server/store/tables/usage/budgets.ts';
import { DATABASES, type TestDatabase } from '../../helpers/stores/databases.ts';
import { fillable } from '../../helpers/stores/fillable-database.ts';

const DAY = '2026-01-31';

for (const { name, open } of DATABASES) {
  describe(`while the disk of the database is full (${name})`, () => {
    let database: TestDatabase;
    let isFull: boolean;
    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database.close());
    beforeEach(() => {
      isFull = false;
    });
    const db = () => fillable(database.db, () => isFull);
    /** Tries until it is refused, and returns how often it was not. */
    const taken = async (take: () => Promise<boolean>) => {
      let times = 0;
      while (times < 100 && (await take())) times += 1;
      return times;
    };

    it('a daily budget is counted on from what is stored', async () => {
      const budgets = createBudgets(db());
      const limits = { project: 10, visitor: 4, address: null };
      const take = (visitorId: string) => budgets.take('proj_1', { visitorId, address: null }, DAY, limits);
      expect([await take('vis_1'), await take('vis_1')]).toEqual([true, true]);
      isFull = true;
      expect([await taken(() => take('vis_1')), await taken(() => take('vis_2'))]).toEqual([2, 4]);
      // Of ten, eight are gone.
      expect([await taken(() => take('vis_3')), await taken(() => take('vis_4'))]).toEqual([2, 0]);
      const tomorrow = () => budgets.take('proj_1', { visitorId: 'vis_1', address: null }, '2026-02-01', limits);
      expect(await taken(tomorrow)).toBe(4);
    });

    it('so is what the server allows a project in a day', async () => {
      const budgets = createBudgets(db());
      const take = () => budgets.takeQuota('proj_2', DAY, 5);
      expect(await take()).toBe(true);
      isFull = true;
      expect(await taken(take)).toBe(4);
      isFull = false;
      expect(await take()).toBe(true);
    });

    it('requests are limited by each process', async () => {
      const limits = createStoredRateLimits(db());
      const hit = (at: number) => async () => (await limits.hit('chat visitor vis_1', 3, 60_000, at)).allowed;
      isFull = true;
      expect(await taken(hit(1_000_000))).toBe(3);
      isFull = false;
      expect(await taken(hit(1_060_001))).toBe(3);
    });
  });
}
