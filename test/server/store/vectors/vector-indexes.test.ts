import { afterEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../server/store/types.ts';
import {
  aChunk,
  aSource,
  claimed,
  ingested,
  published,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../helpers/stores/rows.ts';
import { searchStores } from '../../../helpers/stores/tested-stores.ts';

const OLD = { id: 'old', dimensions: 8 };
const NEW = { id: 'new', dimensions: 4 };
/** A unit vector of that embedder along one axis. */
function vectorOf({ dimensions }: { dimensions: number }, axis: number): Float32Array {
  const vector = new Float32Array(dimensions);
  vector[axis % dimensions] = 1;
  return vector;
}

/** Fills in chunks, `at` a time, up to the given number or all. */
async function filled(store: Store, embedder = NEW, most = Number.POSITIVE_INFINITY, at = 2): Promise<number> {
  let count = 0;
  while (count < most) {
    const chunks = await store.vectorIndexes.lacking(at);
    if (chunks.length === 0) break;
    const vectors = chunks.map(({ chunkId }) => ({ chunkId, embedding: vectorOf(embedder, Number(chunkId)) }));
    await store.vectorIndexes.fill(embedder.id, vectors);
    count += chunks.length;
  }
  return count;
}

const found = async (store: Store, project: string, embedder: { id: string; dimensions: number }) =>
  (await store.search.vector(project, vectorOf(embedder, 0), 50, embedder.id)).map(({ chunkId }) => chunkId).sort();

/** A chunk as the worker appends it while an index is being built. */
const both = (seq: number, text: string) =>
  aChunk(seq, text, { embedding: vectorOf(NEW, 0), formerEmbedding: vectorOf(OLD, 0) });

for (const { name, open: openIn, rows, vectors: vectorsIn } of searchStores()) {
  describe(`the vectors of a store that is opened with another embedder (${name})`, () => {
    const places = temporaryPlaces();
    afterEach(() => places.clear());

    const open = async (dataDir: string, embedder: { id: string; dimensions: number } | null) =>
      places.track(await openIn(dataDir, embedder));

    /** A project of five chunks, indexed with the old embedder, in a store since opened with the new one. */
    async function changed() {
      const dataDir = places.directory();
      const before = await open(dataDir, OLD);
      const { id: project } = await withProject(before);
      const first = await ingested(before, project, ['one', 'two', 'three']);
      const second = await ingested(before, project, ['four', 'five']);
      await places.close(before);
      return { dataDir, project, first, second, store: await open(dataDir, NEW) };
    }

    it('are the old ones until all new ones are complete, and are then removed', async () => {
      const { dataDir, project, store } = await changed();
      expect(await store.vectorIndexes.state()).toEqual({
        active: { embedder: 'old', dimensions: 8, total: 0, done: 0 },
        building: { embedder: 'new', dimensions: 4, total: 5, done: 0 },
      });
      expect(await filled(store, NEW, 4)).toBe(4);
      expect(await store.vectorIndexes.activate()).toBe(false);
      expect(await found(store, project, OLD)).toEqual(['1', '2', '3', '4', '5']);
      expect(await found(store, project, NEW)).toEqual([]);
      expect((await store.vectorIndexes.state()).building).toMatchObject({ done: 4 });

      expect(await filled(store)).toBe(1);
      expect(await store.vectorIndexes.activate()).toBe(true);
      expect(await found(store, project, OLD)).toEqual([]);
      expect(await found(store, project, NEW)).toEqual(['1', '2', '3', '4', '5']);
      await store.vectorIndexes.sweep();
      expect(await store.vectorIndexes.state()).toMatchObject({ active: { embedder: 'new' }, building: null });
      await places.close(store);
      expect(await vectorsIn(dataDir)).toEqual({ search_vectors_2: [1, 2, 3, 4, 5] });
      expect(await rows(dataDir, 'select embedder, state from vector_indexes')).toEqual([
        { embedder: 'new', state: 'active' },
      ]);
    });

    it('include new chunks and exclude deleted ones meanwhile', async () => {
      const { dataDir, project, first, store } = await changed();
      expect(
        (await store.vectorIndexes.lacking(9)).map(({ title, headings, text }) => [title, headings, text]),
      ).toEqual(['one', 'two', 'three', 'four', 'five'].map((text) => ['The guide', ['Guide'], text]));
      await filled(store, NEW, 2);
      await ingested(store, project, [both(0, 'six'), both(1, 'seven')]);
      const asked = await store.vectorIndexes.lacking(2);
      expect(asked.map(({ chunkId }) => chunkId)).toEqual(['3', '4']);
      expect(await store.sources.delete(project, first.id)).toBe(true);
      // The vector of a chunk deleted meanwhile is skipped.
      const vectors = asked.map(({ chunkId }) => ({ chunkId, embedding: vectorOf(NEW, 1) }));
      await store.vectorIndexes.fill('new', vectors);
      expect(await found(store, project, OLD)).toEqual(['4', '5', '6', '7']);
      await filled(store);
      expect(await store.vectorIndexes.activate()).toBe(true);
      expect(await found(store, project, NEW)).toEqual(['4', '5', '6', '7']);
      await store.vectorIndexes.sweep();
      await places.close(store);
      expect(await vectorsIn(dataDir)).toEqual({ search_vectors_2: [4, 5, 6, 7] });
    });

    it('continue after a process ended, where it stopped', async () => {
      const { dataDir, project, store } = await changed();
      await filled(store, NEW, 2);
      await places.close(store);
      const again = await open(dataDir, NEW);
      expect((await again.vectorIndexes.state()).building).toMatchObject({ total: 5, done: 2 });
      expect(await filled(again)).toBe(3);
      await again.vectorIndexes.activate();
      await places.close(again);
      // Ended before the sweep: the next one erases the retired index.
      const last = await open(dataDir, NEW);
      await last.vectorIndexes.sweep();
      expect(await found(last, project, NEW)).toEqual(['1', '2', '3', '4', '5']);
      expect(await vectorsIn(dataDir)).toEqual({ search_vectors_2: [1, 2, 3, 4, 5] });
    });

    it('are the old ones at once if the embedder is changed back', async () => {
      const { dataDir, project, store } = await changed();
      await filled(store, NEW, 2);
      await ingested(store, project, [both(0, 'six')]);
      await places.close(store);
      const back = await open(dataDir, OLD);
      expect(await back.vectorIndexes.state()).toMatchObject({ active: { embedder: 'old' }, building: null });
      await back.vectorIndexes.sweep();
      expect(await found(back, project, OLD)).toEqual(['1', '2', '3', '4', '5', '6']);
      expect(await vectorsIn(dataDir)).toEqual({ search_vectors_1: [1, 2, 3, 4, 5, 6] });
    });

    it('are computed again if the old embedder, changed back to, has missed a chunk', async () => {
      const { dataDir, project, store } = await changed();
      await ingested(store, project, [aChunk(0, 'six', { embedding: vectorOf(NEW, 0) })]);
      expect(await found(store, project, OLD)).toEqual(['1', '2', '3', '4', '5']);
      await places.close(store);
      const back = await open(dataDir, OLD);
      expect(await back.vectorIndexes.state()).toMatchObject({
        active: { embedder: 'old' },
        building: { embedder: 'old', total: 6 },
      });
      await ingested(back, project, [aChunk(0, 'seven', { embedding: vectorOf(OLD, 0) })]);
      expect(await found(back, project, OLD)).toEqual(['1', '2', '3', '4', '5', '7']);
      expect(await filled(back, OLD)).toBe(6);
      expect(await back.vectorIndexes.activate()).toBe(true);
      expect(await found(back, project, OLD)).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    });

    it('belong to the embedder that was chosen last', async () => {
      const { dataDir, project, store } = await changed();
      await filled(store, NEW, 2);
      await places.close(store);
      const third = { id: 'third', dimensions: 4 };
      const last = await open(dataDir, third);
      expect(await last.vectorIndexes.state()).toMatchObject({ active: { embedder: 'old' }, building: { done: 0 } });
      // A late batch of the earlier embedder.
      await last.vectorIndexes.fill('new', [{ chunkId: '1', embedding: vectorOf(NEW, 0) }]);
      expect(await filled(last, third)).toBe(5);
      await last.vectorIndexes.activate();
      await last.vectorIndexes.sweep();
      expect(await found(last, project, third)).toHaveLength(5);
      expect(Object.keys(await vectorsIn(dataDir))).toEqual(['search_vectors_3']);
    });

    it('are the new ones from the start if nothing has been written', async () => {
      const dataDir = places.directory();
      await places.close(await open(dataDir, OLD));
      const store = await open(dataDir, NEW);
      expect(await store.vectorIndexes.state()).toMatchObject({ active: { embedder: 'new' }, building: null });
      const { id: project } = await withProject(store);
      await ingested(store, project, [aChunk(0, 'one', { embedding: vectorOf(NEW, 0) })]);
      expect(await found(store, project, NEW)).toHaveLength(1);
    });

    it('stay unchanged for a tool that writes none', async () => {
      const { dataDir, store } = await changed();
      await filled(store, NEW, 2);
      await places.close(store);
      const tool = await open(dataDir, null);
      expect(await tool.vectorIndexes.state()).toMatchObject({ active: { embedder: 'old' }, building: { done: 2 } });
    });

    it('are refused in another shape', async () => {
      const { project, store } = await changed();
      const fill = (embedding: Float32Array) => store.vectorIndexes.fill('new', [{ chunkId: '1', embedding }]);
      await expect(fill(vectorOf(OLD, 0))).rejects.toThrow(RangeError);
      await expect(fill(Float32Array.of(Number.NaN, 0, 0, 0))).rejects.toThrow(RangeError);
      await store.sources.create(aSource(project));
      const job = await claimed(store);
      const generation = await staged(store, job, []);
      const wrong = aChunk(0, 'x', { embedding: vectorOf(NEW, 0), formerEmbedding: vectorOf(NEW, 0) });
      await expect(store.chunks.append(job, generation, [wrong])).rejects.toThrow(RangeError);
      expect(await published(store, job, generation, [])).toBe(true);
    });
  });
}
