import type { Reads } from '../../db.ts';
import { bestSums, createOccurrencesCache, type Occurrences, type Scored } from '../../search/occurrences.ts';
import { HEADING_WEIGHT, TEXT_WEIGHT } from '../../search/text-ranking.ts';
import { indexState } from './document-frequency-cache.ts';

/** With the weights of the generation, the headings and the text. Scores are negative; lower is better. */
export const BM25 = `bm25(search_text, 0, ${HEADING_WEIGHT}, ${TEXT_WEIGHT})`;

/**
 * Finds the chunks with the best scores for any of some terms, each a query of FTS5. A score is the sum of what each term brings.
 * FTS5 computes that in more than a microsecond for each chunk that has one, so it is remembered until the index changes. Terms
 * are added in the order given, as FTS5 does, so that sums are the same to the last bit. Null for the first search after a
 * change: while documents are written, what is remembered would not be used again.
 */
export function createTermScores() {
  const known = createOccurrencesCache();
  let knownAt = '';

  async function remembered(reads: Reads, query: string): Promise<Occurrences> {
    const occurrences = known.get(query) ?? (await occurrencesOf(reads, query));
    known.set(query, occurrences);
    return occurrences;
  }

  return {
    async best(reads: Reads, queries: string[], limit: number): Promise<Scored[] | null> {
      const state = await indexState(reads);
      if (state !== knownAt) {
        known.clear();
        knownAt = state;
        return null;
      }
      const lists: Occurrences[] = [];
      for (const query of queries) lists.push(await remembered(reads, query));
      return bestSums(lists, limit);
    },

    /** Scores terms that are about to be searched for, where the next search would do so. */
    async readAhead(reads: Reads, queries: string[]): Promise<void> {
      if ((await indexState(reads)) !== knownAt) return;
      for (const query of queries) await remembered(reads, query);
    },
  };
}

async function occurrencesOf(reads: Reads, query: string): Promise<Occurrences> {
  const rows = await reads.read<Scored>(
    `select rowid as id, -${BM25} as score from search_text where search_text match ? order by rowid`,
    [query],
  );
  return { ids: Float64Array.from(rows, ({ id }) => id), scores: Float64Array.from(rows, ({ score }) => score) };
}
