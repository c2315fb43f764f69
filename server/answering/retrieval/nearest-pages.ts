import type { Passage } from '../types.ts';

/** Enough to choose from at a glance. */
const MAX_PAGES = 3;

/**
 * The best passage of each of the nearest documents, best first, without those that are shown: where a reader may look when no
 * answer is certain.
 */
export function nearestPages(passages: Passage[], shown: Passage[] = []): Passage[] {
  const isFirst = ({ sourceId }: Passage, at: number) =>
    passages.findIndex((other) => other.sourceId === sourceId) === at &&
    !shown.some((other) => other.sourceId === sourceId);
  return passages.filter(isFirst).slice(0, MAX_PAGES);
}
