/** The hits of one search, best first, and the weight of a rank in it against the other lists. */
interface RankedList {
  ids: string[];
  weight: number;
}

export interface FusedResult {
  id: string;
  /** Sum of weight / (K + rank) over the lists. */
  score: number;
  /** 1-based rank in each list, in the order given; null where absent. */
  ranks: (number | null)[];
}

/** Damps the first ranks: the smaller, the more rank 1 stands out. */
const K = 20;

/** Reciprocal rank fusion: joins lists whose scores cannot be compared, by rank alone. Best first, ties by first list. */
export function fuseRankings(lists: RankedList[]): FusedResult[] {
  const byId = new Map<string, FusedResult>();
  lists.forEach(({ ids, weight }, list) => {
    ids.forEach((id, at) => {
      let entry = byId.get(id);
      if (!entry) {
        entry = { id, score: 0, ranks: lists.map(() => null) };
        byId.set(id, entry);
      }
      if (entry.ranks[list] !== null) return;
      entry.ranks[list] = at + 1;
      entry.score += weight / (K + at + 1);
    });
  });
  return [...byId.values()].sort((a, b) => b.score - a.score);
}
