import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DayCounts, Store } from '../../../../../server/store/types.ts';
import { temporaryPlaces, withProject } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const counts = (changes: Partial<DayCounts> = {}): DayCounts => ({
  requests: 0,
  promptTokens: 0,
  completionTokens: 0,
  answered: 0,
  unsure: 0,
  refused: 0,
  aborted: 0,
  failed: 0,
  up: 0,
  down: 0,
  ...changes,
});

for (const { name, open, rows: rowsIn } of rowStores()) {
  describe(`the use of a project (${name})`, () => {
    const places = temporaryPlaces();
    let directory: string;
    let store: Store;
    beforeEach(async () => {
      directory = places.directory();
      store = places.track(await open(directory));
    });
    afterEach(() => places.clear());

    it('is summed by day and in total, also under parallel calls', async () => {
      const { id: projectId } = await withProject(store);
      const other = await withProject(store);
      const latency = { measure: 'whole', bucket: 30, answers: 2 } as const;
      const day = { projectId, counts: counts({ requests: 1, promptTokens: 8, completionTokens: 2, up: 1 }) };
      const add = (on: string) => store.dailyUsage.add([{ ...day, day: on, latencies: [latency] }]);
      await Promise.all([...Array.from({ length: 20 }, () => add('2026-01-31')), add('2026-02-01')]);
      // A rating that is taken back.
      await store.dailyUsage.add([
        { projectId, day: '2026-02-01', counts: counts({ up: -1, down: 1 }), latencies: [] },
      ]);
      expect(await store.dailyUsage.between(projectId, '2026-01-01', '2026-02-01')).toEqual([
        {
          day: '2026-01-31',
          counts: counts({ requests: 20, promptTokens: 160, completionTokens: 40, up: 20 }),
          latencies: [{ ...latency, answers: 40 }],
        },
        {
          day: '2026-02-01',
          counts: counts({ requests: 1, promptTokens: 8, completionTokens: 2, down: 1 }),
          latencies: [latency],
        },
      ]);
      expect(await store.dailyUsage.between(projectId, '2026-02-02', '2026-12-31')).toEqual([]);
      expect(await store.dailyUsage.between(other.id, '2026-01-01', '2026-12-31')).toEqual([]);
      expect((await store.projects.byId(projectId))?.usage).toEqual({ requests: 21, tokens_total: 210 });
    });

    it('is deleted with the project, and not counted for a deleted one', async () => {
      const { id: projectId } = await withProject(store);
      const days = Array.from({ length: 25 }, (_, at) => `2026-03-${String(at + 1).padStart(2, '0')}`);
      const latencies = [{ measure: 'first' as const, bucket: 1, answers: 1 }];
      const rows = days.map((day) => ({ projectId, day, counts: counts({ requests: 1 }), latencies }));
      await store.dailyUsage.add(rows);
      expect(await store.dailyUsage.between(projectId, '2026-03-01', '2026-03-31')).toHaveLength(25);
      await store.projects.delete(projectId);
      await store.dailyUsage.add(rows);
      expect(await rowsIn(directory, 'select * from daily_usage')).toEqual([]);
      expect(await rowsIn(directory, 'select * from daily_latencies')).toEqual([]);
    });
  });
}
