import type { Extract } from './extract.ts';
import { coverage } from './read.ts';
import { worthOf } from './rerank.ts';
import { namesOf } from './signs.ts';
import type { QuestionTerms } from './terms.ts';

/** From which confidence on the documents are taken to answer. */
const ENOUGH = 0.5;
/** A model reads what is said in other words, and is checked afterwards: it is asked where little speaks for it. */
const ENOUGH_FOR_A_MODEL = 0.05;

/** What tells whether a question is answered: signs of its best passage, and what they say by chance. Shares are 0–1. */
export interface Grounds {
  covered: number;
  sentence: number;
  close: number;
  near: number;
  headed: number;
  names: number;
  /** 1 where the question has no names. */
  nameless: number;
  often: number;
  /** How much more of it is covered than some passage of so many would hold by chance; about 0–3. */
  evidence: number;
  /** How many terms the question has: a long one asks for more than stands in one place. */
  terms: number;
  /** Of a follow-up, what is said of what its conversation asked before, as far as it counts. */
  carried: number;
}

/** More terms than so many make no difference. */
const MOST_TERMS = 14;
/** No question is answered by the words of another: what is carried is found again in any case. */
const MOST_CARRIED = 0.25;

/**
 * What the grounds are worth, in logits, by logistic regression on one half of the questions of twenty groups of the open
 * sets and as many from other domains, each group weighing the same (`npm run eval -- --fit`, which prints these tables and
 * what they come to on the other half): answerable questions refused there · those of other domains refused. squad2 4 · 96 %,
 * xquad in English 6 · 98 %, product documentation 0 · 96 %, PDFs 5 · 96 %, ClapNQ 7 · 90 %; in other languages 1–8 · 71–93 %,
 * as well as a stemmer unites the words of each. Questions that are made to look answerable have the words of their passage.
 */
const WORTH_ALONE: Grounds = {
  covered: 0.8,
  sentence: -0.11,
  close: 2.88,
  near: 2.12,
  headed: 9.83,
  names: 1.34,
  nameless: 0.4,
  often: 9.49,
  evidence: 0.39,
  terms: 0.04,
  carried: 0,
};
const WORTH_FOLLOW_UP: Grounds = {
  covered: 0.96,
  sentence: 2.9,
  close: 1.3,
  near: 6.34,
  headed: 3.61,
  names: -0.61,
  nameless: 1.81,
  often: 1.95,
  evidence: 4.52,
  terms: -0.47,
  carried: 12.6,
};
/**
 * Where each language begins, so that just under 4 % of its answerable questions are refused on the half that was fitted.
 * In Thai, Vietnamese and Japanese, whose terms are pieces of words, more is found by chance.
 */
const BASE: Record<string, number> = {
  ar: -3.56,
  de: -3.64,
  el: -4.95,
  en: -5.8,
  es: -4.4,
  hi: -4.23,
  ja: -6.25,
  ro: -5.1,
  ru: -4.17,
  th: -7.03,
  tr: -4.41,
  vi: -6.9,
  zh: -4.1,
};
/** The mean of those whose words stand between spaces. */
const BASE_ELSEWHERE = -4.5;
const BASE_FOLLOW_UP = -1.47;

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
  if (terms.carried.length > 0) return logistic(worthOf(grounds, WORTH_FOLLOW_UP) + BASE_FOLLOW_UP);
  return logistic(worthOf(grounds, WORTH_ALONE) + (BASE[first.read.passage.language] ?? BASE_ELSEWHERE));
}

export function groundsOf({ read, signs }: Pick<Extract, 'read' | 'signs'>, terms: QuestionTerms): Grounds {
  const said = [read.matched, read.headed];
  const covered = coverage(terms, said, terms.own);
  const weight = terms.own.reduce((sum, term) => sum + (terms.weights.get(term) ?? 0), 0);
  return {
    covered,
    sentence: signs.sentence,
    close: signs.close,
    near: signs.near,
    headed: signs.headed,
    names: signs.names,
    nameless: namesOf(terms).length === 0 ? 1 : 0,
    often: signs.often,
    evidence: Math.log1p((covered * weight) / Math.log(1 + terms.chunks)),
    terms: Math.min(terms.own.length, MOST_TERMS),
    carried: Math.min(coverage(terms, said, terms.carried), MOST_CARRIED),
  };
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
