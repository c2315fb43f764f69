import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRetention } from '../../../../server/services/server/retention.ts';
import type { Store } from '../../../../server/store/types.ts';
import { aSource, SILENT, temporaryPlaces, withProject } from '../../../helpers/stores/rows.ts';
import { rowStores } from '../../../helpers/stores/tested-stores.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = 1_000 * DAY_MS;

for (const { name, alone, open } of rowStores()) {
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

    // A server without others moves what was left on its disk aside when it starts.
    it.skipIf(alone)('deletes originals in the database that nothing has referred to for thirty days', async () => {
      const upload = async (text: string) => {
        const path = join(store.files.temporaryDirectory, text);
        await writeFile(path, text);
        return store.files.adopt(path);
      };
      const { id: projectId } = await withProject(store);
      const [linked, orphan] = [await upload('linked'), await upload('orphan')];
      await store.sources.create(aSource(projectId, { fileId: linked }));
      const stored = store.now();
      const leftAfter = async (milliseconds: number) => {
        const retention = startRetention({
          store,
          conversationDays: 0,
          log: SILENT,
          now: () => stored + milliseconds,
        });
        await retention.sweep();
        retention.stop();
        return [await store.files.find(linked), await store.files.find(orphan)].map((file) => file !== null);
      };
      expect(await leftAfter(29 * 24 * HOUR_MS)).toEqual([true, true]);
      expect(await leftAfter(31 * 24 * HOUR_MS)).toEqual([true, false]);
    });
  });
}
