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

/** The best passage about each side of a comparison that the first passage does not have, if there is one. */
export function missingSides(sides: Sides, ranked: RankedPassage[], terms: QueryTerms): MatchedPassage[] {
  const has = ({ inHeadings, inText }: MatchedPassage, side: string[]) => coverage(terms, [inHeadings, inText], side);
  const [first] = ranked;
  if (!first) return [];
  return sides
    .filter((side) => has(first.match, side) < LEAST_SHARE)
    .flatMap((side): MatchedPassage[] => {
      const [best] = ranked
        .map(({ match }, place) => ({ match, share: has(match, side), place }))
        .filter(({ share }) => share >= LEAST_SHARE)
        .map(({ match, share, place }) => {
          const underHeading = coverage(terms, [match.inHeadings], side);
          return { match, value: share + HEADING_VALUE * underHeading + FIRST_VALUE * (1 - place / ranked.length) };
        })
        .sort((a, b) => b.value - a.value);
      return best ? [best.match] : [];
    });
}
