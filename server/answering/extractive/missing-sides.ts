import type { Sides } from '../query/compared-sides.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { RankedPassage } from '../retrieval/feature-rerank.ts';
import { coverage, type MatchedPassage } from '../retrieval/match-passage.ts';

/** A passage is about a side if it has so much of it. */
const LEAST_SHARE = 0.6;
/** Under a heading of the side, it tells more of it than one that mentions it. */
const HEADING_VALUE = 1;
/** What the place of the best passage is worth, against that of the last. */
const FIRST_VALUE = 0.5;

/**
 * The best passage about each side of a comparison that the first passage does not have, if there is one. Where the first one
 * stands under a heading of one side and only mentions the other, a passage under a heading of that other is missing, too.
 */
export function missingSides(sides: Sides, ranked: RankedPassage[], terms: QueryTerms): MatchedPassage[] {
  const has = ({ inHeadings, inText }: MatchedPassage, side: string[]) => coverage(terms, [inHeadings, inText], side);
  const headed = ({ inHeadings }: MatchedPassage, side: string[]) => coverage(terms, [inHeadings], side);
  const [first] = ranked;
  if (!first) return [];
  const isOfOneSide = sides.filter((side) => headed(first.match, side) >= LEAST_SHARE).length === 1;
  return sides.flatMap((side): MatchedPassage[] => {
    const isMentioned = has(first.match, side) >= LEAST_SHARE;
    if (isMentioned && (!isOfOneSide || headed(first.match, side) >= LEAST_SHARE)) return [];
    const shareOf = isMentioned ? headed : has;
    const [best] = ranked
      .map(({ match }, place) => ({ match, share: shareOf(match, side), place }))
      .filter(({ share }) => share >= LEAST_SHARE)
      .map(({ match, share, place }) => {
        const value = share + HEADING_VALUE * headed(match, side) + FIRST_VALUE * (1 - place / ranked.length);
        return { match, value };
      })
      .sort((one, other) => other.value - one.value);
    return best ? [best.match] : [];
  });
}
