import { isCalled, isNamedFor, type Side, type Sides } from '../../query/compared-sides.ts';
import type { QueryTerms } from '../../query/query-terms.ts';
import type { RankedPassage } from '../../retrieval/feature-rerank.ts';
import { coverage, type MatchedPassage } from '../../retrieval/match-passage.ts';
import type { Passage } from '../../types.ts';

/** A passage is about a side if it has so much of it. */
const LEAST_SHARE = 0.6;
/** Under a heading of the side, it tells more of it than one that mentions it. */
const HEADING_VALUE = 1;
/** In a section that is named for the side, it says what that is rather than in one further below. */
const NAMED_VALUE = 0.5;
/** What the place of the best passage is worth, against that of the last. */
const FIRST_VALUE = 0.5;

/**
 * The best passage about each side of a comparison that the first passage does not have, if there is one. Where the first one
 * stands under a heading of one side and only mentions the other, a passage under a heading of that other is missing, too. Where
 * it stands under neither, and each side has a section of its own, both are.
 */
export function missingSides(sides: Sides, ranked: RankedPassage[], terms: QueryTerms): MatchedPassage[] {
  const has = ({ inHeadings, inText }: MatchedPassage, side: string[]) => coverage(terms, [inHeadings, inText], side);
  const headed = ({ inHeadings }: MatchedPassage, side: string[]) => coverage(terms, [inHeadings], side);
  const [first] = ranked;
  if (!first) return [];
  const plain = sides.find(({ isPlain }) => isPlain);
  // What both are called tells nothing of the plain one; a section that is called so and no more is about it.
  const aboutPlain = ranked.map(({ match }) => match).filter(({ passage }) => plain && isCalled(plain, passage));
  if (plain && !aboutPlain.includes(first.match)) return aboutPlain.slice(0, 1);
  const isUnder = (match: MatchedPassage, { terms: side }: Side) => headed(match, side) >= LEAST_SHARE;
  const isOfOneSide = sides.filter((side) => isUnder(first.match, side)).length === 1;
  if (!plain && !sides.some((side) => isUnder(first.match, side))) {
    const sections = sectionsOf(sides, ranked);
    if (sections) return sections.filter((match) => match !== first.match);
  }
  return sides.flatMap((compared): MatchedPassage[] => {
    const { terms: side, isPlain } = compared;
    const isMentioned = has(first.match, side) >= LEAST_SHARE;
    if (isPlain || (isMentioned && (!isOfOneSide || headed(first.match, side) >= LEAST_SHARE))) return [];
    const shareOf = isMentioned ? headed : has;
    const [best] = ranked
      .map(({ match }, place) => ({ match, share: shareOf(match, side), place }))
      .filter(({ share }) => share >= LEAST_SHARE)
      .map(({ match, share, place }) => {
        const named = isNamedFor(compared, match.passage) ? NAMED_VALUE : 0;
        const value = share + HEADING_VALUE * headed(match, side) + named + FIRST_VALUE * (1 - place / ranked.length);
        return { match, value };
      })
      .sort((one, other) => other.value - one.value);
    return best ? [best.match] : [];
  });
}

/** For each side a passage with a section that is named for it and not for the other, the first of all where it has one; null where there is none. */
function sectionsOf([one, other]: Sides, ranked: RankedPassage[]): [MatchedPassage, MatchedPassage] | null {
  const sectionOf = (side: Side, not: Side) =>
    ranked.find(({ match: { passage } }, at) =>
      headingsOf(passage, at === 0).some((heading) => isNamedFor(side, heading) && !isNamedFor(not, heading)),
    )?.match;
  const [left, right] = [sectionOf(one, other), sectionOf(other, one)];
  return left && right ? [left, right] : null;
}

/** What a passage stands under; with `within`, also the headings of short sections that it holds. */
function headingsOf({ headings, title, language, text, blocks }: Passage, within: boolean) {
  const held = blocks.filter(({ kind }) => within && kind === 'heading');
  return [
    { headings, title, language },
    ...held.map(({ start, end }) => ({ headings: [text.slice(start, end)], title, language })),
  ];
}
