import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore, type SqliteStore } from '../../../../../server/store/sqlite/open.ts';
import {
  aChunk,
  EMBEDDER,
  indexCounts,
  ingested,
  querySqlite,
  SILENT,
  temporaryPlaces,
  withProject,
} from '../../../../helpers/stores/rows.ts';

describe('the compaction of the embedded store', () => {
  const places = temporaryPlaces();
  let directory: string;
  let store: SqliteStore;
  const open = async () => places.track(await openSqliteStore({ dataDir: directory, embedder: EMBEDDER, log: SILENT }));
  beforeEach(async () => {
    directory = places.directory();
    store = await open();
  });
  afterEach(() => places.clear());

  const vector = (seed: number) => new Float32Array(8).map((_, axis) => Math.sin(seed * 8 + axis));
  const chunksFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, seq) =>
      aChunk(seq, `word${first + seq} common`, { embedding: vector(first + seq) }),
    );
  const pending = () =>
    querySqlite<{ value: number }>(directory, "select value from counters where name = 'deleted'")[0]?.value ?? 0;

  it('makes the file smaller and changes no result of a search, also where blocks of vectors have gone before', async () => {
    const doomed = await withProject(store);
    await ingested(store, doomed.id, chunksFrom(10_000, 600));
    const project = await withProject(store);
    await ingested(store, project.id, chunksFrom(0, 200));
    const gone = await ingested(store, project.id, chunksFrom(200, 200));
    await ingested(store, project.id, chunksFrom(400, 200));
    await store.projects.delete(doomed.id);
    await store.sources.delete(project.id, gone.id);
    const search = () =>
      Promise.all([
        store.search.text(project.id, ['common', 'word7'], 50),
        ...[3, 250, 599].map((seed) => store.search.vector(project.id, vector(seed), 50)),
      ]);
    const found = await search();
    expect(found.map((hits) => hits.length)).toEqual([50, 50, 50, 50]);
    const rows = () =>
      querySqlite<{ id: number }>(directory, 'select _rowid_ as id from search_vectors_1_vector_chunks00');
    const blocks = rows();
    expect(blocks[0]?.id).toBeGreaterThan(1);

    const { before, after } = await store.compact();

    expect(after).toBeLessThan(before);
    expect(await search()).toEqual(found);
    // sqlite-vec finds its blocks by these numbers.
    expect(rows()).toEqual(blocks);
    expect(indexCounts(directory).map(({ text, vectors }) => [text, vectors])).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect(querySqlite(directory, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    await ingested(store, project.id, chunksFrom(600, 200));
    expect((await store.search.vector(project.id, vector(700), 1))[0]?.score).toBeCloseTo(1);
  });

  it('is due after a deletion, also after a restart, and until it has been done', async () => {
    const project = await withProject(store);
    const source = await ingested(store, project.id, ['some text']);
    expect(pending()).toBe(0);
    await store.sources.delete(project.id, source.id);
    expect(pending()).toBe(1);
    await places.close(store);
    store = await open();
    expect(pending()).toBe(1);
    await store.compact();
    expect(pending()).toBe(0);
  });

  it('keeps writes waiting and lets searches go on', async () => {
    const project = await withProject(store);
    await ingested(store, project.id, chunksFrom(0, 400));
    const compaction = store.compact();
    const [written, found] = await Promise.all([
      withProject(store),
      store.search.text(project.id, ['common'], 5),
      compaction,
    ]);
    expect(found).toHaveLength(5);
    expect((await store.projects.byId(written.id))?.id).toBe(written.id);
  });

  it('fails where another program reads an earlier state, loses nothing, and succeeds afterwards', async () => {
    const project = await withProject(store);
    const source = await ingested(store, project.id, ['some text']);
    const other = new Database(join(directory, 'footnote.db'), { readonly: true });
    other.exec('begin');
    other.prepare('select count(*) from projects').get();
    await store.sources.delete(project.id, source.id);
    await expect(store.compact()).rejects.toThrow('another program is reading the database file');
    expect(pending()).toBe(1);
    other.close();
    await store.compact();
    expect(pending()).toBe(0);
  });
});
