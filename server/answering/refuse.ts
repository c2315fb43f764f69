import type { Extract } from './extract.ts';
import { coverage, together } from './read.ts';
import type { QuestionTerms } from './terms.ts';

/**
 * Below this the documents are silent on the question. In English .30 refuses nine in ten questions from other domains
 * and 0–4 % of the answerable ones (.34: up to 97 %, and up to 7 %). Stemmers unite the words of other languages less
 * well, and a follow-up says with few words what its conversation has said before: both get by with less.
 */
const ENOUGH = { english: 0.3, other: 0.25, followUp: 0.2 };
const WEIGHTS = { covered: 0.76, near: 0.24 };

/**
 * Does the best extract answer the question? The search's own score does not tell (some passage is always the best of
 * its list), so what was found is looked at: how much of what is asked for, rare words first, stands in the passage
 * under its headings, and whether it stands together. Words carried over from earlier turns prove nothing.
 */
export function answers(extracts: Extract[], terms: QuestionTerms): boolean {
  const [first] = extracts;
  if (!first || first.read.matched.size === 0) return false;
  const { language } = first.read.passage;
  const enough = terms.carried.length > 0 ? ENOUGH.followUp : language === 'en' ? ENOUGH.english : ENOUGH.other;
  return confidence(first, terms) >= enough;
}

/** A model reads what is said in other words, and is checked afterwards: it is asked where half as much speaks for it. */
const MODEL_NEEDS = 0.5;

/** Is it worth asking a model whether these passages answer the question? */
export function mayAnswer(extracts: Extract[], terms: QuestionTerms): boolean {
  const [first] = extracts;
  return first !== undefined && first.read.matched.size > 0 && confidence(first, terms) >= MODEL_NEEDS * ENOUGH.other;
}

/** 0–1: the larger, the likelier the extract answers. */
export function confidence({ read }: Extract, terms: QuestionTerms): number {
  return (
    WEIGHTS.covered * coverage(terms, [read.matched, read.headed], terms.own) + WEIGHTS.near * together(read, terms)
  );
}
