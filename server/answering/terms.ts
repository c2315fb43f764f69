import { queryTerms } from '../language/terms.ts';
import type { Store } from '../store/types.ts';
import type { Understood } from './understand.ts';

/** What a question asks for, in the terms of the index, and what each term is worth. */
export interface QuestionTerms {
  /** Of the question itself, and those that only its context brings. */
  own: string[];
  carried: string[];
  /** Rarer is worth more: the inverse document frequency in this project, less for what is carried. */
  weights: Map<string, number>;
  /** How many chunks the project has. */
  chunks: number;
}

/** What a carried term is worth beside one of the question itself. */
const CARRIED = 0.4;

/** The terms of a question in the languages of the project's documents, weighed by how rare they are there. */
export async function weighTerms(
  search: Pick<Store['search'], 'frequencies'>,
  projectId: string,
  understood: Understood,
  languages: string[],
): Promise<QuestionTerms> {
  const own = queryTerms(understood.text, languages);
  const carried = queryTerms(understood.context, languages).filter((term) => !own.includes(term));
  const { chunks, byTerm } = await search.frequencies(projectId, [...own, ...carried]);
  const rarity = (term: string) => {
    // A word that no chunk has may be another form of one that some have: it is worth no more than the rarest of those.
    const count = Math.max(byTerm.get(term) ?? 0, 1);
    return Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
  };
  const weights = new Map<string, number>();
  for (const term of own) weights.set(term, rarity(term));
  for (const term of carried) weights.set(term, CARRIED * rarity(term));
  return { own, carried, weights, chunks };
}
