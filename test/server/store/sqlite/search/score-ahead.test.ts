import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteReader, type SqliteDb } from '../../../../../server/store/sqlite/database/driver.ts';
import { createReader } from '../../../../../server/store/sqlite/search/index-reader.ts';
import type { SearchIndex, Store } from '../../../../../server/store/types.ts';
import { countingReads } from '../../../../helpers/stores/counting-reads.ts';
import { openPreparedStore } from '../../../../helpers/stores/empty-database.ts';
import {
  databaseFile,
  EMBEDDER,
  ingested,
  SILENT,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';

const places = temporaryPlaces();
let store: Store;
let db: SqliteDb;
let search: SearchIndex;
let seen: { statements: number };

beforeEach(async () => {
  const directory = places.directory();
  store = places.track(await openPreparedStore({ dataDir: directory, embedder: EMBEDDER, log: SILENT }));
  db = openSqliteReader(databaseFile(directory), Date.now);
  const { count, seen: counted } = countingReads('search_text where search_text match');
  seen = counted;
  search = createReader({ ...db, snapshot: (work) => db.snapshot((reads) => work(count(reads))) }, EMBEDDER.id);
});
afterEach(async () => {
  await db.close();
  await places.clear();
});

/** A project of which few chunks have each of these words. */
async function withWords(...words: string[]): Promise<string> {
  const { id } = await withProject(store);
  await ingested(store, id, [...words, ...Array.from({ length: 40 }, () => 'nothing of this')]);
  return id;
}

/** What is done after a call has been answered is done. */
async function settled(): Promise<void> {
  await setImmediate();
  await db.snapshot(async () => undefined);
}

const found = async (projectId: string, ...terms: string[]) =>
  (await search.text(projectId, terms, 10)).map(({ chunkId }) => chunkId);

it('scores terms that are searched for next once they have been counted', async () => {
  const project = await withWords('gate', 'garden');
  await found(project, 'nothing');
  const expected = await store.search.text(project, ['gate', 'garden'], 10);
  seen.statements = 0;
  const { byTerm } = await search.frequencies(project, ['gate', 'garden'], { searchedNext: true });
  expect([...byTerm.values()]).toEqual([1, 1]);
  await settled();
  expect(seen.statements).toBe(2);
  expect(await search.text(project, ['gate', 'garden'], 10)).toEqual(expected);
  expect(seen.statements).toBe(2);
});

it('scores none that are only counted, that no chunk has, or of an index that has changed since the last search', async () => {
  const project = await withWords('gate', 'garden');
  await found(project, 'nothing');
  seen.statements = 0;
  await search.frequencies(project, ['gate']);
  await search.frequencies(project, ['absent'], { searchedNext: true });
  await settled();
  expect(seen.statements).toBe(0);
  await ingested(store, project, ['gate again']);
  await search.frequencies(project, ['gate'], { searchedNext: true });
  await settled();
  expect(seen.statements).toBe(0);
  expect(await found(project, 'gate')).toHaveLength(2);
});

it('scores none of a project whose words are weighed otherwise than those of all', async () => {
  const project = await withWords('gate');
  const other = await withProject(store);
  await ingested(
    store,
    other.id,
    Array.from({ length: 400 }, () => 'something else'),
  );
  await found(project, 'nothing');
  seen.statements = 0;
  await search.frequencies(project, ['gate'], { searchedNext: true });
  await settled();
  expect(seen.statements).toBe(0);
});

it('lets the reader be closed before it has scored anything', async () => {
  const project = await withWords('gate');
  await search.frequencies(project, ['gate'], { searchedNext: true });
  await db.close();
  await setImmediate();
  expect(seen.statements).toBe(0);
});
