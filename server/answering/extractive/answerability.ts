import type { QueryTerms } from '../query/query-terms.ts';
import { logitOf } from '../retrieval/feature-rerank.ts';
import { coverage, type MatchedPassage } from '../retrieval/match-passage.ts';
import { nameTerms } from '../retrieval/ranking-features.ts';
import type { AnswerExtract } from './extract-answer.ts';

/** From which confidence on the documents are taken to answer. */
export const ANSWER_THRESHOLD = 0.5;
/** A model reads what is said in other words, and is checked afterwards: it is asked where little speaks for it. */
export const MODEL_THRESHOLD = 0.01;

/** What tells whether a question is answered, by its best passage. Shares are 0–1. */
export interface AnswerabilityFeatures {
  /** All that speaks for the passage, in logits (feature-rerank.ts). */
  rankingLogit: number;
  /** These are in that already (ranking-features.ts), but what sets one passage apart from others is not all of what makes it an answer. */
  coverage: number;
  proximity: number;
  termFrequency: number;
  /** 1 where the question has no names. */
  hasNoNames: number;
  /** What of the question is in no passage at all. */
  unknownTerms: number;
  /** Of a follow-up, what its conversation has asked for before and the passage says … */
  repeatedTerms: number;
  /** … and what is said of the rest that the conversation asked for, both as far as they count. */
  carriedTerms: number;
}

/** No question is answered by the words of another: what is carried is found again in any case. */
const MAX_CARRIED = 0.25;
/** With one word in four said before, it is the same subject. */
const MAX_REPEATED = 0.25;

/**
 * The weights of these features, in logits, by logistic regression on one half of the questions of nineteen groups of the open
 * sets whose right passage would be cited, and as many from other domains, each group weighing the same (`npm run eval --
 * --fit`, which prints these tables and what they come to on the other half). Questions that are made to look answerable have
 * the words of their passage, and are answered. By hand is the worth of what is unknown: by the fit -.6, but a visitor seldom
 * asks for another domain; with -2 one in a hundred more of what other documents answer is refused, most of them in small projects.
 */
const STANDALONE_WEIGHTS: AnswerabilityFeatures = {
  rankingLogit: 1.43,
  coverage: -4.28,
  proximity: -1.07,
  termFrequency: 3.73,
  hasNoNames: 1.07,
  unknownTerms: -2,
  repeatedTerms: 0,
  carriedTerms: 0,
};
/**
 * Fitted likewise on follow-ups of two sets and on questions about one document after a question about another or the same,
 * against questions from other domains in conversations about all sets. What a follow-up says itself decides: words that no
 * passage has speak against it, and words that the conversation had before speak most for it.
 */
const FOLLOW_UP_WEIGHTS: AnswerabilityFeatures = {
  rankingLogit: 0.64,
  coverage: 4.14,
  proximity: 3.23,
  termFrequency: -5.91,
  hasNoNames: 1.25,
  unknownTerms: -5.46,
  repeatedTerms: 15.41,
  carriedTerms: 5.04,
};
/**
 * Where each language begins. By hand beside the fit, on all questions: of the answerable ones whose passage would be cited 1 %
 * are refused in English, Chinese and Thai, where the search finds nearly every passage and a refusal is most of what an
 * answer can miss, 2 % in Hindi and Japanese, 3 % elsewhere; of those from other domains 95 % in English, 75–95 % elsewhere,
 * as well as a stemmer unites the words of each. In Vietnamese and Japanese, whose terms are pieces of words, more is found by
 * chance.
 */
const LANGUAGE_BIAS: Record<string, number> = {
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
const DEFAULT_LANGUAGE_BIAS = -12.2;
/**
 * By hand: 5 % of the answerable follow-ups are refused by it. Of thirty questions that have nothing to do with documentation
 * and that nothing was fitted on, put after questions about six sets, 90 % are, and alone 92 %; of those that are refused
 * alone, 96 %.
 */
const FOLLOW_UP_BIAS = -5.8;
/**
 * How much more mildly a small project is judged at most, in logits: in fewer passages less is found by chance. By hand, for
 * sets in one language are all of about one size: so the 118 passages of one English set are judged .4 more mildly than the
 * 341 of another, and 95 % of what other domains ask is refused in both.
 */
const MAX_SMALL_CORPUS_BIAS = 0.75;
/** Up to so many chunks a project is small. */
const SMALL_CORPUS_CHUNKS = 150;

/** "And what does it cost?" leans on what was asked before even where its one word is not said; with two words it is a question. */
const MIN_OWN_TERMS = 2;
/** So much of it counts as said in any case: what it asks for is what was asked before. */
const MIN_ELLIPTIC_COVERAGE = 0.5;

/** Does the best extract answer the question? */
export function isAnswerable(extracts: AnswerExtract[], terms: QueryTerms): boolean {
  return confidence(extracts, terms) >= ANSWER_THRESHOLD;
}

/** Is it worth asking a model whether these passages answer the question? */
export function isWorthAskingModel(extracts: AnswerExtract[], terms: QueryTerms): boolean {
  return confidence(extracts, terms) >= MODEL_THRESHOLD;
}

/**
 * 0–1: how likely the best extract answers. The search's own score does not tell (some passage is always the best of its
 * list), so what was found is looked at: how much of what is asked for, rare words and names first, stands close together.
 */
export function confidence([first]: AnswerExtract[], terms: QueryTerms): number {
  if (!first || first.features.coverage === 0) return 0;
  const features = answerabilityFeatures(first, terms);
  if (terms.carried.length > 0 && isUnrelatedFollowUp(first, terms)) return 0;
  if (terms.carried.length > 0)
    return logistic(logitOf(features, FOLLOW_UP_WEIGHTS) + smallCorpusBias(terms) + FOLLOW_UP_BIAS);
  const base = LANGUAGE_BIAS[first.match.passage.language] ?? DEFAULT_LANGUAGE_BIAS;
  return logistic(logitOf(features, STANDALONE_WEIGHTS) + smallCorpusBias(terms) + base);
}

/** Does a question in a conversation ask for things none of which is said here? Then what was asked before does not answer it either. */
function isUnrelatedFollowUp({ match }: AnswerExtract, terms: QueryTerms): boolean {
  const asked = terms.own.filter((term) => terms.roles.get(term) !== 'asking');
  return asked.length >= MIN_OWN_TERMS && coverage(terms, [match.inText, match.inHeadings], asked) === 0;
}

export function answerabilityFeatures(
  { match, features, logit }: Pick<AnswerExtract, 'match' | 'features' | 'logit'>,
  terms: QueryTerms,
): AnswerabilityFeatures {
  const sets = [match.inText, match.inHeadings];
  const shared = {
    rankingLogit: logit,
    proximity: features.proximity,
    termFrequency: features.termFrequency,
    hasNoNames: nameTerms(terms).length === 0 ? 1 : 0,
  };
  if (terms.carried.length > 0) return { ...shared, ...followUpFeatures(match, terms) };
  return {
    ...shared,
    coverage: coverage(terms, sets, terms.own),
    unknownTerms: coverage(terms, [new Set(terms.unknown)], terms.own),
    repeatedTerms: 0,
    carriedTerms: 0,
  };
}

/** What a follow-up says itself is what it stands on: that its conversation's words are said in the best passage is no wonder. */
function followUpFeatures(
  { inText, inHeadings, prefixSimilarities }: MatchedPassage,
  terms: QueryTerms,
): Pick<AnswerabilityFeatures, 'coverage' | 'unknownTerms' | 'repeatedTerms' | 'carriedTerms'> {
  const isSaid = (term: string) => inText.has(term) || inHeadings.has(term);
  let total = 0;
  let covered = 0;
  let unknown = 0;
  let repeated = 0;
  for (const word of terms.words) {
    total += word.weight;
    if (word.terms.some(isSaid)) {
      covered += word.weight;
      if (word.repeated) repeated += word.weight;
    } else if (!word.known)
      unknown += word.weight * (1 - Math.max(...word.terms.map((term) => prefixSimilarities.get(term) ?? 0)));
  }
  const share = (part: number) => (total === 0 ? 0 : part / total);
  return {
    coverage:
      terms.words.length < MIN_OWN_TERMS && unknown === 0
        ? Math.max(share(covered), MIN_ELLIPTIC_COVERAGE)
        : share(covered),
    unknownTerms: share(unknown),
    repeatedTerms: Math.min(share(repeated), MAX_REPEATED),
    carriedTerms: Math.min(coverage(terms, [inText, inHeadings], terms.carried), MAX_CARRIED),
  };
}

/** How much more mildly a project is judged than a large one, in logits. */
export const smallCorpusBias = ({ chunks }: Pick<QueryTerms, 'chunks'>): number =>
  MAX_SMALL_CORPUS_BIAS * Math.min(1, SMALL_CORPUS_CHUNKS / chunks);

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
