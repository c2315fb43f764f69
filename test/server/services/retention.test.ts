import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRetention } from '../../../server/services/retention.ts';
import type { Store } from '../../../server/store/types.ts';
import { SILENT, temporaryPlaces, withProject } from '../../helpers/stores/rows.ts';
import { rowStores } from '../../helpers/stores/tested-stores.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = 1_000 * DAY_MS;

for (const { name, open } of rowStores()) {
  describe(`retention (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    /** The ages in days of the conversations left in a project with this retention. */
    async function leftOf(retentionDays: number | null, conversationDays: number): Promise<string[]> {
      const { id: projectId } = await withProject(store, { retentionDays });
      for (const age of [1, 20, 200]) {
        const at = NOW - age * DAY_MS - 1;
        const row = { id: `${projectId} ${age}`, projectId, visitorId: null, createdAt: at, updatedAt: at };
        await store.conversations.create(row);
      }
      const retention = startRetention({ store, conversationDays, log: SILENT, now: () => NOW });
      await retention.sweep();
      retention.stop();
      const { rows } = await store.conversations.list(projectId, {}, { limit: 10, offset: 0 });
      return rows.map(({ id }) => id.split(' ')[1] ?? '').reverse();
    }

    it('deletes conversations after the project’s period, or else the server’s', async () => {
      expect(await leftOf(null, 90)).toEqual(['1', '20']);
      expect(await leftOf(7, 90)).toEqual(['1']);
      expect(await leftOf(365, 90)).toEqual(['1', '20', '200']);
      expect(await leftOf(null, 0)).toEqual(['1', '20', '200']);
      expect(await leftOf(7, 0)).toEqual(['1']);
    });
  });
}
