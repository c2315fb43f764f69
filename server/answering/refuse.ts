import type { Extract } from './extract.ts';
import { coverage } from './read.ts';
import { worthOf } from './rerank.ts';
import { namesOf } from './signs.ts';
import type { QuestionTerms } from './terms.ts';

/** From which confidence on the documents are taken to answer. */
export const ENOUGH = 0.5;
/** A model reads what is said in other words, and is checked afterwards: it is asked where little speaks for it. */
export const ENOUGH_FOR_A_MODEL = 0.03;

/** What tells whether a question is answered: signs of its best passage (signs.ts), and what they say by chance. Shares are 0–1. */
export interface Grounds {
  covered: number;
  close: number;
  near: number;
  names: number;
  /** 1 where the question has no names. */
  nameless: number;
  /** How much more of it is covered than some passage of so many would hold by chance; about 0–3. */
  evidence: number;
  /** Of a follow-up, what is said of what its conversation asked before, as far as it counts. */
  carried: number;
}

/** No question is answered by the words of another: what is carried is found again in any case. */
const MOST_CARRIED = 0.25;

/**
 * What the grounds are worth, in logits, by logistic regression on one half of the questions of twenty groups of the open
 * sets and as many from other domains, each group weighing the same (`npm run eval -- --fit`, which prints these tables and
 * what they come to on the other half): answerable questions refused there · those of other domains refused: squad2 4 · 95 %,
 * xquad in English 7 · 98 %, product documentation 0 · 96 %, PDFs 9 · 98 %, ClapNQ 7 · 92 %; in other languages 3–8 · 70–94 %,
 * as well as a stemmer unites the words of each. Questions that are made to look answerable have the words of
 * their passage. What stands in headings, or often, ranks well but is left out here: where the documents are about a thing, they
 * do not yet answer whatever is asked about it.
 */
const WORTH_ALONE: Grounds = {
  covered: 3.72,
  close: 4.87,
  near: 3.19,
  names: 1.67,
  nameless: 0.62,
  evidence: 0.61,
  carried: 0,
};
const WORTH_FOLLOW_UP: Grounds = {
  covered: 9.13,
  close: 5.63,
  near: 5.57,
  names: -0.15,
  nameless: 1.81,
  evidence: -0.19,
  carried: 9.12,
};
/**
 * Where each language begins, so that just under 5 % of its answerable questions are refused on the half that was fitted.
 * In Thai, Vietnamese and Japanese, whose terms are pieces of words, more is found by chance.
 */
const BASE: Record<string, number> = {
  ar: -3.82,
  de: -3.71,
  el: -4.86,
  en: -5.65,
  es: -4.99,
  hi: -4.55,
  ja: -5.96,
  ro: -5.3,
  ru: -4.73,
  th: -7.09,
  tr: -4.56,
  vi: -6.84,
  zh: -4.39,
};
/** The mean of those whose words stand between spaces. */
const BASE_ELSEWHERE = -4.8;
/** Stricter than the fit (-3.2), by which 67 % of the follow-ups from other domains would be refused: 71 %, and 3 % of the answerable. */
const BASE_FOLLOW_UP = -3.6;

/** "And what does it cost?" leans on what was asked before even where its one word is not said; with two words it is a question. */
const LEAST_OF_ITS_OWN = 2;

/** Does the best extract answer the question? */
export function answers(extracts: Extract[], terms: QuestionTerms): boolean {
  return confidence(extracts, terms) >= ENOUGH;
}

/** Is it worth asking a model whether these passages answer the question? */
export function mayAnswer(extracts: Extract[], terms: QuestionTerms): boolean {
  return confidence(extracts, terms) >= ENOUGH_FOR_A_MODEL;
}

/**
 * 0–1: how likely the best extract answers. The search's own score does not tell (some passage is always the best of its
 * list), so what was found is looked at: how much of what is asked for, rare words and names first, stands close together.
 */
export function confidence([first]: Extract[], terms: QuestionTerms): number {
  if (!first || first.signs.covered === 0) return 0;
  const grounds = groundsOf(first, terms);
  if (terms.carried.length > 0 && isOfItsOwn(first, terms)) return 0;
  if (terms.carried.length > 0) return logistic(worthOf(grounds, WORTH_FOLLOW_UP) + BASE_FOLLOW_UP);
  return logistic(worthOf(grounds, WORTH_ALONE) + (BASE[first.read.passage.language] ?? BASE_ELSEWHERE));
}

/** Does a question in a conversation ask for things none of which is said here? Then what was asked before does not answer it either. */
function isOfItsOwn({ read }: Extract, terms: QuestionTerms): boolean {
  const asked = terms.own.filter((term) => terms.roles.get(term) !== 'asking');
  return asked.length >= LEAST_OF_ITS_OWN && coverage(terms, [read.matched, read.headed], asked) === 0;
}

export function groundsOf({ read, signs }: Pick<Extract, 'read' | 'signs'>, terms: QuestionTerms): Grounds {
  const said = [read.matched, read.headed];
  const covered = coverage(terms, said, terms.own);
  const weight = terms.own.reduce((sum, term) => sum + (terms.weights.get(term) ?? 0), 0);
  return {
    covered,
    close: signs.close,
    near: signs.near,
    names: signs.names,
    nameless: namesOf(terms).length === 0 ? 1 : 0,
    evidence: Math.log1p((covered * weight) / Math.log(1 + terms.chunks)),
    carried: Math.min(coverage(terms, said, terms.carried), MOST_CARRIED),
  };
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
