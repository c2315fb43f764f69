import type { Lexicon } from '../../language/lexicon/lexicon.ts';
import type { AnalyzedText } from './analyze-text.ts';
import { reversesList } from './compare-order.ts';
import { measuresInOtherUnit, replacesNumber } from './compare-quantities.ts';
import {
  type ClaimSentence,
  deniesWhatIsStated,
  includesException,
  narrowsWhatIsStated,
} from './compare-restrictions.ts';
import { exchangesEntries, exchangesParts } from './compare-roles.ts';
import type { MatchedSentence } from './match-sentences.ts';
import type { EntryGroup } from './read-entries.ts';

/** Sentences that have this share of what the best one has may be the one that is meant. */
const NEAR_BEST = 0.75;
const MAX_NEAR = 3;
/** With a smaller share of the sentence's words, they speak of something else. */
const MIN_SHARE = 0.5;
const MIN_SHARE_IF_DENIED = 0.4;

/** What of a whole sentence contradicts the sentences, rows and items of the passage that speak of it most. `matched`: best first. */
export function compareSentence(
  own: ClaimSentence,
  matched: MatchedSentence[],
  passage: { text: AnalyzedText; entries: EntryGroup[] },
  lexicon: Lexicon,
): 'quantity' | 'negation' | 'quantifier' | 'exception' | 'role' | 'order' | null {
  const share = matched[0]?.share ?? 0;
  const near = matched.filter((one) => one.share >= NEAR_BEST * share).slice(0, MAX_NEAR);
  const numbers = new Set(near.map(({ at }) => at));
  const around = new Set(near.flatMap(({ at }) => [at - 1, at, at + 1]));
  const { text, entries } = passage;
  const { tokens } = own;
  if (share >= MIN_SHARE && replacesNumber(tokens, near, around, text)) return 'quantity';
  if (measuresInOtherUnit(tokens, near)) return 'quantity';
  if (share >= MIN_SHARE_IF_DENIED && deniesWhatIsStated(own, around, text, lexicon)) return 'negation';
  if (narrowsWhatIsStated(own, numbers, text, lexicon)) return 'quantifier';
  if (share >= MIN_SHARE && includesException(own, near, lexicon)) return 'exception';
  if (exchangesParts(tokens, near, lexicon) || exchangesEntries(tokens, entries, lexicon)) return 'role';
  return reversesList(tokens, near) ? 'order' : null;
}
