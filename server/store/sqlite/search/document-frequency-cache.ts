import type { Reads } from '../../db.ts';
import { asciiLowerCase, indexTerm } from '../../search/terms.ts';

/** Terms whose counts are remembered: some 100 bytes each. */
const MAX_CACHED_TERMS = 20_000;

/** How many chunks of a project hold each term, whatever their generation. Terms that occur nowhere are absent. */
export type DocumentFrequencies = (
  reads: Reads,
  projectNumber: number,
  terms: string[],
) => Promise<Map<string, number>>;

/**
 * The index counts a term by walking all of its places, milliseconds for a common one, and each question asks several
 * times: so what was counted is remembered until the index changes. That is told by its two counters: one goes up with
 * each chunk that comes, the other down with each that goes.
 */
export function createDocumentFrequencyCache(): DocumentFrequencies {
  const remembered = new Map<string, number>();
  let countedAt = '';

  return async (reads, projectNumber, terms) => {
    const [row] = await reads.read<{ state: string | null }>(
      "select group_concat(name || value) as state from counters where name in ('chunk', 'indexed')",
    );
    const state = row?.state ?? '';
    if (state !== countedAt || remembered.size > MAX_CACHED_TERMS) remembered.clear();
    countedAt = state;
    const found = new Map<string, number>();
    for (const term of terms) {
      const indexed = indexTerm(projectNumber, asciiLowerCase(term));
      const count = remembered.get(indexed) ?? (await countOf(reads, indexed));
      remembered.set(indexed, count);
      if (count > 0) found.set(term, count);
    }
    return found;
  };
}

/** One point look-up: the vocabulary is a virtual table whose only index is equality with a constant. */
async function countOf(reads: Reads, indexed: string): Promise<number> {
  const [row] = await reads.read<{ doc: number }>('select doc from search_vocabulary where term = ?', [indexed]);
  return row?.doc ?? 0;
}
