import { LRUCache } from 'lru-cache';
import { usableMemory } from '../../platform/program/usable-memory.ts';

export interface Scored {
  id: number;
  score: number;
}

/** The chunks that have a term, by their ids in ascending order, and what each scores by that term alone. */
export interface Occurrences {
  ids: Float64Array;
  scores: Float64Array;
}

const BYTES_PER_OCCURRENCE = 16;
/** The most occurrences in memory, of all terms: a 64th of what the process may use, at least 8 MB and at most 64. */
const maxOccurrences = (): number =>
  Math.min(4_000_000, Math.max(500_000, Math.floor(usableMemory() / 64 / BYTES_PER_OCCURRENCE)));

/** Remembers the occurrences of terms, the latest ones used, as far as they fit into the memory for them. */
export const createOccurrencesCache = (): LRUCache<string, Occurrences> =>
  new LRUCache<string, Occurrences>({
    maxSize: maxOccurrences(),
    sizeCalculation: ({ ids }) => Math.max(1, ids.length),
  });

/** The chunks with the highest sums of what terms score, each added in the order given. Best first; of equal sums, the lower id. */
export function bestSums(lists: Occurrences[], limit: number): Scored[] {
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
