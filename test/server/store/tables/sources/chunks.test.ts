import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeBlocks } from '../../../../../server/store/types/encode-blocks.ts';
import type { Block, Store } from '../../../../../server/store/types.ts';
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
import { rowStores, searchStores } from '../../../../helpers/stores/tested-stores.ts';

for (const { name, open } of searchStores()) {
  describe(`chunks (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    it('tell where the pages of sources are, by their external ids, of their project alone', async () => {
      const [project, other] = [await withProject(store), await withProject(store)];
      const page = (projectId: string, externalId: string, url: string | null) =>
        store.sources.create({ ...aSource(projectId), externalId, url });
      await page(project.id, 'a.md', 'https://example.com/a');
      await page(project.id, 'b.md', null);
      await page(other.id, 'c.md', 'https://example.com/c');
      expect(await store.chunks.addresses(project.id, ['a.md', 'b.md', 'c.md', "d'.md"])).toEqual(
        new Map([['a.md', 'https://example.com/a']]),
      );
    });

    it('are invisible before they are published, and all visible at once afterwards', async () => {
      const project = await withProject(store);
      const source = aSource(project.id);
      await store.sources.create(source);
      const job = await claimed(store);
      const chunks = [aChunk(0, 'alpha opens'), aChunk(1, 'beta closes')];
      const generation = await staged(store, job, chunks);
      const seen = async () => ({
        text: (await store.search.text(project.id, ['alpha', 'beta'], 10)).length,
        vector: (await store.search.vector(project.id, aChunk(0, '').embedding, 10)).length,
        ids: (await store.chunks.byIds(project.id, ['1', '2'])).length,
        count: await store.chunks.count(project.id),
        frequency: (await store.search.frequencies(project.id, ['alpha'])).byTerm.get('alpha'),
        document: (await store.documents.bySource(project.id, source.id))?.title,
        status: (await store.sources.byId(source.id))?.status,
      });
      expect(await seen()).toEqual({
        text: 0,
        vector: 0,
        ids: 0,
        count: 0,
        frequency: 0,
        document: undefined,
        status: 'processing',
      });
      expect(await published(store, job, generation, chunks)).toBe(true);
      expect(await seen()).toEqual({
        text: 2,
        vector: 2,
        ids: 2,
        count: 2,
        frequency: 1,
        document: 'The guide',
        status: 'completed',
      });
    });

    it('are spread evenly over the live documents of a project where only some are asked for', async () => {
      const project = await withProject(store);
      for (const count of [3, 1, 6]) {
        const texts = Array.from({ length: count }, (_, seq) => aChunk(seq, `passage ${seq} of ${count}`));
        await ingested(store, project.id, texts);
      }
      const textsOf = async (most: number) => (await store.chunks.spread(project.id, most)).map(({ text }) => text);
      expect(await textsOf(5)).toEqual([
        'passage 0 of 3',
        'passage 2 of 3',
        'passage 0 of 6',
        'passage 2 of 6',
        'passage 4 of 6',
      ]);
      expect(await textsOf(100)).toHaveLength(10);
      expect(await store.chunks.spread((await withProject(store)).id, 5)).toEqual([]);
    });
  });
}

for (const { name, open } of rowStores()) {
  describe(`the chunks of a document (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeEach(async () => {
      store = places.track(await open(places.directory()));
    });
    afterEach(() => places.clear());

    it('are returned with what an answer needs, in the requested order', async () => {
      const project = await withProject(store);
      const laterPages = [{ page: 8, start: 1 }];
      const blocks: Block[] = [{ kind: 'list-item', start: 0, end: 3, depth: 1, codeSpans: [[1, 2]], continued: true }];
      const chunk = aChunk(0, 'one', {
        page: 7,
        laterPages,
        headings: ['A', 'B'],
        blocks: encodeBlocks(blocks),
        section: 4,
      });
      const source = await ingested(store, project.id, [chunk, 'two']);
      const [second, first, ...rest] = await store.chunks.byIds(project.id, ['2', '404', 'nonsense', '1']);
      const texts = await store.chunks.textsByIds(project.id, ['2', '404', 'nonsense', '1']);
      const told = [first, second].map((one) => ({
        id: one?.id,
        title: one?.title,
        headings: one?.headings,
        text: one?.text,
      }));
      expect(texts.toSorted((one, other) => Number(one.id) - Number(other.id))).toEqual(told);
      expect(rest).toEqual([]);
      expect(first).toEqual({
        id: '1',
        sourceId: source.id,
        title: 'The guide',
        sourceName: 'guide.md',
        address: null,
        language: 'en',
        seq: 0,
        start: 0,
        end: 3,
        text: 'one',
        headings: ['A', 'B'],
        page: 7,
        laterPages,
        blocks,
        section: 4,
        indexedAt: 9_000,
      });
      expect(second).toMatchObject({ text: 'two', page: null, laterPages: [] });
    });

    it('of another project are not found, even by their id', async () => {
      const mine = await withProject(store);
      const other = await withProject(store);
      await ingested(store, mine.id, ['one']);
      expect(await store.chunks.byIds(other.id, ['1'])).toEqual([]);
      expect(await store.chunks.textsByIds(other.id, ['1'])).toEqual([]);
      expect(await store.chunks.around(other.id, '1', 1, 1)).toEqual([]);
    });

    it('are read with their neighbours in the document', async () => {
      const project = await withProject(store);
      await ingested(store, project.id, ['zero', 'one', 'two', 'three', 'four']);
      await ingested(store, project.id, ['another document']);
      const texts = async (id: string, before: number, after: number) =>
        (await store.chunks.around(project.id, id, before, after)).map(({ text }) => text);
      expect(await texts('3', 1, 2)).toEqual(['one', 'two', 'three', 'four']);
      expect(await texts('1', 3, 0)).toEqual(['zero']);
      expect(await texts('5', 0, 9)).toEqual(['four']);
    });

    it('are read from one place of their document to another', async () => {
      const project = await withProject(store);
      const source = await ingested(store, project.id, ['zero', 'one', 'two', 'three']);
      await ingested(store, project.id, ['another zero', 'another one']);
      const texts = async (projectId: string, from: number, to: number) =>
        (await store.chunks.between(projectId, source.id, from, to)).map(({ text }) => text);
      expect(await texts(project.id, 1, 2)).toEqual(['one', 'two']);
      expect(await texts(project.id, 2, 99)).toEqual(['two', 'three']);
      expect(await texts(project.id, 3, 2)).toEqual([]);
      expect(await texts((await withProject(store)).id, 0, 9)).toEqual([]);
    });

    it('are read from the live text of their document only', async () => {
      const project = await withProject(store);
      const source = await ingested(store, project.id, ['old zero', 'old one']);
      const texts = async () => (await store.chunks.between(project.id, source.id, 0, 9)).map(({ text }) => text);
      await store.sources.requeue(project.id, source.id, 9_500);
      const job = await claimed(store, 'worker', 9_600);
      const chunks = [aChunk(0, 'new zero')];
      const generation = await staged(store, job, chunks);
      expect(await texts()).toEqual(['old zero', 'old one']);
      await published(store, job, generation, chunks);
      expect(await texts()).toEqual(['new zero']);
    });
  });
}
