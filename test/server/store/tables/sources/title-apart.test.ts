import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../../server/store/types.ts';
import { aChunk, ingested, temporaryPlaces, withProject } from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

for (const { name, open } of rowStores()) {
  describe(`documents with one title (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    const about = (heading: string) => [aChunk(0, `all about ${heading}`, { headings: ['The guide', heading] })];
    const shown = async (projectId: string, id: string) => {
      const [chunk] = await store.chunks.between(projectId, id, 0, 0);
      expect((await store.sources.byId(id))?.metadata.title ?? 'The guide').toBe(chunk?.title);
      return chunk?.title;
    };

    it('are told apart from when the second is published, each in its project', async () => {
      const project = await withProject(store);
      const first = await ingested(store, project.id, about('Berths'));
      const other = await withProject(store);
      const alone = await ingested(store, other.id, about('Fees'));
      expect(await shown(project.id, first.id)).toBe('The guide');
      const second = await ingested(store, project.id, about('Fees'));
      expect(await shown(project.id, first.id)).toBe('The guide – Berths');
      expect(await shown(project.id, second.id)).toBe('The guide – Fees');
      expect(await shown(other.id, alone.id)).toBe('The guide');
    });

    it('are found by the title that is shown', async () => {
      const project = await withProject(store);
      for (const heading of ['Berths', 'Fees']) await ingested(store, project.id, about(heading));
      const found = async (title: string) =>
        (await store.search.text(project.id, ['about'], 5, { filter: { titles: [title] } })).length;
      expect([await found('The guide – Fees'), await found('The guide')]).toEqual([1, 0]);
    });
  });
}
