import { afterEach, describe, expect, it } from 'vitest';
import type { NewChunk, Store } from '../../../server/store/types.ts';
import { seeded } from '../../helpers/seeded.ts';
import { aChunk, ingested, temporaryPlaces, withProject } from '../../helpers/stores.ts';
import { STORES } from '../../helpers/tested-stores.ts';

const WORDS = 400;
const CHUNKS = 300;

/** Words as people use them: few often, most hardly ever. */
function someChunks(random: () => number): NewChunk[] {
  const word = () => `w${Math.floor(WORDS * random() ** 3)}`;
  const words = (count: number) => Array.from({ length: count }, word).join(' ');
  return Array.from({ length: CHUNKS }, (_, seq) =>
    aChunk(seq, words(10 + Math.floor(150 * random())), { headingTerms: words(Math.floor(6 * random())) }),
  );
}

const [reference, ...others] = STORES;

for (const { name, open } of others) {
  describe(`the text index (${name})`, () => {
    const places = temporaryPlaces();
    afterEach(() => places.clear());

    it('finds what the embedded one does, with scores that differ by a twentieth at most', async () => {
      if (!reference) throw new Error('There is no embedded store.');
      const random = seeded(5);
      const chunks = someChunks(random);
      const filled = async (store: Store) => {
        places.track(store);
        const { id } = await withProject(store);
        await ingested(store, id, chunks);
        return (terms: string[]) => store.search.text(id, terms, 10);
      };
      const searches = await Promise.all(
        [reference.open(places.directory()), open(places.directory())].map(async (store) => filled(await store)),
      );
      for (let question = 0; question < 40; question += 1) {
        const terms = Array.from({ length: 1 + (question % 8) }, () => `w${Math.floor(WORDS * random() ** 2)}`);
        const [expected = [], found = []] = await Promise.all(searches.map((search) => search(terms)));
        expect(found).toHaveLength(expected.length);
        const scoreOf = new Map(found.map(({ chunkId, score }) => [chunkId, score]));
        const both = expected.filter(({ chunkId }) => scoreOf.has(chunkId));
        expect(both.length).toBeGreaterThanOrEqual(Math.floor(expected.length * 0.8));
        for (const { chunkId, score } of both) expect((scoreOf.get(chunkId) ?? 0) / score).toBeCloseTo(1, 1);
      }
    });
  });
}
