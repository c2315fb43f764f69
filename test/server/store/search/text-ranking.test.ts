import { afterEach, describe, expect, it } from 'vitest';
import type { NewChunk, Store } from '../../../../server/store/types.ts';
import { seeded } from '../../../helpers/input/seeded.ts';
import { aChunk, ingested, temporaryPlaces, withProject } from '../../../helpers/stores/rows.ts';
import { searchStores } from '../../../helpers/stores/tested-stores.ts';

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

const [reference, ...others] = searchStores();

for (const { name, open } of others) {
  describe(`the text index (${name})`, () => {
    const places = temporaryPlaces();
    afterEach(() => places.clear());

    it('finds what the embedded one does, and scores each term as that does', async () => {
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
        if (terms.length === 1) {
          for (const [at, { score }] of expected.entries()) expect(found[at]?.score).toBeCloseTo(score, 5);
        }
        // FTS5 comes out some hundredths below the sum of what it says of each term, which moves neighbours.
        const foundIds = found.map(({ chunkId }) => chunkId);
        const both = expected.filter(({ chunkId }) => foundIds.includes(chunkId));
        expect(both.length).toBeGreaterThanOrEqual(Math.floor(expected.length * 0.8));
      }
    });
  });
}
