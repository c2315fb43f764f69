import { afterEach, describe, expect, it } from 'vitest';
import type { SearchFilter, Store } from '../../../../../server/store/types.ts';
import {
  aChunk,
  aSource,
  claimed,
  ingested,
  published,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';
import { rowStores } from '../../../../helpers/stores/tested-stores.ts';

const READER = { reader: 'tiny/1', languages: ['en'] };
/** Bytes of the mean of a passage, and of its number. */
const [MEAN, NUMBER] = [1, 8];
const NEXT = { reader: 'tiny/2', languages: ['en'] };
const codesOf = (text: string) => new TextEncoder().encode(text);
/** Eight dimensions: the signs are the bits of the first character. */
const meanOf = (text: string) => codesOf(text).slice(0, 1);

/** Reads a batch as the server does in the background; the texts that were read, and the project they are of. */
async function readBatch(store: Store, of = READER, after = 0, limit = 2) {
  const next = await store.wordCodes.lacking(of, after, limit);
  if (next === null) return null;
  await store.wordCodes.add(
    of.reader,
    next.chunks.map(({ chunkId, text }) => ({ chunkId, codes: codesOf(text), mean: meanOf(text) })),
  );
  return { project: next.projectNumber, texts: next.chunks.map(({ text }) => text) };
}

async function readAll(store: Store, of = READER): Promise<string[]> {
  const texts: string[] = [];
  for (let read = await readBatch(store, of); read; read = await readBatch(store, of)) texts.push(...read.texts);
  return texts;
}

for (const { name, open: openIn, rows } of rowStores()) {
  describe(`what a reader has made of the words of passages (${name})`, () => {
    const places = temporaryPlaces();
    afterEach(() => places.clear());

    const open = async (dataDir = places.directory()) => {
      const store = places.track(await openIn(dataDir));
      return { dataDir, store };
    };

    /** The texts whose codes are found, by the passages of a source. */
    async function found(store: Store, projectId: string, sourceId: string, of = READER) {
      const { rows: passages } = await store.chunks.ofSource(projectId, sourceId, { limit: 100, offset: 0 });
      const codes = await store.wordCodes.byIds(
        projectId,
        passages.map(({ id }) => id),
        of.reader,
      );
      return passages.flatMap(({ id }) => codes.get(id) ?? []).map((bytes) => new TextDecoder().decode(bytes));
    }

    it('is made of every passage once, in the order of its document', async () => {
      const { store } = await open();
      const { id: project } = await withProject(store);
      const source = await ingested(store, project, ['one', 'two', 'three']);
      expect(await store.wordCodes.progress(READER)).toEqual({ total: 3, done: 0 });
      expect(await store.wordCodes.lacking(READER, 0, 5)).toMatchObject({
        chunks: [{ headings: ['Guide'], text: 'one' }, { text: 'two' }, { text: 'three' }],
      });
      expect(await readAll(store)).toEqual(['one', 'two', 'three']);
      expect(await found(store, project, source.id)).toEqual(['one', 'two', 'three']);
      expect(await store.wordCodes.progress(READER)).toEqual({ total: 3, done: 3 });
    });

    it('comes from one project after the other', async () => {
      const { store } = await open();
      const [one, two] = [await withProject(store), await withProject(store)];
      await ingested(store, one.id, ['a1', 'a2', 'a3', 'a4', 'a5']);
      await ingested(store, two.id, ['b1', 'b2', 'b3']);
      const turns: string[][] = [];
      for (let after = 0; ; ) {
        const read = await readBatch(store, READER, after);
        if (!read) break;
        turns.push(read.texts);
        after = read.project;
      }
      expect(turns).toEqual([['a1', 'a2'], ['b1', 'b2'], ['a3', 'a4'], ['b3'], ['a5']]);
      expect(await store.wordCodes.progress(READER, two.id)).toEqual({ total: 3, done: 3 });
    });

    it('is made of documents in the languages of the reader alone', async () => {
      const { store } = await open();
      const { id: project } = await withProject(store);
      await ingested(store, project, ['one']);
      const spanish = { reader: 'tiny/1', languages: ['es', 'pt'] };
      expect(await store.wordCodes.lacking(spanish, 0, 5)).toBeNull();
      expect(await store.wordCodes.progress(spanish)).toEqual({ total: 0, done: 0 });
    });

    it('is not made of what no search sees yet', async () => {
      const { store } = await open();
      const { id: project } = await withProject(store);
      await store.sources.create(aSource(project));
      const job = await claimed(store);
      const chunks = [aChunk(0, 'new')];
      const generation = await staged(store, job, chunks);
      expect(await store.wordCodes.lacking(READER, 0, 5)).toBeNull();
      await published(store, job, generation, chunks);
      expect(await readAll(store)).toEqual(['new']);
    });

    it('goes on after a restart', async () => {
      const { store, dataDir } = await open();
      const { id: project } = await withProject(store);
      await ingested(store, project, ['one', 'two', 'three']);
      await readBatch(store);
      await places.close(store);
      const again = await open(dataDir);
      expect(await readAll(again.store)).toEqual(['three']);
    });

    it('is made once more by another reader, and until then not compared', async () => {
      const { store } = await open();
      const { id: project } = await withProject(store);
      const source = await ingested(store, project, ['one', 'two', 'three']);
      await readAll(store);
      expect(await store.wordCodes.progress(NEXT)).toEqual({ total: 3, done: 0 });
      await readBatch(store, NEXT);
      expect(await found(store, project, source.id, NEXT)).toEqual(['one', 'two']);
      expect(await readAll(store, NEXT)).toEqual(['three']);
      expect(await found(store, project, source.id, READER)).toEqual([]);
    });

    it('is found by its own project alone', async () => {
      const { store } = await open();
      const [one, two] = [await withProject(store), await withProject(store)];
      await ingested(store, one.id, ['one']);
      const [chunk] = (await store.wordCodes.lacking(READER, 0, 1))?.chunks ?? [];
      await readAll(store);
      const ids = [chunk?.chunkId ?? ''];
      expect((await store.wordCodes.byIds(one.id, ids, READER.reader)).size).toBe(1);
      expect((await store.wordCodes.byIds(two.id, ids, READER.reader)).size).toBe(0);
    });

    describe('finds passages', () => {
      /** The vector whose signs are the bits of a character, of length 1. */
      const near = (character: string) =>
        Float32Array.from({ length: 8 }, (_, bit) => ((character.charCodeAt(0) >> bit) & 1 ? 1 : -1) / Math.sqrt(8));

      async function nearest(store: Store, projectId: string, character: string, filter?: SearchFilter, limit = 9) {
        const hits = await store.search.read(projectId, near(character), limit, READER.reader, filter);
        const texts = new Map(
          (
            await store.chunks.byIds(
              projectId,
              hits.map(({ chunkId }) => chunkId),
            )
          ).map(({ id, text }) => [id, text]),
        );
        return hits.map(({ chunkId, score }) => [texts.get(chunkId), Number(score.toFixed(2))]);
      }

      it('by how near their means are, once their source has been read to the end', async () => {
        const { store } = await open();
        const { id: project } = await withProject(store);
        await ingested(store, project, ['a', 'c', 'e']);
        expect(await store.wordCodes.any(project, READER.reader)).toBe(false);
        await readBatch(store);
        expect(await nearest(store, project, 'a')).toEqual([]);
        await readAll(store);
        expect(await store.wordCodes.any(project, READER.reader)).toBe(true);
        // These characters differ from the first in one bit each, of eight.
        expect(await nearest(store, project, 'a')).toEqual([
          ['a', 1],
          ['c', 0.75],
          ['e', 0.75],
        ]);
        expect(await nearest(store, project, 'e', undefined, 1)).toEqual([['e', 1]]);
        expect(await nearest(store, project, 'e', undefined, 0)).toEqual([]);
      });

      it('of the sources that a filter lets through, and of their project alone', async () => {
        const { store } = await open();
        const [one, two] = [await withProject(store), await withProject(store)];
        const first = await ingested(store, one.id, ['a']);
        await ingested(store, one.id, ['c']);
        await ingested(store, two.id, ['e']);
        await readAll(store);
        expect(await nearest(store, one.id, 'c', { ids: [first.id] })).toEqual([['a', 0.75]]);
        expect(await nearest(store, one.id, 'c', { ids: [] })).toEqual([]);
        expect(await nearest(store, two.id, 'c')).toEqual([['e', 0.5]]);
      });

      it('that have been read, replaced or deleted since the search before', async () => {
        const { store } = await open();
        const { id: project } = await withProject(store);
        await ingested(store, project, ['a']);
        await readAll(store);
        expect(await nearest(store, project, 'a')).toEqual([['a', 1]]);
        const other = await ingested(store, project, ['c']);
        expect(await nearest(store, project, 'a')).toEqual([['a', 1]]);
        await readAll(store);
        const both = [
          ['a', 1],
          ['c', 0.75],
        ];
        expect(await nearest(store, project, 'a')).toEqual(both);
        expect(await nearest(store, project, 'a', { ids: [other.id] })).toEqual([['c', 0.75]]);
        expect(await nearest(store, project, 'a')).toEqual(both);
        await readAll(store, NEXT);
        expect(await nearest(store, project, 'a')).toEqual([]);
        await readAll(store);
        await store.sources.delete(project, other.id);
        expect(await nearest(store, project, 'a')).toEqual([['a', 1]]);
      });

      it('that its own reader has read, and none that are gone', async () => {
        const { store } = await open();
        const { id: project } = await withProject(store);
        const source = await ingested(store, project, ['a']);
        await readAll(store);
        expect(await store.search.read(project, near('a'), 9, NEXT.reader)).toEqual([]);
        await store.sources.delete(project, source.id);
        expect(await nearest(store, project, 'a')).toEqual([]);
      });
    });

    it('goes with its source, and is not stored of what was deleted meanwhile', async () => {
      const { store, dataDir } = await open();
      const { id: project } = await withProject(store);
      const kept = await ingested(store, project, ['kept']);
      await readAll(store);
      const gone = await ingested(store, project, ['gone', 'left']);
      await readBatch(store, READER, 0, 1);
      const late = await store.wordCodes.lacking(READER, 0, 1);
      await store.sources.delete(project, gone.id);
      await store.wordCodes.add(
        READER.reader,
        (late?.chunks ?? []).map(({ chunkId }) => ({ chunkId, codes: codesOf('late'), mean: meanOf('late') })),
      );
      expect(await found(store, project, kept.id)).toEqual(['kept']);
      await places.close(store);
      expect(await rows(dataDir, 'select codes from word_codes')).toHaveLength(1);
      expect(await rows(dataDir, 'select generation from read_generations')).toHaveLength(1);
    });

    it('counts in what a project stores', async () => {
      const { store } = await open();
      const { id: project } = await withProject(store);
      await ingested(store, project, ['one', 'two']);
      const stored = async () => {
        const { rows: projects } = await store.reports.storage({ day: '2030-01-01' }, { limit: 1, offset: 0 });
        return projects[0]?.indexBytes ?? 0;
      };
      const before = await stored();
      await readAll(store);
      expect(await stored()).toBe(before + codesOf('onetwo').length + 2 * MEAN + 2 * (MEAN + NUMBER));
    });
  });
}
