import type { Extract } from './extract.ts';
import { akin, coverage } from './read.ts';
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
  /** More where it is said often (signs.ts). */
  often: number;
  akin: number;
  /** Of a follow-up, what is said of what its conversation asked before, as far as it counts. */
  carried: number;
}

/** No question is answered by the words of another: what is carried is found again in any case. */
const MOST_CARRIED = 0.25;

/**
 * What the grounds are worth, in logits, by logistic regression on one half of the questions of twenty groups of the open
 * sets and as many from other domains, each group weighing the same (`npm run eval -- --fit`, which prints these tables and
 * what they come to on the other half): answerable questions refused there · those of other domains refused: squad2 2 · 93 %
 * (95 % of all), xquad in English 4 · 98 %, product documentation 0 · 97 %, PDFs 8 · 100 %, ClapNQ 7 · 89 %; in other languages
 * 2–8 · 72–96 %, as well as a stemmer unites the words of each. Questions that are made to look answerable have the words of
 * their passage.
 */
const WORTH_ALONE: Grounds = {
  covered: -0.27,
  close: 3.25,
  near: 2.18,
  names: 1.29,
  nameless: 0.43,
  evidence: 0.71,
  often: 10.72,
  akin: 4.49,
  carried: 0,
};
const WORTH_FOLLOW_UP: Grounds = {
  covered: 7.92,
  close: 4.25,
  near: 5.71,
  names: -0.52,
  nameless: 1.58,
  evidence: 0.14,
  often: 3.73,
  akin: 4.23,
  carried: 11.46,
};
/**
 * Where each language begins, so that just under 5 % of its answerable questions are refused on the half that was fitted. In
 * Thai, Vietnamese and Japanese, whose terms are pieces of words, more is found by chance. Chinese, Japanese and Thai are
 * asked for 2.5 %: there the search finds nearly every passage, and a refusal is most of what an answer can miss.
 */
const BASE: Record<string, number> = {
  ar: -4.02,
  de: -4.2,
  el: -4.88,
  en: -5.6,
  es: -4.16,
  hi: -4.43,
  ja: -5.56,
  ro: -5.52,
  ru: -4.14,
  th: -6.14,
  tr: -5.04,
  vi: -6.43,
  zh: -3.21,
};
/** The mean of those whose words stand between spaces. */
const BASE_ELSEWHERE = -4.8;
/** Milder than the fit (-5.0), by which 7 % of the answerable follow-ups would be refused: 4 %, and 79 % of those from other domains. */
const BASE_FOLLOW_UP = -4;

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
    often: signs.often,
    akin: akin(terms, read, terms.own),
    carried: Math.min(coverage(terms, said, terms.carried), MOST_CARRIED),
  };
}

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
