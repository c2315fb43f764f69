import { afterEach, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../../server/store/sqlite/open.ts';
import {
  aChunk,
  aSource,
  claimed,
  EMBEDDER,
  querySqlite,
  SILENT,
  staged,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
afterEach(() => places.clear());

it('writes the words of all chunks of a transaction as one segment of the text index', async () => {
  const dataDir = places.directory();
  const store = places.track(await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT }));
  const project = await withProject(store);
  await store.sources.create(aSource(project.id));
  const chunks = Array.from({ length: 10 }, (_, seq) => aChunk(seq, `number ${seq} of many`));
  await staged(store, await claimed(store), chunks);
  expect(querySqlite(dataDir, 'select distinct segid from search_text_idx')).toHaveLength(1);
});

it('adds a chunk without headings or words', async () => {
  const dataDir = places.directory();
  const store = places.track(await openSqliteStore({ dataDir, embedder: EMBEDDER, log: SILENT }));
  const project = await withProject(store);
  await store.sources.create(aSource(project.id));
  await staged(store, await claimed(store), [aChunk(0, 'words', { headings: [], headingTerms: '' }), aChunk(1, '')]);
  const withTerm = (term: string) =>
    querySqlite<{ rowid: number }>(dataDir, 'select rowid from search_text where search_text match ?', `"${term}"`);
  expect(withTerm('1:words')).toHaveLength(1);
  expect(withTerm('1:')).toEqual([]);
  expect(querySqlite(dataDir, 'select rowid from search_text')).toHaveLength(2);
});
