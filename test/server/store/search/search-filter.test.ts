import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchFilter, SourceRow, Store } from '../../../../server/store/types.ts';
import {
  aChunk,
  aSource,
  aVector,
  claimed,
  ingested,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../helpers/stores/rows.ts';
import { searchStores } from '../../../helpers/stores/tested-stores.ts';

interface Published {
  text: string;
  title?: string | null;
  language?: string;
  source?: Partial<SourceRow>;
  /** Copies of its only chunk. */
  chunks?: number;
}

for (const { name, open } of searchStores()) {
  describe(`a filtered search (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    beforeAll(async () => {
      store = places.track(await open(places.directory()));
    });
    afterAll(() => places.clear());

    async function publish(projectId: string, { text, title = null, language = 'en', source, chunks = 1 }: Published) {
      const row = aSource(projectId, source);
      await store.sources.create(row);
      const made = Array.from({ length: chunks }, (_, seq) => aChunk(seq, text, { embedding: aVector(0, 0.1) }));
      const job = await claimed(store);
      const generation = await staged(store, job, made);
      const { metadata } = row;
      const document = { title, language, text };
      await store.chunks.publish(job, generation, { document, chunksCount: chunks, metadata, at: 9_000 });
      return row.id;
    }

    const found = async (projectId: string, filter: SearchFilter, limit = 10) => {
      const having = (await store.search.having(projectId, ['shared'], limit, filter)).get('shared') ?? [];
      const hits = {
        having: having.map((chunkId) => ({ chunkId })),
        text: await store.search.text(projectId, ['shared'], limit, { filter }),
        vector: await store.search.vector(projectId, aVector(0), limit, undefined, filter),
      };
      const texts = async (list: { chunkId: string }[]) => {
        const ids = list.map(({ chunkId }) => chunkId);
        return [...new Set((await store.chunks.byIds(projectId, ids)).map(({ text }) => text))].sort();
      };
      const all = { text: await texts(hits.text), vector: await texts(hits.vector), having: await texts(hits.having) };
      expect(all.vector).toEqual(all.text);
      expect(all.having).toEqual(all.text);
      return all.text;
    };

    it('finds only what is in the sources that have one of the values in each field', async () => {
      const { id } = await withProject(store);
      const guide = await publish(id, { text: 'shared guide', title: 'The guide' });
      const site = aSource(id, { type: 'url', metadata: { url: 'https://docs.example.com/' } });
      await store.sources.create(site);
      await claimed(store);
      await publish(id, {
        text: 'shared page',
        title: 'A page',
        language: 'de',
        source: {
          type: 'url',
          metadata: { url: 'https://docs.example.com/page', title: 'A page' },
          web: webPage(site),
        },
      });
      await publish(id, { text: 'shared note', source: { type: 'text', metadata: { title: "It's a note" } } });

      expect(await found(id, {})).toEqual(['shared guide', 'shared note', 'shared page']);
      expect(await found(id, { ids: [guide] })).toEqual(['shared guide']);
      expect(await found(id, { ids: [site.id] })).toEqual(['shared page']);
      expect(await found(id, { ids: [guide, site.id, 'src_none'] })).toEqual(['shared guide', 'shared page']);
      expect(await found(id, { types: ['text', 'url'] })).toEqual(['shared note', 'shared page']);
      expect(await found(id, { languages: ['de'] })).toEqual(['shared page']);
      expect(await found(id, { titles: ["It's a note"] })).toEqual(['shared note']);
      expect(await found(id, { filenames: ['guide.md'] })).toEqual(['shared guide']);
      expect(await found(id, { urls: ['https://docs.example.com/page', 'https://docs.example.com/'] })).toEqual([
        'shared page',
      ]);
      expect(await found(id, { types: ['file'], languages: ['de'] })).toEqual([]);
      expect(await found(id, { ids: [] })).toEqual([]);
      expect(await found(id, { titles: ["' or 1=1 --"] })).toEqual([]);
    });

    it('finds what their owners have said of them', async () => {
      const { id } = await withProject(store);
      const said = (version: string, name: string) => ({
        ...{ externalId: name, url: `https://docs.example.com/${name}`, labels: { version, 'x.y': 'z' } },
      });
      await publish(id, { text: 'shared one', source: said('1', 'one') });
      await publish(id, { text: 'shared two', source: said('2', 'two') });
      await publish(id, { text: 'shared none' });
      expect(await found(id, { labels: { version: ['2'] } })).toEqual(['shared two']);
      expect(await found(id, { labels: { version: ['1', '2'], 'x.y': ['z'] } })).toEqual(['shared one', 'shared two']);
      expect(await found(id, { labels: { version: ['1'], none: ['z'] } })).toEqual([]);
      expect(await found(id, { labels: { version: ['2', null] } })).toEqual(['shared none', 'shared two']);
      expect(await found(id, { labels: { version: [null] } })).toEqual(['shared none']);
      expect(await found(id, { labels: { version: [] } })).toEqual([]);
      expect(await found(id, { externalIds: ['one'] })).toEqual(['shared one']);
      expect(await found(id, { urls: ['https://docs.example.com/two'] })).toEqual(['shared two']);
    });

    it('gives as many hits as are wanted, however many others are nearer or more alike', async () => {
      const { id } = await withProject(store);
      await publish(id, { text: 'shared shared shared', chunks: 200, source: { metadata: { filename: 'old.md' } } });
      await publish(id, { text: 'shared once among others', source: { metadata: { filename: 'new.md' } } });
      expect(await found(id, { filenames: ['new.md'] }, 1)).toEqual(['shared once among others']);
    });

    it('does not see another project through the id of its source', async () => {
      const { id } = await withProject(store);
      const other = await withProject(store);
      const foreign = await publish(other.id, { text: 'shared secret' });
      await publish(id, { text: 'shared own' });
      expect(await found(id, { ids: [foreign] })).toEqual([]);
    });
  });

  describe(`a search for words that begin with something (${name})`, () => {
    const places = temporaryPlaces();
    let store: Store;
    let projectId: string;
    beforeAll(async () => {
      store = places.track(await open(places.directory()));
      const neighbour = await withProject(store);
      await ingested(store, neighbour.id, ['install installer installed']);
      ({ id: projectId } = await withProject(store));
      await ingested(store, projectId, ['install the server', 'an installer of windows', 'instant soup', 'a server']);
    });
    afterAll(() => places.clear());

    const texts = async (terms: string[], prefix: string) => {
      const hits = await store.search.text(projectId, terms, 10, { prefix });
      const ids = hits.map(({ chunkId }) => chunkId);
      return (await store.chunks.byIds(projectId, ids)).map(({ text }) => text);
    };

    it('finds all of them, and prefers chunks with the other terms too', async () => {
      expect((await texts([], 'inst')).sort()).toEqual([
        'an installer of windows',
        'install the server',
        'instant soup',
      ]);
      expect((await texts([], 'INSTALL')).sort()).toEqual(['an installer of windows', 'install the server']);
      expect((await texts(['server'], 'inst'))[0]).toBe('install the server');
      expect(await texts([], 'installers')).toEqual([]);
      expect(await texts(['server'], 'none')).toHaveLength(2);
      // In headings too.
      expect(await texts([], 'gui')).toHaveLength(4);
    });

    it('counts the chunks that have any, of this project alone', async () => {
      const { byPrefix } = await store.search.frequencies(projectId, [], { prefixes: ['inst', 'install', 'x'] });
      expect([...byPrefix]).toEqual([
        ['inst', 3],
        ['install', 2],
        ['x', 0],
      ]);
    });

    it.each(['"', '*', '" *', "'", "':*", '\\', '1:', ':', ' ', '\0', 'ä', 'x'.repeat(300)])(
      'takes any text as text: %j',
      async (prefix) => {
        expect(await texts([], prefix)).toEqual([]);
      },
    );
  });
}

const webPage = (site: SourceRow) => ({ parentId: site.id, crawl: null, refreshHours: null, validators: null });
