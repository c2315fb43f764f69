import type { QueryTerms } from '../query/query-terms.ts';
import { logitOf } from '../retrieval/feature-rerank.ts';
import { coverage, type MatchedPassage } from '../retrieval/match-passage.ts';
import { nameTerms } from '../retrieval/ranking-features.ts';
import type { AnswerExtract } from './extract-answer.ts';

/** From this confidence on, the documents are taken to answer. */
export const ANSWER_THRESHOLD = 0.5;
/** From this confidence on, the closest passages are shown. */
export const UNSURE_THRESHOLD = 0.03;
/** Lower, because a model understands other words than the question's, and its answer is checked. */
export const MODEL_THRESHOLD = 0.01;

/** Features of a question and its best passage that tell whether it is answered. Shares are 0–1. */
export interface AnswerabilityFeatures {
  /** The passage's ranking score, in logits (feature-rerank.ts). */
  rankingLogit: number;
  /** Part of that score already (ranking-features.ts), but what sets a passage apart is not all that makes it an answer. */
  coverage: number;
  proximity: number;
  termFrequency: number;
  /** 1 if the question has no names, else 0. */
  hasNoNames: number;
  /** The share of the question that is in no passage at all. */
  unknownTerms: number;
  /** The share of a follow-up that the conversation asked for before and the passage has … */
  repeatedTerms: number;
  /** … and the share of the carried terms that the passage has; both are capped. */
  carriedTerms: number;
}

/** The words of one question do not answer another: the search finds carried terms in any case. */
const MAX_CARRIED = 0.25;
/** If one word in four was said before, it is the same subject. */
const MAX_REPEATED = 0.25;

/**
 * The weights of these features, in logits, by logistic regression on one half of the questions of nineteen groups of the open
 * sets whose right passage would be cited, and as many from other domains, each group weighing the same (`npm run eval --
 * --fit`, which prints these tables and their results on the other half). Questions that are made to look answerable have the
 * words of their passage, and are answered. The weight of unknown terms is set by hand: the fit gives -.6, but a visitor
 * seldom asks for another domain. With -2, 1 % more of what other documents answer is refused, mostly in small projects.
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
 * passage has count against it, and words that the conversation had before count most for it.
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
 * The intercept of each language, adjusted by hand after the fit, on all questions. Of the answerable ones whose passage would be
 * cited, 1 % are refused in English, Chinese and Thai, where the search finds nearly every passage and a refusal is most
 * of what an answer can miss, 2 % in Hindi and Japanese, 3 % elsewhere; of those from other domains 95 % in English, 75–95 % elsewhere,
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
/** The mean of the languages that separate words by spaces. */
const DEFAULT_LANGUAGE_BIAS = -12.2;
/**
 * Set by hand: it refuses 5 % of the answerable follow-ups. Of thirty questions that have nothing to do with documentation
 * and that nothing was fitted on, put after questions about six sets, 90 % are, and alone 92 %; of those that are refused
 * alone, 96 %.
 */
const FOLLOW_UP_BIAS = -5.8;
/**
 * The most that the smallest projects gain, in logits: in fewer passages less is found by chance. Set by hand, because sets
 * in one language are all of about one size. It gives the 118 passages of one English set .4 more than the 341 of another,
 * and 95 % of what other domains ask is refused in both.
 */
const MAX_SMALL_CORPUS_BIAS = 0.75;
/** Up to this many chunks a project gets the whole of it. */
const SMALL_CORPUS_CHUNKS = 150;

/** “And what does it cost?” refers to what was asked before even if its one word is not found. With two terms it is a question. */
const MIN_OWN_TERMS = 2;
/** The least coverage of a follow-up with fewer terms: what it asks for is what was asked before. */
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
 * The probability that the best extract answers, 0–1. The search's own score does not tell, because some passage is always
 * the best. The features do: how much of the question, rare words and names first, stands close together.
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

/** Does a follow-up ask for things of which the passage has none? Then what was asked before does not answer it either. */
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

/** A follow-up is judged by its own words: that the best passage has those of the conversation is no surprise. */
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

/** What a project gains over a large one, in logits. */
export const smallCorpusBias = ({ chunks }: Pick<QueryTerms, 'chunks'>): number =>
  MAX_SMALL_CORPUS_BIAS * Math.min(1, SMALL_CORPUS_CHUNKS / chunks);

const logistic = (x: number) => 1 / (1 + Math.exp(-x));
