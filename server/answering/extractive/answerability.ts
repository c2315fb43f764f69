import type { QueryTerms } from '../query/query-terms.ts';
import { logitOf, type RankedPassage, rankByOwnTerms, withoutCarried } from '../retrieval/feature-rerank.ts';
import type { RankingFeatures } from '../retrieval/ranking-features.ts';
import { TRAINED } from '../retrieval/weights.generated.ts';
import { type CertaintyFeatures, certaintyFeatures } from './certainty-features.ts';

/** Below `refuse` the documents are taken not to answer, from `sure` on to answer. */
export const THRESHOLDS: Thresholds = TRAINED.thresholds;

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

type CertaintyAndThresholds = Omit<TrainedWeights, 'ranking'>;

/**
 * Do these passages answer the question? A follow-up is judged by its own words first: if it would be refused as the first
 * question, what its conversation asked for does not answer it.
 */
export function certainty(
  ranked: RankedPassage[],
  terms: QueryTerms,
  weights: CertaintyAndThresholds = TRAINED,
): Certainty {
  const { refuse, sure, askModel } = weights.thresholds;
  const alone = terms.carried.length === 0 ? 1 : probabilityFor(rankByOwnTerms(ranked), withoutCarried(terms), weights);
  const inConversation = probabilityFor(ranked, terms, weights);
  const probability = alone < refuse ? Math.min(alone, inConversation) : inConversation;
  const outcome = probability < refuse ? 'refused' : probability < sure ? 'unsure' : 'sure';
  return { probability, outcome, isWorthAskingModel: inConversation >= askModel };
}

function probabilityFor(
  ranked: RankedPassage[],
  terms: QueryTerms,
  { certainty: weights }: CertaintyAndThresholds,
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
