import type { QuestionTerms } from '../query/query-terms.ts';
import { worthOf } from '../retrieval/feature-rerank.ts';
import { coverage, type ReadPassage } from '../retrieval/match-passage.ts';
import { namesOf } from '../retrieval/ranking-features.ts';
import type { Extract } from './extract-answer.ts';

/** From which confidence on the documents are taken to answer. */
export const ENOUGH = 0.5;
/** A model reads what is said in other words, and is checked afterwards: it is asked where little speaks for it. */
export const ENOUGH_FOR_A_MODEL = 0.01;

/** What tells whether a question is answered, by its best passage. Shares are 0–1. */
export interface Grounds {
  /** All that speaks for the passage, in logits (rerank.ts). */
  worth: number;
  /** These are in that already (signs.ts), but what sets one passage apart from others is not all of what makes it an answer. */
  covered: number;
  near: number;
  often: number;
  /** 1 where the question has no names. */
  nameless: number;
  /** What of the question is in no passage at all. */
  unknown: number;
  /** Of a follow-up, what its conversation has asked for before and the passage says … */
  repeated: number;
  /** … and what is said of the rest that the conversation asked for, both as far as they count. */
  carried: number;
}

/** No question is answered by the words of another: what is carried is found again in any case. */
const MOST_CARRIED = 0.25;
/** With one word in four said before, it is the same subject. */
const MOST_REPEATED = 0.25;

/**
 * What the grounds are worth, in logits, by logistic regression on one half of the questions of nineteen groups of the open
 * sets whose right passage would be cited, and as many from other domains, each group weighing the same (`npm run eval --
 * --fit`, which prints these tables and what they come to on the other half). Questions that are made to look answerable have
 * the words of their passage, and are answered. By hand is the worth of what is unknown: by the fit -.6, but a visitor seldom
 * asks for another domain; with -2 one in a hundred more of what other documents answer is refused, most of them in small projects.
 */
const WORTH_ALONE: Grounds = {
  worth: 1.43,
  covered: -4.28,
  near: -1.07,
  often: 3.73,
  nameless: 1.07,
  unknown: -2,
  repeated: 0,
  carried: 0,
};
/**
 * Fitted likewise on follow-ups of two sets and on questions about one document after a question about another or the same,
 * against questions from other domains in conversations about all sets. What a follow-up says itself decides: words that no
 * passage has speak against it, and words that the conversation had before speak most for it.
 */
const WORTH_FOLLOW_UP: Grounds = {
  worth: 0.64,
  covered: 4.14,
  near: 3.23,
  often: -5.91,
  nameless: 1.25,
  unknown: -5.46,
  repeated: 15.41,
  carried: 5.04,
};
/**
 * Where each language begins. By hand beside the fit, on all questions: of the answerable ones whose passage would be cited 1 %
 * are refused in English, Chinese and Thai, where the search finds nearly every passage and a refusal is most of what an
 * answer can miss, 2 % in Hindi and Japanese, 3 % elsewhere; of those from other domains 95 % in English, 75–95 % elsewhere,
 * as well as a stemmer unites the words of each. In Vietnamese and Japanese, whose terms are pieces of words, more is found by
 * chance.
 */
const BASE: Record<string, number> = {
  ar: -11.28,
  de: -11.2,
  el: -12.45,
  en: -12.82,
  es: -12.9,
  hi: -11.6,
  ja: -13.7,
  ro: -13.45,
  ru: -12.1,
  th: -12.1,
  tr: -12.1,
  vi: -15.2,
  zh: -10.55,
};
/** The mean of those whose words stand between spaces. */
const BASE_ELSEWHERE = -12.2;
/**
 * By hand: 5 % of the answerable follow-ups are refused by it. Of thirty questions that have nothing to do with documentation
 * and that nothing was fitted on, put after questions about six sets, 90 % are, and alone 92 %; of those that are refused
 * alone, 96 %.
 */
const BASE_FOLLOW_UP = -5.8;
/**
 * How much more mildly a small project is judged at most, in logits: in fewer passages less is found by chance. By hand, for
 * sets in one language are all of about one size: so the 118 passages of one English set are judged .4 more mildly than the
 * 341 of another, and 95 % of what other domains ask is refused in both.
 */
const MILDEST = 0.75;
/** Up to so many chunks a project is small. */
const SMALL = 150;

/** "And what does it cost?" leans on what was asked before even where its one word is not said; with two words it is a question. */
const LEAST_OF_ITS_OWN = 2;
/** So much of it counts as said in any case: what it asks for is what was asked before. */
const LEANS = 0.5;

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
  if (terms.carried.length > 0) return logistic(worthOf(grounds, WORTH_FOLLOW_UP) + mildnessOf(terms) + BASE_FOLLOW_UP);
  const base = BASE[first.read.passage.language] ?? BASE_ELSEWHERE;
  return logistic(worthOf(grounds, WORTH_ALONE) + mildnessOf(terms) + base);
}

/** Does a question in a conversation ask for things none of which is said here? Then what was asked before does not answer it either. */
function isOfItsOwn({ read }: Extract, terms: QuestionTerms): boolean {
  const asked = terms.own.filter((term) => terms.roles.get(term) !== 'asking');
  return asked.length >= LEAST_OF_ITS_OWN && coverage(terms, [read.matched, read.headed], asked) === 0;
}

export function groundsOf(
  { read, signs, worth }: Pick<Extract, 'read' | 'signs' | 'worth'>,
  terms: QuestionTerms,
): Grounds {
  const said = [read.matched, read.headed];
  const shared = { worth, near: signs.near, often: signs.often, nameless: namesOf(terms).length === 0 ? 1 : 0 };
  if (terms.carried.length > 0) return { ...shared, ...groundsOfFollowUp(read, terms) };
  return {
    ...shared,
    covered: coverage(terms, said, terms.own),
    unknown: coverage(terms, [new Set(terms.unknown)], terms.own),
    repeated: 0,
    carried: 0,
  };
}

/** What a follow-up says itself is what it stands on: that its conversation's words are said in the best passage is no wonder. */
function groundsOfFollowUp(
  { matched, headed, kin }: ReadPassage,
  terms: QuestionTerms,
): Pick<Grounds, 'covered' | 'unknown' | 'repeated' | 'carried'> {
  const isSaid = (term: string) => matched.has(term) || headed.has(term);
  let total = 0;
  let covered = 0;
  let unknown = 0;
  let repeated = 0;
  for (const word of terms.words) {
    total += word.weight;
    if (word.terms.some(isSaid)) {
      covered += word.weight;
      if (word.repeated) repeated += word.weight;
    } else if (!word.known) unknown += word.weight * (1 - Math.max(...word.terms.map((term) => kin.get(term) ?? 0)));
  }
  const share = (part: number) => (total === 0 ? 0 : part / total);
  return {
    covered: terms.words.length < LEAST_OF_ITS_OWN && unknown === 0 ? Math.max(share(covered), LEANS) : share(covered),
    unknown: share(unknown),
    repeated: Math.min(share(repeated), MOST_REPEATED),
    carried: Math.min(coverage(terms, [matched, headed], terms.carried), MOST_CARRIED),
  };
}

/** How much more mildly a project is judged than a large one, in logits. */
export const mildnessOf = ({ chunks }: Pick<QuestionTerms, 'chunks'>): number => MILDEST * Math.min(1, SMALL / chunks);

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
