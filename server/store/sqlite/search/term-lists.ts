import type { Reads } from '../../db.ts';
import { indexTerm } from '../../search/terms.ts';
import { MAX_LISTED } from '../../search/text-ranking.ts';
import { indexState } from './document-frequency-cache.ts';

/** The most terms in all lists that are remembered, at about 60 bytes each. */
const MAX_REMEMBERED = 200_000;

/**
 * Returns a function that lists the terms of a project that begin so. FTS5 walks the occurrences of each to list it, 50 ms among
 * 200,000 chunks for each misspelt word, so lists are remembered until the index changes.
 */
export function createTermLists() {
  const remembered = new Map<string, string[]>();
  let terms = 0;
  let listedAt = '';
  return async (reads: Reads, projectNumber: number, prefix: string): Promise<string[]> => {
    const state = await indexState(reads);
    if (state !== listedAt || terms > MAX_REMEMBERED) {
      remembered.clear();
      terms = 0;
    }
    listedAt = state;
    const from = indexTerm(projectNumber, prefix);
    const known = remembered.get(from);
    if (known) return known;
    const rows = await reads.read<{ term: string }>(
      'select term from search_vocabulary where term >= ? and term < ? limit ?',
      [from, `${from}\u{10ffff}`, MAX_LISTED],
    );
    const listed = rows.map(({ term }) => term.slice(indexTerm(projectNumber, '').length));
    remembered.set(from, listed);
    terms += listed.length;
    return listed;
  };
}
