import { afterEach, describe, expect, it } from 'vitest';
import { withLibrary } from '../../../bench/library.ts';
import { temporaryPlaces } from '../../../helpers/stores.ts';

/** How many threads this process has started that are still there. */
const threads = () => (process.report.getReport() as { workers: unknown[] }).workers.length;

describe('the threads of the store', () => {
  const places = temporaryPlaces();
  afterEach(() => places.clear());

  it.each([
    ['small project in the same thread', 500, 0],
    ['large project in a thread of their own', 4_100, 1],
  ])(
    'search the text and the vectors of a %s',
    async (_, chunks, more) => {
      const before = threads();
      await withLibrary(places.directory(), chunks, async ({ store, embedder, project, questions }) => {
        expect(threads()).toBe(before + 1);
        const [question = ''] = questions;
        const [embedding = new Float32Array(0)] = await embedder.embed([question], 'query');
        const [byWords, byVector] = await Promise.all([
          store.search.text(project.id, question.toLowerCase().replace('?', '').split(' '), 5),
          store.search.vector(project.id, embedding, 5),
        ]);
        expect([byWords.length, byVector.length]).toEqual([5, 5]);
        expect(threads()).toBe(before + 2 + more);
        await store.ping();
      });
      expect(threads()).toBe(before);
    },
    60_000,
  );
});
