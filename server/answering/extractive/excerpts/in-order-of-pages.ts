import { type Excerpt, shownBlocks } from '../../passages/render-excerpt.ts';

/** An excerpt and what it leads into. */
type Led = [Excerpt, ...Excerpt[]];

/**
 * Excerpts, each before what it leads into: the best one, then the others, of which those of one page stand in its order. On the page
 * of the best one, a reader reads on below it first. Only earlier steps of the same procedure come before the best one.
 */
export function inOrderOfPages(groups: Excerpt[][]): Excerpt[] {
  const [best, ...further] = groups.filter((led): led is Led => led.length > 0);
  if (!best) return [];
  const ofPages = Map.groupBy(further, ([{ passage }]) => passage.sourceId);
  for (const some of ofPages.values()) some.sort(([one], [other]) => placeOf(one) - placeOf(other));
  const [first] = best;
  const onSamePage = ofPages.get(first.passage.sourceId) ?? [];
  const below = onSamePage.findIndex(([one]) => placeOf(one) > placeOf(first));
  if (below > 0) onSamePage.push(...onSamePage.splice(0, below));
  const ordered = [best, ...further.flatMap(([{ passage }]) => ofPages.get(passage.sourceId)?.splice(0, 1) ?? [])];
  const earlier = ordered.filter(([one]) => isEarlierPart(one, first));
  return [...earlier, ...ordered.filter((led) => !earlier.includes(led))].flat();
}

/** Do both begin with a step of one section, and this one with an earlier step that stands before the other? */
function isEarlierPart(one: Excerpt, other: Excerpt): boolean {
  const [step, otherStep] = [stepOf(one), stepOf(other)];
  const isSameSection =
    one.passage.sourceId === other.passage.sourceId &&
    one.passage.headings.join('\n') === other.passage.headings.join('\n');
  return isSameSection && step < otherStep && placeOf(one) < placeOf(other);
}

/** The number of the step that an excerpt begins with; none is no number. */
function stepOf(excerpt: Excerpt): number {
  const [block] = shownBlocks(excerpt);
  return block?.ordered && block.depth === 1
    ? Number.parseInt(excerpt.passage.text.slice(block.start), 10)
    : Number.NaN;
}

const placeOf = ({ passage, start }: Excerpt) => passage.start + start;
