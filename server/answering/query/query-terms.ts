import type { CompoundParts } from '../../language/compounds.ts';
import { type QuestionWords, queryTerms, type Role, readQuestion } from '../../language/read-question.ts';
import { NOT_A_WORD } from '../../language/similarity/edit-distance.ts';
import { createPrefixIndex, type PrefixIndex } from '../../language/similarity/prefix-similarity.ts';
import { prefixOf } from '../../language/terms.ts';
import { isUnspaced } from '../../language/words.ts';
import type { Store } from '../../store/types.ts';
import type { ContextualizedQuery } from './contextualize-query.ts';
import { countDifferent, type Kind } from './near-copies.ts';
import { projectSample } from './project-sample.ts';
import type { Reference } from './stands-alone.ts';
import { type UnnamedQuestion, withoutNames } from './subject-names.ts';
import { compoundsApart, takeApart } from './take-apart.ts';

/** What a question asks for, in weighted terms of the index. */
export interface QueryTerms {
  /** Terms of the question itself, and those that only its context has. */
  own: string[];
  carried: string[];
  /** Of a question that stands alone, what is left without the names of what all documents are about; absent where it has none. */
  unnamed?: UnnamedQuestion;
  /** Inverse document frequency in this project, scaled by role, and lower for carried terms. */
  weights: Map<string, number>;
  /** The weights where passages that are nearly the same count once, and the kinds of these; absent where there are none. */
  amongDifferent?: { weights: Map<string, number>; kinds: Kind[] };
  /** The role of each of its own terms. */
  roles: Map<string, Role>;
  /** Of a word that has several terms, as documents are in several languages: all of them, by each. A passage has those of one language. */
  forms: ReadonlyMap<string, readonly string[]>;
  /** The parts of each compound of the question itself that no passage has: they are among its own terms, in its place. */
  compounds: readonly CompoundParts[];
  /** Own terms that no passage of the project has; a passage may have them in another spelling. */
  unknown: string[];
  /** One of its own terms that stands for all terms that begin so: the word that is still being typed. */
  prefix?: string;
  /** Its own terms by prefix, to find related words. */
  prefixIndex: PrefixIndex;
  /** The content words of a follow-up; empty for a question that stands alone. */
  words: FollowUpWord[];
  /** Number of chunks in the project. */
  chunks: number;
  /** How a follow-up rests on what was asked before; absent where that adds no terms. */
  reference?: Reference;
}

interface TermsStore {
  search: Pick<Store['search'], 'frequencies'>;
  chunks: Pick<Store['chunks'], 'spread'>;
}

/** A content word of a follow-up itself. */
interface FollowUpWord {
  /** The word in each of the documents' languages. */
  terms: string[];
  weight: number;
  /** Does some passage of the project have it? */
  known: boolean;
  /** Has the conversation asked for it before? */
  repeated: boolean;
}

/** The weight of a carried term against one of the question itself: what a pronoun stands for is asked for as much as the rest. */
const CARRIED_WEIGHT = 0.4;
const PRONOUN_WEIGHT = 0.7;
const ROLE_WEIGHTS: Record<Role, number> = { name: 1.2, plain: 1, asking: 0.4 };

/** The terms of a question in the languages of the project's documents, weighted by how rare they are there. */
export async function queryTermsFor(
  { search, chunks: passages }: TermsStore,
  projectId: string,
  query: ContextualizedQuery,
  languages: string[],
): Promise<QueryTerms> {
  const typed = readQuestion(query.text, languages, query.language);
  const context = readQuestion(query.context, languages, query.language);
  const others = [...typed.others.values(), ...context.others.values()].flat();
  const known =
    others.length === 0
      ? null
      : await search.frequencies(projectId, [...typed.others.keys(), ...context.others.keys(), ...others]);
  const [spelt, speltBefore] = known
    ? [asDocumentsHave(typed, known.byTerm), asDocumentsHave(context, known.byTerm)]
    : [typed, context];
  const prefix = query.begun === undefined ? null : await findPrefix(search, projectId, query.begun);
  if (prefix) for (const term of queryTerms(query.begun ?? '', languages)) spelt.roles.delete(term);
  const apart = await compoundsApart(search, projectId, spelt);
  const asked = takeApart(spelt, apart);
  const before = takeApart(speltBefore, await compoundsApart(search, projectId, speltBefore));
  const { roles } = asked;
  if (prefix) roles.set(prefix.text, 'plain');
  const carried = [...before.roles.keys()].filter((term) => !roles.has(term));
  const stored = await search.frequencies(projectId, [...roles.keys(), ...carried]);
  if (prefix) stored.byTerm.set(prefix.text, prefix.count);
  const { chunks, byTerm } = stored;
  const { copies, names } = await projectSample(passages, projectId, chunks);
  const different = countDifferent(copies, stored);
  const forms = formsOf([...asked.words, ...before.words]);
  const carriedWeight = query.reference === 'pronoun' ? PRONOUN_WEIGHT : CARRIED_WEIGHT;
  const weighed = weigh(roles, carried, chunks, byTerm, forms, carriedWeight);
  const terms: QueryTerms = { ...weighed, compounds: [...apart.values()], ...(prefix && { prefix: prefix.text }) };
  if (different) {
    const weights = scaled(weigh(roles, carried, different.chunks, different.byTerm, forms, carriedWeight), chunks);
    terms.amongDifferent = { weights, kinds: different.kinds };
  }
  if (carried.length === 0) {
    const unnamed = withoutNames(query.text, names, { own: terms.own, languages });
    return unnamed ? { ...terms, unnamed } : terms;
  }
  const words = followUpWords(asked, before, terms, byTerm);
  return { ...terms, words, ...(query.reference && { reference: query.reference }) };
}

/**
 * The question with those of the other terms of its words that passages have: beside its own if passages have that too, else in
 * its place.
 */
function asDocumentsHave(asked: QuestionWords, byTerm: ReadonlyMap<string, number>): QuestionWords {
  const isThere = (term: string) => (byTerm.get(term) ?? 0) > 0;
  const meant = (term: string): string[] => {
    const others = (asked.others.get(term) ?? []).filter(isThere);
    return others.length > 0 && !isThere(term) ? others : [term, ...others];
  };
  const roles = [...asked.roles].flatMap(([term, role]) =>
    meant(term).map((one): [string, Role] => [one, asked.roles.get(one) ?? role]),
  );
  return {
    ...asked,
    roles: new Map(roles),
    words: asked.words.map((terms) => [...new Set(terms.flatMap(meant))]),
  };
}

const formsOf = (words: string[][]): QueryTerms['forms'] =>
  new Map(words.filter(({ length }) => length > 1).flatMap((forms) => forms.map((form) => [form, forms] as const)));

/** One letter begins too many words to tell anything, but in scripts whose words are that short. */
const MIN_PREFIX = 2;
/** The index has stems: “configuri” begins no term, and “configur” does. */
const MAX_ENDING = 3;
const MIN_STEM = 4;

/** The beginning of terms that a word begins with, or all of it but an ending, and how many passages have one of these terms. */
async function findPrefix(
  search: Pick<Store['search'], 'frequencies'>,
  projectId: string,
  begun: string,
): Promise<{ text: string; count: number } | null> {
  const whole = prefixOf(begun);
  if (whole.length < MIN_PREFIX && !isUnspaced(whole)) return null;
  const shorter = isUnspaced(whole)
    ? []
    : Array.from({ length: MAX_ENDING }, (_, at) => whole.slice(0, -1 - at)).filter(({ length }) => length >= MIN_STEM);
  for (const candidates of [[whole], shorter]) {
    const { byPrefix } = await search.frequencies(projectId, [], { prefixes: candidates });
    const text = candidates.find((candidate) => (byPrefix.get(candidate) ?? 0) > 0);
    if (text !== undefined) return { text, count: byPrefix.get(text) ?? 0 };
  }
  return null;
}

function followUpWords(
  { words }: QuestionWords,
  before: QuestionWords,
  { roles, weights }: QueryTerms,
  byTerm: ReadonlyMap<string, number>,
): FollowUpWord[] {
  return words.map((terms) => ({
    terms,
    // Its terms share its weight, and a rare one of another language says no more than the most frequent.
    weight: terms.length * Math.min(...terms.map((term) => weights.get(term) ?? 0)),
    known: terms.some((term) => (byTerm.get(term) ?? 0) > 0),
    repeated: terms.some((term) => before.roles.has(term) && roles.get(term) !== 'asking'),
  }));
}

/** The weights of terms as if this many chunks had been counted: shares of the highest weight stay what they are. */
function scaled({ weights, chunks: counted }: QueryTerms, chunks: number): Map<string, number> {
  const scale = Math.log(1 + chunks) / Math.log(1 + counted);
  return new Map([...weights].map(([term, weight]) => [term, weight * scale]));
}

/** Weighs terms by how many of the `chunks` have each (`byTerm`). */
export function weigh(
  roles: Map<string, Role>,
  carried: string[],
  chunks: number,
  byTerm: ReadonlyMap<string, number>,
  forms: QueryTerms['forms'] = new Map(),
  carriedWeight = CARRIED_WEIGHT,
): QueryTerms {
  const own = [...roles.keys()];
  // A word that no chunk has may be another form of one that some have, so it weighs no more than the rarest of those.
  const rarity = (term: string) => {
    const count = Math.min(Math.max(byTerm.get(term) ?? 0, 1), Math.max(chunks, 1));
    return Math.log(1 + (chunks - count + 0.5) / (count + 0.5));
  };
  // A word is as rare as its most frequent form, for those of other languages are rare here, and its forms share its weight.
  const weightOf = (term: string) => {
    const all = forms.get(term) ?? [term];
    return Math.min(...all.map(rarity)) / all.length;
  };
  const weights = new Map<string, number>();
  for (const [term, role] of roles) weights.set(term, ROLE_WEIGHTS[role] * weightOf(term));
  for (const term of carried) weights.set(term, carriedWeight * weightOf(term));
  const unknown = own.filter((term) => (byTerm.get(term) ?? 0) === 0 && !NOT_A_WORD.test(term));
  const prefixIndex = createPrefixIndex(own);
  return { own, carried, weights, roles, forms, compounds: [], unknown, prefixIndex, words: [], chunks };
}
