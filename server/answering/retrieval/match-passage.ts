import { isSpellingVariant } from '../../language/edit-distance.ts';
import { areOverlappingNgrams } from '../../language/ngrams.ts';
import { findByPrefix, prefixSimilarity } from '../../language/prefix-similarity.ts';
import { indexTerms } from '../../language/terms.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { Passage } from '../types.ts';
import { tokenizeText } from './tokenized-text-cache.ts';

/** A sentence of a passage: offsets into the passage's text, and which of the question's terms it has. */
export interface MatchedSentence {
  start: number;
  end: number;
  matched: ReadonlySet<string>;
}

/** A passage as far as a question goes: only the question's terms are kept of it. */
export interface MatchedPassage {
  passage: Passage;
  sentences: MatchedSentence[];
  /** In the text, in order, with the place of each: word number within the passage. */
  positions: Map<string, number[]>;
  inText: Set<string>;
  /** In title and headings. */
  inHeadings: Set<string>;
  /** Of the terms of the last heading, or of the title where there is none, the share that the question asks for, 0–1. */
  headingMatch: number;
  /** How near a word of the text, title or headings comes to a term of the question that may stand in none of them, 0–1. */
  prefixSimilarities: Map<string, number>;
}

/** Of most sentences: a set for each would be most of what reading makes. */
const NO_TERMS: ReadonlySet<string> = new Set();

/** Reads a passage for a question: its sentences, and where the question's terms stand in them. */
export function matchPassage(passage: Passage, { weights, unknown, prefixIndex }: QueryTerms): MatchedPassage {
  /** The term of the question that this one is: itself, or one that nobody spells as the question does. */
  const asked = (term: string) =>
    weights.has(term) ? term : unknown.length > 0 ? unknown.find((other) => isSpellingVariant(other, term)) : undefined;
  const prefixSimilarities = new Map<string, number>();
  const compare = (term: string) => {
    for (const other of findByPrefix(prefixIndex, term)) {
      const near = prefixSimilarity(other, term);
      if (near > (prefixSimilarities.get(other) ?? 0)) prefixSimilarities.set(other, near);
    }
  };
  const matchHeading = (text: string) => {
    const indexed = indexTerms(text, passage.language);
    const matched = indexed.flatMap((one) => {
      const term = asked(one);
      if (term === undefined) compare(one);
      return term ?? [];
    });
    return { matched, share: indexed.length === 0 ? 0 : matched.length / indexed.length };
  };
  const positions = new Map<string, number[]>();
  let position = 0;
  const { sentences, terms } = tokenizeText(passage.text, passage.language);
  const found = sentences.map(({ start, end }, at) => {
    const matched: string[] = [];
    for (const indexed of terms[at] ?? []) {
      position++;
      const term = asked(indexed);
      if (term === undefined) {
        compare(indexed);
        continue;
      }
      matched.push(term);
      const known = positions.get(term);
      if (known) known.push(position);
      else positions.set(term, [position]);
    }
    return { start, end, matched: matched.length === 0 ? NO_TERMS : new Set(matched) };
  });
  const headings = [passage.title, ...passage.headings].map(matchHeading);
  return {
    passage,
    sentences: found,
    positions,
    inText: new Set(positions.keys()),
    inHeadings: new Set(headings.flatMap(({ matched }) => matched)),
    headingMatch: headings.at(-1)?.share ?? 0,
    prefixSimilarities,
  };
}

/** The share of the weight of the question, or of these of its terms, that stands in the sets, 0–1. */
export function coverage(
  { weights }: QueryTerms,
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

/** What words of the same beginning add to the coverage of a passage: of the terms that stand nowhere in it, each as far as it is met. */
export function prefixSimilarityShare(
  { weights }: QueryTerms,
  { inText, inHeadings, prefixSimilarities }: MatchedPassage,
  terms: Iterable<string> = weights.keys(),
): number {
  if (prefixSimilarities.size === 0) return 0;
  let total = 0;
  let met = 0;
  for (const term of terms) {
    const weight = weights.get(term) ?? 0;
    total += weight;
    if (!inText.has(term) && !inHeadings.has(term)) met += weight * (prefixSimilarities.get(term) ?? 0);
  }
  return total === 0 ? 0 : met / total;
}

/** Two terms stand together when so few words lie between them. */
const MAX_DISTANCE = 4;

/**
 * The share of the question's neighbouring terms that are neighbours in the passage too, 0–1. Grams of one word are no
 * neighbours: they stand together wherever the word does.
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

/** The smallest distance between two ascending lists of places. */
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
