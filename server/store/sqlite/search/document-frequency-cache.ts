import type { Reads } from '../../db.ts';
import { asciiLowerCase, indexTerm } from '../../search/terms.ts';
import { prefixQuery } from './fts5-terms.ts';

/** The most terms whose counts are cached, at about 100 bytes each. */
const MAX_CACHED_TERMS = 20_000;

/**
 * The number of chunks of a project that contain each term, or any term that begins so, in any generation. What does not occur
 * is absent.
 */
export type DocumentFrequencies = (
  reads: Reads,
  projectNumber: number,
  terms: string[],
  as?: 'term' | 'prefix',
) => Promise<Map<string, number>>;

/**
 * FTS5 counts a term by walking all of its positions, which takes milliseconds for a common one, and each question needs
 * several counts. They are cached until the index changes, which two counters show: one increases with each chunk added, the
 * other decreases with each chunk removed.
 */
export function createDocumentFrequencyCache(): DocumentFrequencies {
  const remembered = new Map<string, number>();
  let countedAt = '';

  return async (reads, projectNumber, terms, as = 'term') => {
    const state = await indexState(reads);
    if (state !== countedAt || remembered.size > MAX_CACHED_TERMS) remembered.clear();
    countedAt = state;
    const found = new Map<string, number>();
    for (const term of terms) {
      const indexed = indexTerm(projectNumber, asciiLowerCase(term));
      // No term has a space.
      const key = as === 'term' ? indexed : `${indexed} `;
      const count = remembered.get(key) ?? (await (as === 'term' ? countOf : countPrefix)(reads, indexed));
      remembered.set(key, count);
      if (count > 0) found.set(term, count);
    }
    return found;
  };
}

/** Differs after any change of the text index. */
export async function indexState(reads: Reads): Promise<string> {
  const [row] = await reads.read<{ state: string | null }>(
    "select group_concat(name || value) as state from counters where name in ('chunk', 'indexed')",
  );
  return row?.state ?? '';
}

/** One point look-up: the vocabulary is a virtual table whose only index is equality with a constant. */
async function countOf(reads: Reads, indexed: string): Promise<number> {
  const [row] = await reads.read<{ doc: number }>('select doc from search_vocabulary where term = ?', [indexed]);
  return row?.doc ?? 0;
}

async function countPrefix(reads: Reads, indexed: string): Promise<number> {
  const [row] = await reads.read<{ count: number }>(
    'select count(*) as count from search_text where search_text match ?',
    [prefixQuery(indexed)],
  );
  return row?.count ?? 0;
}
