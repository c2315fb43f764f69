import type { Directions } from '../../engines/builtin/word-similarity.ts';
import { areOverlappingNgrams } from '../../language/ngrams.ts';
import { isSpellingVariant } from '../../language/similarity/edit-distance.ts';
import { findByPrefix, prefixSimilarity } from '../../language/similarity/prefix-similarity.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { Passage } from '../types.ts';
import { tokenizeHeading, tokenizeText } from './tokenized-text-cache.ts';

/** A sentence of a passage: offsets into the passage's text, and the question's terms that it has. */
export interface MatchedSentence {
  start: number;
  end: number;
  matched: ReadonlySet<string>;
}

/** Where the terms of a question stand in a passage. */
export interface MatchedPassage {
  passage: Passage;
  sentences: MatchedSentence[];
  /** For each term in the text, in order: its positions, as 1-based term numbers within the passage. */
  positions: Map<string, number[]>;
  inText: Set<string>;
  /** In title and headings. */
  inHeadings: Set<string>;
  /** Of the terms of the last heading, or of the title where there is none, the share that the question asks for, 0–1. */
  headingMatch: number;
  /** For a term of the question: the highest prefix similarity of another word of the text, title or headings, 0–1. */
  prefixSimilarities: Map<string, number>;
  /** What the words of title, headings and text mean. */
  directions: Directions[];
}

/** Shared by all sentences without a match, which are most: a set for each would be most of what matching allocates. */
const NO_TERMS: ReadonlySet<string> = new Set();

/**
 * Returns a function that finds the question's term that an indexed term matches: itself, the one that it begins with if that is
 * still being typed, or one that no passage spells as the question does.
 */
export function createTermMatcher({ weights, unknown, prefix }: QueryTerms): (term: string) => string | undefined {
  return (term) => {
    if (weights.has(term)) return term;
    if (prefix !== undefined && term.startsWith(prefix)) return prefix;
    return unknown.length > 0 ? unknown.find((other) => isSpellingVariant(other, term)) : undefined;
  };
}

/** Beginnings of terms are told apart by so many numbers. */
const BEGINNINGS = 4096;
const beginningOf = (term: string) =>
  (31 * term.charCodeAt(0) + (term.length > 1 ? term.charCodeAt(1) : 0)) % BEGINNINGS;

type Filter = (term: string) => boolean;
const filters = new WeakMap<QueryTerms, Filter>();

function filterFor(queryTerms: QueryTerms): Filter {
  let filter = filters.get(queryTerms);
  if (!filter) {
    filter = createFilter(queryTerms);
    filters.set(queryTerms, filter);
  }
  return filter;
}

/**
 * Which indexed terms may match a term of the question or be like one. They begin with the same two letters, or with the same one
 * where another spelling counts: most terms of a passage are passed over by that.
 */
function createFilter({ weights, unknown, prefix = '' }: QueryTerms): Filter {
  const beginnings = new Uint8Array(BEGINNINGS);
  for (const term of weights.keys()) beginnings[beginningOf(term)] = 1;
  const first = new Set([...unknown, prefix].filter(Boolean).map((term) => term.charCodeAt(0)));
  return first.size === 0
    ? (term) => beginnings[beginningOf(term)] === 1
    : (term) => beginnings[beginningOf(term)] === 1 || first.has(term.charCodeAt(0));
}

export function matchPassage(passage: Passage, queryTerms: QueryTerms): MatchedPassage {
  const { prefixIndex } = queryTerms;
  const mayMatch = filterFor(queryTerms);
  const asked = createTermMatcher(queryTerms);
  const prefixSimilarities = new Map<string, number>();
  const compare = (term: string) => {
    for (const other of findByPrefix(prefixIndex, term)) {
      const near = prefixSimilarity(other, term);
      if (near > (prefixSimilarities.get(other) ?? 0)) prefixSimilarities.set(other, near);
    }
  };
  const matchHeading = ({ terms }: { terms: string[] }) => {
    const matched: string[] = [];
    for (const one of terms) {
      if (!mayMatch(one)) continue;
      const term = asked(one);
      if (term === undefined) compare(one);
      else matched.push(term);
    }
    return { matched, share: terms.length === 0 ? 0 : matched.length / terms.length };
  };
  // A passage that has a word in its own language has the word.
  const formsOf = (term: string) => queryTerms.forms.get(term) ?? [term];
  const positions = new Map<string, number[]>();
  let position = 0;
  const { sentences, terms, directions } = tokenizeText(passage.text, passage.language);
  const found = sentences.map(({ start, end }, at) => {
    const matched: string[] = [];
    for (const indexed of terms[at] ?? []) {
      position++;
      if (!mayMatch(indexed)) continue;
      const term = asked(indexed);
      if (term === undefined) {
        compare(indexed);
        continue;
      }
      for (const form of formsOf(term)) {
        matched.push(form);
        const known = positions.get(form);
        if (known) known.push(position);
        else positions.set(form, [position]);
      }
    }
    return { start, end, matched: matched.length === 0 ? NO_TERMS : new Set(matched) };
  });
  const above = [passage.title, ...passage.headings].map((heading) => tokenizeHeading(heading, passage.language));
  const headings = above.map(matchHeading);
  return {
    passage,
    sentences: found,
    positions,
    inText: new Set(positions.keys()),
    inHeadings: new Set(headings.flatMap(({ matched }) => matched.flatMap(formsOf))),
    headingMatch: headings.at(-1)?.share ?? 0,
    prefixSimilarities,
    directions: [...above.map((heading) => heading.directions), directions],
  };
}

/** The share of the weight of these terms, by default all of the question, that the sets have, 0–1. */
export function coverage(
  { weights }: Pick<QueryTerms, 'weights'>,
  sets: ReadonlySet<string>[],
  terms: Iterable<string> = weights.keys(),
): number {
  if (sets.every(({ size }) => size === 0)) return 0;
  let total = 0;
  let covered = 0;
  for (const term of terms) {
    const weight = weights.get(term) ?? 0;
    total += weight;
    if (sets.some((set) => set.has(term))) covered += weight;
  }
  return total === 0 ? 0 : covered / total;
}

/** The share of the weight of terms that stand nowhere in the passage, each scaled by its prefix similarity, 0–1. */
export function prefixSimilarityShare(
  { weights }: QueryTerms,
  { inText, inHeadings, prefixSimilarities }: MatchedPassage,
): number {
  if (prefixSimilarities.size === 0) return 0;
  let total = 0;
  let met = 0;
  for (const [term, weight] of weights) {
    total += weight;
    if (!inText.has(term) && !inHeadings.has(term)) met += weight * (prefixSimilarities.get(term) ?? 0);
  }
  return total === 0 ? 0 : met / total;
}

/** Two terms are neighbours up to this distance, in terms. */
const MAX_DISTANCE = 4;

/**
 * The share of the question's neighbouring terms that are neighbours in the passage too, 0–1. N-grams of one word do not
 * count: they stand together wherever the word does.
 */
export function termProximity({ positions }: MatchedPassage, { own }: QueryTerms): number {
  let pairs = 0;
  let met = 0;
  own.forEach((term, at) => {
    const before = own[at - 1];
    if (before === undefined || areOverlappingNgrams(before, term)) return;
    pairs++;
    const left = positions.get(before);
    const right = positions.get(term);
    if (left && right && smallestDistance(left, right) <= MAX_DISTANCE) met++;
  });
  return pairs === 0 ? 0 : met / pairs;
}

/** Both lists ascend. */
function smallestDistance(left: number[], right: number[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const distance = (left[i] ?? 0) - (right[j] ?? 0);
    smallest = Math.min(smallest, Math.abs(distance));
    if (distance < 0) i++;
    else j++;
  }
  return smallest;
}
