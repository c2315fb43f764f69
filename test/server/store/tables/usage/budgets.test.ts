import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../../server/store/types.ts';
import { temporaryPlaces, withProject } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const NO_LIMIT = { project: null, visitor: null, address: null };
const by = (visitorId: string | null, address: string | null = null) => ({ visitorId, address });

for (const { name, open, rows } of rowStores()) {
  describe(`daily budgets (${name})`, () => {
    const places = temporaryPlaces();
    let directory: string;
    let store: Store;
    beforeEach(async () => {
      directory = places.directory();
      store = places.track(await open(directory));
    });
    afterEach(() => places.clear());

    it('allow exactly their number, also under parallel calls', async () => {
      const limits = { project: 30, visitor: 10, address: 12 };
      const take = (visitor: string) => store.budgets.take('proj_1', by(visitor), '2026-01-31', limits);
      const taken = await Promise.all(Array.from({ length: 100 }, (_, at) => take(`vis_${at % 5}`)));
      expect(taken.filter(Boolean)).toHaveLength(30);
      // One visitor alone gets no more than its share, and what is refused counts for nobody.
      const alone = await Promise.all(
        Array.from({ length: 15 }, () => store.budgets.take('proj_2', by('vis_1'), '2026-01-31', limits)),
      );
      expect(alone.filter(Boolean)).toHaveLength(10);
      // Nor does one address with many visitors, nor one visitor whose name is that of an address.
      const minted = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          store.budgets.take('proj_3', by(`vis_${at}`, 'here'), '2026-01-31', limits),
        ),
      );
      expect(minted.filter(Boolean)).toHaveLength(12);
      expect(await store.budgets.take('proj_3', by('here', 'there'), '2026-01-31', limits)).toBe(true);
      const rest = await Promise.all(
        Array.from({ length: 30 }, () => store.budgets.take('proj_2', by(null), '2026-01-31', limits)),
      );
      expect(rest.filter(Boolean)).toHaveLength(20);
    });

    it('start again each day, count without a limit, and drop earlier days', async () => {
      const one = { project: 1, visitor: null, address: null };
      expect(await store.budgets.take('proj_1', by(null), '2026-01-31', one)).toBe(true);
      expect(await store.budgets.take('proj_1', by(null), '2026-01-31', one)).toBe(false);
      expect(await store.budgets.take('proj_1', by(null), '2026-02-01', one)).toBe(true);
      expect(await store.budgets.take('proj_1', by('vis_1'), '2026-01-31', NO_LIMIT)).toBe(true);
      expect(await store.budgets.sweep('2026-02-01')).toBe(2);
      expect(await store.budgets.take('proj_1', by(null), '2026-02-01', one)).toBe(false);
    });

    it('count what the server allows apart from what owners and visitors do', async () => {
      const day = '2026-01-31';
      const one = { project: 1, visitor: 1, address: 1 };
      const calls = await Promise.all(Array.from({ length: 30 }, () => store.budgets.takeQuota('proj_1', day, 7)));
      expect(calls.filter(Boolean)).toHaveLength(7);
      expect(await store.budgets.take('proj_1', by('vis_1', 'here'), day, one)).toBe(true);
      expect(await store.budgets.takeQuota('proj_2', day, 1)).toBe(true);
      expect(await store.budgets.takeQuota('proj_1', '2026-02-01', 1)).toBe(true);
      expect(await store.budgets.sweep('2026-02-01')).toBe(5);
    });

    it('survive a restart, and are deleted with their project', async () => {
      const { id } = await withProject(store);
      for (const visitor of ['vis_1', 'vis_2']) await store.budgets.take(id, by(visitor), '2026-01-31', NO_LIMIT);
      await places.close(store);
      store = places.track(await open(directory));
      expect(await store.budgets.take(id, by(null), '2026-01-31', { project: 2, visitor: null, address: null })).toBe(
        false,
      );
      await store.projects.delete(id);
      expect(await rows(directory, 'select * from daily_questions')).toEqual([]);
    });
  });
}
