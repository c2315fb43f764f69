import type { QueryTerms } from '../query/query-terms.ts';
import type { MatchedPassage } from './match-passage.ts';
import { type RankingFeatures, rankingFeatures } from './ranking-features.ts';

/**
 * The weight of each feature, in logits, fitted by maximum likelihood of the right passages for one half of the questions of
 * the open sets, each set weighing the same (`npm run eval -- --fit`, which prints this table and checks it on
 * the other half).
 */
const FEATURE_WEIGHTS: RankingFeatures = {
  fusedScore: 4.13,
  coverage: 2.18,
  sentenceCoverage: 3.08,
  contextCoverage: 1.77,
  headingCoverage: 7.72,
  proximity: 2.85,
  nameCoverage: 1.44,
  termFrequency: 6.6,
  prefixSimilarity: 5.05,
};

export interface RankedPassage {
  match: MatchedPassage;
  features: RankingFeatures;
  /** The weighted sum of the features, in logits. */
  logit: number;
  /** The probability that this passage is the right one if one of them is, 0–1. */
  probability: number;
}

/** Sorts the passages by their features: how much of the question they have, how close together, under which heading. */
export function featureRerank(passages: MatchedPassage[], terms: QueryTerms): RankedPassage[] {
  const best = Math.max(...passages.map(({ passage }) => passage.score), Number.MIN_VALUE);
  const scored = passages.map((match) => {
    const features = rankingFeatures(match, terms, best);
    return { match, features, logit: logitOf(features, FEATURE_WEIGHTS) };
  });
  const highest = Math.max(...scored.map(({ logit }) => logit));
  const likelihood = ({ logit }: { logit: number }) => Math.exp(logit - highest);
  const total = scored.reduce((sum, one) => sum + likelihood(one), 0);
  return scored
    .map((one) => ({ ...one, probability: likelihood(one) / total }))
    .sort((a, b) => b.probability - a.probability);
}

export function logitOf<Feature extends string>(
  features: Record<Feature, number>,
  weights: Record<Feature, number>,
): number {
  let sum = 0;
  for (const feature in weights) sum += weights[feature] * features[feature];
  return sum;
}
