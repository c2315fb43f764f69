import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../../server/store/types.ts';
import {
  aChunk,
  aVector,
  claimed,
  ingested,
  published,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';
import { searchStores } from '../../../../helpers/stores/tested-stores.ts';

for (const { name, open } of searchStores()) {
  describe(`reading a source again (${name})`, () => {
    const places = temporaryPlaces();
    let directory: string;
    let store: Store;
    beforeEach(async () => {
      directory = places.directory();
      store = places.track(await open(directory));
    });
    afterEach(() => places.clear());

    it('shows the old text or the new text to every search, never both and never half of one', async () => {
      const project = await withProject(store);
      const versions = ['old', 'new'].map((version) =>
        Array.from({ length: 120 }, (_, seq) => aChunk(seq, `shared ${version}`, { embedding: aVector(seq % 3) })),
      );
      const [oldChunks = [], newChunks = []] = versions;
      const source = await ingested(store, project.id, oldChunks);
      await store.sources.requeue(project.id, source.id, 1);

      // The searching thread starts with the first question.
      await store.search.text(project.id, ['shared'], 1);
      const seen = new Set<string>();
      let over = false;
      const searching = (async () => {
        while (!over) {
          for (const hits of [
            await store.search.text(project.id, ['shared'], 200),
            await store.search.vector(project.id, aVector(1), 200),
          ]) {
            const ids = hits.map(({ chunkId }) => Number(chunkId) <= 120);
            seen.add(`${hits.length} of ${[...new Set(ids)].map((old) => (old ? 'old' : 'new')).join(' and ')}`);
          }
          const texts = await store.chunks.byIds(
            project.id,
            Array.from({ length: 240 }, (_, index) => String(index + 1)),
          );
          seen.add(`${texts.length} of ${[...new Set(texts.map(({ text }) => text.split(' ')[1]))].join(' and ')}`);
          const { chunks, byTerm } = await store.search.frequencies(project.id, ['shared', 'old', 'new']);
          seen.add(`${byTerm.get('shared')} of ${(byTerm.get('old') ?? 0) > 0 ? 'old' : 'new'}`);
          expect(chunks).toBe((byTerm.get('old') ?? 0) + (byTerm.get('new') ?? 0));
          await nextTurn();
        }
      })();
      const job = await claimed(store);
      const generation = await store.chunks.begin(job, job);
      if (generation === null) throw new Error('The fence was refused.');
      for (let from = 0; from < newChunks.length; from += 10) {
        await store.chunks.append(job, generation, newChunks.slice(from, from + 10));
        await nextTurn();
      }
      expect(await published(store, job, generation, newChunks)).toBe(true);
      await nextTurn();
      over = true;
      await searching;
      expect([...seen].sort()).toEqual(['120 of new', '120 of old']);
    });

    it('keeps the old text in place when it fails', async () => {
      const project = await withProject(store);
      const source = await ingested(store, project.id, ['old words']);
      await store.sources.requeue(project.id, source.id, 1);
      const job = await claimed(store);
      await staged(store, job, [aChunk(0, 'new words')]);
      const error = { code: 'unreadable', message: 'No.' };
      await store.sources.fail(job, source.id, error);
      expect(await store.sources.byId(source.id)).toMatchObject({ status: 'completed', error, chunksCount: 1 });
      expect(await store.search.text(project.id, ['words'], 5)).toHaveLength(1);
      expect((await store.documents.bySource(project.id, source.id))?.text).toBe('old words');
      // It answers, so it is not failed; its owner reads beside it that it is not the newest.
      expect(await store.sources.byId(source.id)).toMatchObject({ status: 'completed', error: { code: 'unreadable' } });
      await store.sources.requeue(project.id, source.id, 2);
      expect(await store.sources.byId(source.id)).toMatchObject({ status: 'pending', error: null });
    });
  });
}
