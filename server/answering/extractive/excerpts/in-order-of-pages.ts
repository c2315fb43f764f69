import type { Excerpt } from '../../passages/render-excerpt.ts';

/** An excerpt and what it leads into. */
type Led = [Excerpt, ...Excerpt[]];

/**
 * Excerpts, each before what it leads into: the best one, then the others, of which those of one page stand in its order. On the page
 * of the best one, a reader reads on below it first.
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
  return [...best, ...further.flatMap(([{ passage }]) => ofPages.get(passage.sourceId)?.shift() ?? [])];
}

const placeOf = ({ passage, start }: Excerpt) => passage.start + start;
