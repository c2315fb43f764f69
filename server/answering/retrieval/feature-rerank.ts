import type { QueryTerms } from '../query/query-terms.ts';
import type { Passage } from '../types.ts';
import type { MatchedPassage } from './match-passage.ts';
import type { ReaderMatch } from './question-reader.ts';
import { type RankingFeatures, rankingFeatures, type SearchScale } from './ranking-features.ts';

export interface DescribedPassage {
  match: MatchedPassage;
  features: RankingFeatures;
  /** The same by its own terms (`ownTerms`); absent where these are all. */
  ownFeatures?: RankingFeatures;
}

export interface RankedPassage extends DescribedPassage {
  /** The weighted sum of the features, in logits. */
  logit: number;
  /** The same by the question's own terms alone. */
  ownLogit: number;
  /** How likely it is the one, if one of these is, 0–1. */
  probability: number;
}

/** The features of each passage of a search; `read`: what the reader says of each, if there is one. */
export function describePassages(
  matches: MatchedPassage[],
  terms: QueryTerms,
  scale: SearchScale,
  read: ReadonlyMap<string, ReaderMatch> | null = null,
): DescribedPassage[] {
  const own = ownTerms(terms);
  return matches.map((match) => {
    const { whole, own: itself } = read?.get(match.passage.chunkId) ?? {};
    return {
      match,
      features: rankingFeatures(match, terms, scale, whole),
      ...(own !== terms && { ownFeatures: rankingFeatures(match, own, scale, itself) }),
    };
  });
}

/** A ranking by the question’s own terms (`ownTerms`): of a follow-up, as if it were the first question. */
export function rankByOwnTerms(ranked: RankedPassage[]): RankedPassage[] {
  return ranked
    .map(({ ownFeatures, ...one }) => ({ ...one, features: ownFeatures ?? one.features, logit: one.ownLogit }))
    .sort((a, b) => b.logit - a.logit);
}

/** What the question itself asks for: without what its conversation brings, and without the names of what all documents are about. */
export function ownTerms(terms: QueryTerms): QueryTerms {
  const { carried, unnamed, weights, roles } = terms;
  if (carried.length === 0 && !unnamed) return terms;
  const left = unnamed ? new Set(unnamed.own) : roles;
  const ofLeft = <Value>(values: ReadonlyMap<string, Value>) => new Map([...values].filter(([term]) => left.has(term)));
  return { ...terms, own: [...left.keys()], carried: [], weights: ofLeft(weights), roles: ofLeft(roles), words: [] };
}

/**
 * Sorts the passages by what is read in them: how much of the question they hold, how close together, under which heading. The
 * weights are in logits, so that the likelihood of a passage is the softmax of its weighted sum.
 */
export function rankByFeatures(passages: DescribedPassage[], weights: RankingFeatures): RankedPassage[] {
  const scored = passages.map((one) => {
    const logit = logitOf(one.features, weights);
    return { ...one, logit, ownLogit: one.ownFeatures ? logitOf(one.ownFeatures, weights) : logit };
  });
  return rankByLogit(scored);
}

/** The ranking with some passages more likely, or less by a negative number, in logits; as it is where none of them were found. */
export function adjustLogits(
  ranked: RankedPassage[],
  isAdjusted: (match: MatchedPassage) => boolean,
  by: number,
): RankedPassage[] {
  const adjusted = ranked.map(({ match }) => isAdjusted(match));
  if (!adjusted.includes(true)) return ranked;
  return rankByLogit(
    ranked.map((one, at) => (adjusted[at] ? { ...one, logit: one.logit + by, ownLogit: one.ownLogit + by } : one)),
  );
}

/** The ranking with passages of a kind less likely, by so much in logits; as it is where only these or none of them were found. */
export const rankLower = (
  ranked: RankedPassage[],
  isLower: (passage: Passage) => boolean,
  by: number,
): RankedPassage[] =>
  ranked.every(({ match }) => isLower(match.passage))
    ? ranked
    : adjustLogits(ranked, ({ passage }) => isLower(passage), -by);

/** Best first, with the likelihood of each: the softmax of the logits. */
export function rankByLogit(scored: Omit<RankedPassage, 'probability'>[]): RankedPassage[] {
  const likelihoods = likelihoodsOf(scored.map(({ logit }) => logit));
  return scored
    .map((one, at) => ({ ...one, probability: likelihoods[at] ?? 0 }))
    .sort((a, b) => b.probability - a.probability);
}

/** The softmax of logits: how likely each is the one, if one of them is. */
export function likelihoodsOf(logits: number[]): number[] {
  const highest = Math.max(...logits);
  const parts = logits.map((logit) => Math.exp(logit - highest));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / total);
}

/** The weighted sum of the features. */
export function logitOf<Feature extends string>(
  features: Record<Feature, number>,
  weights: Record<Feature, number>,
): number {
  let sum = 0;
  for (const feature in weights) sum += weights[feature] * features[feature];
  return sum;
}
