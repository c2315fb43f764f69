import { createCacheOfTexts, SHORT_TEXTS } from '../../../platform/text/text-cache.ts';
import type { SearchIndex } from '../../types.ts';

type Frequencies = SearchIndex['frequencies'];

interface Counted {
  /** As counted in search-changes.ts. */
  changes: number;
  /** Of the project. */
  chunks: number;
  /** Of these, how many have the term. */
  count: number;
}

/**
 * Counts each term once until something of its project has changed. Each question asks for the counts of its words twice, and most
 * words have been asked for before; `count` waits for another thread.
 */
export function rememberFrequencies(
  count: Frequencies,
  changesOf: (projectId: string) => Promise<number | null>,
): Frequencies {
  const remembered = createCacheOfTexts<Counted>((_, key) => key.length, SHORT_TEXTS);
  return async (projectId, terms, { prefixes = [], searchedNext = false } = {}) => {
    const keyOf = (term: string) => `${projectId} ${term}`;
    // Counted before the terms are, which may be newer: then they are counted again the next time.
    const changes = await changesOf(projectId);
    const known = new Map<string, Counted>();
    for (const term of terms) {
      const before = remembered.get(keyOf(term));
      if (before?.changes === changes) known.set(term, before);
    }
    const missing = terms.filter((term) => !known.has(term));
    const [first] = known.values();
    const isKnown = first && missing.length === 0 && prefixes.length === 0;
    const counted = isKnown
      ? { chunks: first.chunks, byTerm: new Map<string, number>(), byPrefix: new Map<string, number>() }
      : await count(projectId, missing, { prefixes, searchedNext });
    if (changes !== null)
      for (const [term, times] of counted.byTerm)
        remembered.set(keyOf(term), { changes, chunks: counted.chunks, count: times });
    const byTerm = new Map(terms.map((term) => [term, known.get(term)?.count ?? counted.byTerm.get(term) ?? 0]));
    return { ...counted, byTerm };
  };
}
