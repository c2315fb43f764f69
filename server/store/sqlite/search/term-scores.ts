import { LRUCache } from 'lru-cache';
import { usableMemory } from '../../../platform/program/usable-memory.ts';
import type { Reads } from '../../db.ts';
import { HEADING_WEIGHT, TEXT_WEIGHT } from '../../search/text-ranking.ts';
import { indexState } from './document-frequency-cache.ts';

/** With the weights of the generation, the headings and the text. Scores are negative; lower is better. */
export const BM25 = `bm25(search_text, 0, ${HEADING_WEIGHT}, ${TEXT_WEIGHT})`;

export interface Scored {
  id: number;
  score: number;
}

/** The chunks that have a term, by their ids in ascending order, and what each scores by that term alone. */
interface Occurrences {
  ids: Float64Array;
  scores: Float64Array;
}

const BYTES_PER_OCCURRENCE = 16;
/** The most occurrences in memory, of all terms: a 64th of what the process may use, at least 8 MB and at most 64. */
const maxOccurrences = (): number =>
  Math.min(4_000_000, Math.max(500_000, Math.floor(usableMemory() / 64 / BYTES_PER_OCCURRENCE)));

/**
 * Returns a function that gives the chunks with the best scores for any of some terms, each a query of FTS5. A score is the sum of
 * what each term brings. FTS5 computes that in more than a microsecond for each chunk that has one, so it is remembered until the
 * index changes. Terms are added in the order given, as FTS5 does, so that sums are the same to the last bit. Null for the first
 * search after a change: while documents are written, what is remembered would not be used again.
 */
export function createTermScores() {
  const known = new LRUCache<string, Occurrences>({
    maxSize: maxOccurrences(),
    sizeCalculation: ({ ids }) => Math.max(1, ids.length),
  });
  let knownAt = '';
  return async (reads: Reads, queries: string[], limit: number): Promise<Scored[] | null> => {
    const state = await indexState(reads);
    if (state !== knownAt) {
      known.clear();
      knownAt = state;
      return null;
    }
    const lists: Occurrences[] = [];
    for (const query of queries) {
      const occurrences = known.get(query) ?? (await occurrencesOf(reads, query));
      known.set(query, occurrences);
      lists.push(occurrences);
    }
    return bestSums(lists, limit);
  };
}

async function occurrencesOf(reads: Reads, query: string): Promise<Occurrences> {
  const rows = await reads.read<Scored>(
    `select rowid as id, -${BM25} as score from search_text where search_text match ? order by rowid`,
    [query],
  );
  return { ids: Float64Array.from(rows, ({ id }) => id), scores: Float64Array.from(rows, ({ score }) => score) };
}

/** Best first; of equal scores, the lower id. */
function bestSums(lists: Occurrences[], limit: number): Scored[] {
  let found: Scored[] = [];
  let least = Number.NEGATIVE_INFINITY;
  const prune = () => {
    found = found.sort((one, other) => other.score - one.score || one.id - other.id).slice(0, limit);
  };
  const ends = lists.length;
  const places = new Uint32Array(ends);
  /** The next id of each list. */
  const next = Float64Array.from(lists, ({ ids }) => ids[0] ?? Number.POSITIVE_INFINITY);
  // Tens of thousands of times in large projects: without iterators, which would leave much to be collected.
  for (;;) {
    let id = Number.POSITIVE_INFINITY;
    for (let at = 0; at < ends; at += 1) if ((next[at] as number) < id) id = next[at] as number;
    if (id === Number.POSITIVE_INFINITY) break;
    let score = 0;
    for (let at = 0; at < ends; at += 1) {
      if (next[at] !== id) continue;
      const { ids, scores } = lists[at] as Occurrences;
      const place = places[at] as number;
      score += scores[place] as number;
      places[at] = place + 1;
      next[at] = place + 1 < ids.length ? (ids[place + 1] as number) : Number.POSITIVE_INFINITY;
    }
    // Ids ascend: of equal scores, the first are kept.
    if (score <= least) continue;
    found.push({ id, score });
    if (found.length < 4 * limit) continue;
    prune();
    least = found.at(-1)?.score ?? least;
  }
  prune();
  return found;
}
