import type { Lexicon } from '../../language/lexicon/lexicon.ts';
import type { AnalyzedText } from './analyze-text.ts';
import { isExchanged, isReversed } from './compare-arrangement.ts';
import { type ClaimedSentence, hasUnstatedNegation, hasUnstatedOnly, isExcepted } from './compare-unstated.ts';
import { hasOtherUnit, hasReplacedNumber } from './compare-values.ts';
import type { Contradiction } from './contradiction-types.ts';
import type { MatchedSentence } from './match-sentences.ts';

/** Sentences that have this share of what the best one has may be the one that is meant. */
const NEAR_BEST = 0.75;
const MAX_NEAR = 3;
/** A sentence that has less says too little of the same for what it does not say to count. */
const MIN_SHARE = 0.5;

/** Compares a whole sentence with the sentences of the passage that have most of its words, best first. */
export function compareSentence(
  claimed: ClaimedSentence,
  matched: MatchedSentence[],
  passage: AnalyzedText,
  lexicon: Lexicon,
): Contradiction | null {
  const [best] = matched;
  if (!best) return null;
  const own = claimed.tokens;
  const near = matched.filter(({ share }) => share >= NEAR_BEST * best.share).slice(0, MAX_NEAR);
  const beside = new Set(near.flatMap(({ at }) => [at - 1, at, at + 1]));
  const around = [...beside].filter((at) => passage.sentences[at] !== undefined);
  const sentences = around.map((at) => passage.sentences[at] ?? []);
  const isClose = best.share >= MIN_SHARE;
  if (isClose && hasReplacedNumber(own, near, sentences)) return 'quantity';
  if (hasOtherUnit(own, near)) return 'quantity';
  if (isClose && hasUnstatedNegation(claimed, around, passage, lexicon)) return 'negation';
  if (hasUnstatedOnly(claimed, near, passage, lexicon)) return 'quantifier';
  if (isClose && isExcepted(claimed, near, lexicon)) return 'quantifier';
  if (isExchanged(own, near, lexicon)) return 'exchange';
  return isReversed(own, near) ? 'order' : null;
}
