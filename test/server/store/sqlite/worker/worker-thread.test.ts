import { afterEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../../server/store/sqlite/open.ts';
import { EMBEDDER, SILENT, temporaryPlaces } from '../../../../helpers/stores/rows.ts';
import { withLibrary } from '../../../../research/bench/library.ts';

/** How many threads this process has started that are still there. */
const threads = () => (process.report.getReport() as { workers: unknown[] }).workers.length;

describe('the threads of the store', () => {
  const places = temporaryPlaces();
  afterEach(() => places.clear());

  it('are one that writes, and with the first search one that searches', async () => {
    const before = threads();
    await withLibrary(places.directory(), 100, async ({ store, embedder, project, questions }) => {
      expect(threads()).toBe(before + 1);
      const [question = ''] = questions;
      const [embedding = new Float32Array(0)] = await embedder.embed([question], 'query');
      const [byWords, byVector] = await Promise.all([
        store.search.text(project.id, question.toLowerCase().replace('?', '').split(' '), 5),
        store.search.vector(project.id, embedding, 5),
      ]);
      expect([byWords.length, byVector.length]).toEqual([5, 5]);
      expect(threads()).toBe(before + 2);
      await store.ping();
    });
    expect(threads()).toBe(before);
  });

  it('hand on what they have found in portions, so that a crowd of questions keeps nobody else waiting', async () => {
    const store = places.track(await openSqliteStore({ dataDir: places.directory(), embedder: EMBEDDER, log: SILENT }));
    const ask = () => store.search.frequencies('a-project', ['word']);
    await Promise.all(Array.from({ length: 30 }, ask));
    let turn = 0;
    const count = () => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const answered = Array.from({ length: 20 }, async () => {
      await ask();
      // What is made of it.
      const until = performance.now() + 6;
      while (performance.now() < until);
      return turn;
    });
    // Meanwhile the thread finds all of it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    const turns = await Promise.all(answered);
    clearImmediate(counting);
    expect(new Set(turns).size).toBe(20);
  });

  it('hand on what they have done before they end', async () => {
    const store = await openSqliteStore({ dataDir: places.directory(), embedder: EMBEDDER, log: SILENT });
    const found = Array.from({ length: 50 }, () => store.search.frequencies('a-project', ['word']));
    await Promise.all([found[0], store.close()]);
    expect(await Promise.all(found)).toHaveLength(50);
  });
});
