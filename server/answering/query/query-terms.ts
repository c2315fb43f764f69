import { NOT_A_WORD } from '../../language/edit-distance.ts';
import { createPrefixIndex, type PrefixIndex } from '../../language/prefix-similarity.ts';
import { queryTerms, type Role, rolesOf, termsOfWords } from '../../language/terms.ts';
import type { Store } from '../../store/types.ts';
import type { ContextualizedQuery } from './contextualize-query.ts';

/** What a question asks for, in the terms of the index, and what each term is worth. */
export interface QueryTerms {
  /** Of the question itself, and those that only its context brings. */
  own: string[];
  carried: string[];
  /** Rarer is worth more: the inverse document frequency in this project, less for what is carried. */
  weights: Map<string, number>;
  /** What part each of its own terms has in the question. */
  roles: Map<string, Role>;
  /** Words of its own that no passage of the project has: perhaps one has them spelt otherwise. */
  unknown: string[];
  /** Its own terms, to find words that are related to them. */
  prefixIndex: PrefixIndex;
  /** The content words of a follow-up; empty for a question that stands alone. */
  words: FollowUpWord[];
  /** How many chunks the project has. */
  chunks: number;
}

/** A word that a follow-up says itself. */
export interface FollowUpWord {
  /** In each of the languages of the documents. */
  terms: string[];
  weight: number;
  /** Does some passage of the project have it? */
  known: boolean;
  /** Has the conversation asked for it before? */
  repeated: boolean;
}

/** What a carried term is worth beside one of the question itself. */
const CARRIED_WEIGHT = 0.4;
/** What a term is worth by its part in the question. */
const ROLE_WEIGHTS: Record<Role, number> = { name: 1.2, plain: 1, asking: 0.4 };

/** The terms of a question in the languages of the project's documents, weighed by how rare they are there. */
export async function queryTermsFor(
  search: Pick<Store['search'], 'frequencies'>,
  projectId: string,
  query: ContextualizedQuery,
  languages: string[],
): Promise<QueryTerms> {
  const roles = rolesOf(query.text, languages);
  const before = queryTerms(query.context, languages);
  const carried = before.filter((term) => !roles.has(term));
  const { chunks, byTerm } = await search.frequencies(projectId, [...roles.keys(), ...carried]);
  const terms = weigh(roles, carried, chunks, byTerm);
  if (carried.length === 0) return terms;
  return { ...terms, words: followUpWords(termsOfWords(query.text, languages), before, terms, byTerm) };
}

function followUpWords(
  words: string[][],
  before: string[],
  { roles, weights }: QueryTerms,
  byTerm: ReadonlyMap<string, number>,
): FollowUpWord[] {
  return words.map((terms) => ({
    terms,
    // A word is as rare as the most frequent of its terms: those of other languages are rare here in any case.
    weight: Math.min(...terms.map((term) => weights.get(term) ?? 0)),
    known: terms.some((term) => (byTerm.get(term) ?? 0) > 0),
    repeated: terms.some((term) => before.includes(term) && roles.get(term) !== 'asking'),
  }));
}

/** The same of terms that are counted: `byTerm` says how many of the chunks have each. */
export function weigh(
  roles: Map<string, Role>,
  carried: string[],
  chunks: number,
  byTerm: ReadonlyMap<string, number>,
): QueryTerms {
  const own = [...roles.keys()];
  const rarity = (term: string) => {
    // A word that no chunk has may be another form of one that some have: it is worth no more than the rarest of those.
    const count = Math.max(byTerm.get(term) ?? 0, 1);
    return Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
  };
  const weights = new Map<string, number>();
  for (const [term, role] of roles) weights.set(term, ROLE_WEIGHTS[role] * rarity(term));
  for (const term of carried) weights.set(term, CARRIED_WEIGHT * rarity(term));
  const unknown = own.filter((term) => (byTerm.get(term) ?? 0) === 0 && !NOT_A_WORD.test(term));
  return { own, carried, weights, roles, unknown, prefixIndex: createPrefixIndex(own), words: [], chunks };
}
