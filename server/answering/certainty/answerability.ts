import type { QueryTerms } from '../query/query-terms.ts';
import { logitOf, ownTerms, type RankedPassage, rankByOwnTerms } from '../retrieval/feature-rerank.ts';
import type { RankingFeatures } from '../retrieval/ranking-features.ts';
import { isForeign, type SearchResult } from '../retrieval/search.ts';
import { type CertaintyFeatures, certaintyFeatures } from './certainty-features.ts';

/** Below `refuse` the documents are taken not to answer, from `sure` on to answer. */
export interface Thresholds {
  refuse: number;
  sure: number;
  /** A model reads what is said in other words, and is checked afterwards: it is asked where little speaks for an answer. */
  askModel: number;
}

/** The weights of the features, in logits: of questions that stand alone, and of those in a conversation. */
export interface CertaintyWeights {
  standalone: CertaintyFeatures;
  followUp: CertaintyFeatures;
  /** Added to questions that stand alone, for the language of the best passage (its primary subtag); absent for others than the trained ones. */
  languages: Record<string, number>;
}

/** What a training comes to. */
export interface TrainedWeights {
  ranking: RankingFeatures;
  certainty: CertaintyWeights;
  thresholds: Thresholds;
}

/** How likely the documents answer, 0–1, and what comes of it. */
export interface Certainty {
  probability: number;
  outcome: 'sure' | 'unsure' | 'refused';
  /** Enough speaks for an answer to have a model read the passages. */
  isWorthAskingModel: boolean;
}

/**
 * Below this, a question in a language that no document is in is refused. It shares few words with them, and one that is off
 * their subject none: of sixteen such questions that four documentations are off the subject of, one is above .001, at .008; of
 * eight that they answer, one is below .02.
 */
const REFUSE_FOREIGN = 0.015;

/** Below which likelihood this question is refused. */
export const refuseBelow = (found: Pick<SearchResult, 'languages' | 'weights'>): number =>
  isForeign(found) ? REFUSE_FOREIGN : found.weights.thresholds.refuse;

/**
 * Does what was found answer the question? A follow-up is judged by its own words first: if it would be refused as the first
 * question, what its conversation asked for does not answer it. One with a pronoun asks for that subject, whatever its own
 * words say, and is at most unsure then. One that may stand alone is judged as if it did. A question with the name of what all
 * documents are about is judged without it: they all have that, whatever is asked. So is at most unsure what has the parts
 * of a compound apart, or one of them: “Nachricht” is no “Nachrichtensprecher”.
 */
export function certainty(found: Pick<SearchResult, 'ranked' | 'terms' | 'languages' | 'weights'>): Certainty {
  const { ranked, terms, weights } = found;
  const { sure, askModel } = weights.thresholds;
  const refuse = refuseBelow(found);
  const own = ownTerms(terms);
  const alone = own === terms ? 1 : probabilityFor(rankByOwnTerms(ranked), own, weights);
  const whole = terms.reference === 'short' ? alone : probabilityFor(ranked, terms, weights);
  const likelihood = terms.unnamed ? alone : whole;
  const unsure = (refuse + sure) / 2;
  const bound = alone >= refuse ? 1 : terms.reference === 'pronoun' ? unsure : alone;
  const probability = Math.min(likelihood, bound, hasCompoundsInParts(ranked, terms) ? unsure : 1);
  const outcome = probability < refuse ? 'refused' : probability < sure ? 'unsure' : 'sure';
  return { probability, outcome, isWorthAskingModel: whole >= askModel };
}

/** Has the best passage a part of a compound, and no sentence that has both, with the headings above it? */
function hasCompoundsInParts([best]: RankedPassage[], { compounds }: QueryTerms): boolean {
  if (!best) return false;
  const { sentences, inText, inHeadings } = best.match;
  const isThere = (part: string) => inText.has(part) || inHeadings.has(part);
  const isTogether = (parts: string[]) =>
    sentences.some(({ matched }) => parts.every((part) => matched.has(part) || inHeadings.has(part)));
  return compounds.some((parts) => parts.some(isThere) && !isTogether(parts));
}

function probabilityFor(
  ranked: RankedPassage[],
  terms: QueryTerms,
  { certainty: weights }: Pick<TrainedWeights, 'certainty'>,
): number {
  const language = ranked[0]?.match.passage.language ?? 'und';
  return answerProbability(certaintyFeatures(ranked, terms), terms, weights, language);
}

/** 0 where there are no features. */
export function answerProbability(
  features: CertaintyFeatures | null,
  { carried }: Pick<QueryTerms, 'carried'>,
  { standalone, followUp, languages }: CertaintyWeights,
  language: string,
): number {
  if (features === null) return 0;
  const logit =
    carried.length > 0 ? logitOf(features, followUp) : logitOf(features, standalone) + (languages[language] ?? 0);
  return 1 / (1 + Math.exp(-logit));
}
