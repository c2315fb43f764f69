import { isSpellingVariant } from '../../language/edit-distance.ts';
import { areOverlappingNgrams } from '../../language/ngrams.ts';
import { findByPrefix, prefixSimilarity } from '../../language/prefix-similarity.ts';
import { indexTerms } from '../../language/terms.ts';
import type { QuestionTerms } from '../query/query-terms.ts';
import type { Passage } from '../types.ts';
import { readText } from './tokenized-text-cache.ts';

/** A sentence of a passage: offsets into the passage's text, and which of the question's terms it has. */
export interface ReadSentence {
  start: number;
  end: number;
  matched: ReadonlySet<string>;
}

/** A passage as far as a question goes: only the question's terms are kept of it. */
export interface ReadPassage {
  passage: Passage;
  sentences: ReadSentence[];
  /** In the text, in order, with the place of each: word number within the passage. */
  places: Map<string, number[]>;
  matched: Set<string>;
  /** In title and headings. */
  headed: Set<string>;
  /** How near a word of the text, title or headings comes to a term of the question that may stand in none of them, 0–1. */
  kin: Map<string, number>;
}

/** Of most sentences: a set for each would be most of what reading makes. */
const NOTHING: ReadonlySet<string> = new Set();

/** Reads a passage for a question: its sentences, and where the question's terms stand in them. */
export function readPassage(passage: Passage, { weights, unknown, heads }: QuestionTerms): ReadPassage {
  /** The term of the question that this one is: itself, or one that nobody spells as the question does. */
  const asked = (term: string) =>
    weights.has(term) ? term : unknown.length > 0 ? unknown.find((other) => isSpellingVariant(other, term)) : undefined;
  const kin = new Map<string, number>();
  const compare = (term: string) => {
    for (const other of findByPrefix(heads, term)) {
      const near = prefixSimilarity(other, term);
      if (near > (kin.get(other) ?? 0)) kin.set(other, near);
    }
  };
  const of = (text: string) =>
    indexTerms(text, passage.language).flatMap((indexed) => {
      const term = asked(indexed);
      if (term === undefined) compare(indexed);
      return term ?? [];
    });
  const places = new Map<string, number[]>();
  let place = 0;
  const { sentences, terms } = readText(passage.text, passage.language);
  const found = sentences.map(({ start, end }, at) => {
    const matched: string[] = [];
    for (const indexed of terms[at] ?? []) {
      place++;
      const term = asked(indexed);
      if (term === undefined) {
        compare(indexed);
        continue;
      }
      matched.push(term);
      const known = places.get(term);
      if (known) known.push(place);
      else places.set(term, [place]);
    }
    return { start, end, matched: matched.length === 0 ? NOTHING : new Set(matched) };
  });
  return {
    passage,
    sentences: found,
    places,
    matched: new Set(places.keys()),
    headed: new Set([passage.title, ...passage.headings].flatMap(of)),
    kin,
  };
}

/** The share of the weight of the question, or of these of its terms, that stands in the sets, 0–1. */
export function coverage(
  { weights }: QuestionTerms,
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
export function akin(
  { weights }: QuestionTerms,
  { matched, headed, kin }: ReadPassage,
  terms: Iterable<string> = weights.keys(),
): number {
  if (kin.size === 0) return 0;
  let total = 0;
  let met = 0;
  for (const term of terms) {
    const weight = weights.get(term) ?? 0;
    total += weight;
    if (!matched.has(term) && !headed.has(term)) met += weight * (kin.get(term) ?? 0);
  }
  return total === 0 ? 0 : met / total;
}

/** Two terms stand together when so few words lie between them. */
const NEAR = 4;

/**
 * The share of the question's neighbouring terms that are neighbours in the passage too, 0–1. Grams of one word are no
 * neighbours: they stand together wherever the word does.
 */
export function together({ places }: ReadPassage, { own }: QuestionTerms): number {
  let pairs = 0;
  let met = 0;
  own.forEach((term, at) => {
    const before = own[at - 1];
    if (before === undefined || areOverlappingNgrams(before, term)) return;
    pairs++;
    const left = places.get(before);
    const right = places.get(term);
    if (left && right && closest(left, right) <= NEAR) met++;
  });
  return pairs === 0 ? 0 : met / pairs;
}

/** The smallest distance between two ascending lists of places. */
function closest(left: number[], right: number[]): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    const distance = (left[i] ?? 0) - (right[j] ?? 0);
    smallest = Math.min(smallest, Math.abs(distance));
    if (distance < 0) i++;
    else j++;
  }
  return smallest;
}
