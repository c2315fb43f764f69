import { coverage, type ReadPassage } from './read.ts';
import type { QuestionTerms } from './terms.ts';

/** What each sign is worth. Found by search over the open question sets, half of each kept aside to check. */
const WEIGHTS = { fused: 1, passage: 1, sentence: 0.5, headed: 0.2, near: 0.3 };
/** Two terms stand together when so few words lie between them. */
const NEAR = 4;

export interface Ranked {
  read: ReadPassage;
  score: number;
}

/** Sorts the passages by what is read in them: how much of the question they hold, how close together, under which heading. */
export function rerank(passages: ReadPassage[], terms: QuestionTerms): Ranked[] {
  const best = Math.max(...passages.map(({ passage }) => passage.score), Number.MIN_VALUE);
  return passages.map((read) => ({ read, score: signs(read, terms, best) })).sort((a, b) => b.score - a.score);
}

function signs(read: ReadPassage, terms: QuestionTerms, best: number): number {
  return (
    WEIGHTS.fused * (read.passage.score / best) +
    WEIGHTS.passage * coverage(terms, read.matched, read.headed) +
    WEIGHTS.sentence * Math.max(0, ...read.sentences.map(({ matched }) => coverage(terms, matched))) +
    WEIGHTS.headed * coverage(terms, read.headed) +
    WEIGHTS.near * together(read, terms)
  );
}

/** The share of the question's neighbouring terms that are neighbours in the passage too. */
function together({ places }: ReadPassage, { own }: QuestionTerms): number {
  let pairs = 0;
  for (let at = 1; at < own.length; at++) {
    const left = places.get(own[at - 1] ?? '');
    const right = places.get(own[at] ?? '');
    if (left && right && closest(left, right) <= NEAR) pairs++;
  }
  return own.length < 2 ? 0 : pairs / (own.length - 1);
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
