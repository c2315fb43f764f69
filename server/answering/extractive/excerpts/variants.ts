import type { Excerpt } from '../../passages/render-excerpt.ts';
import type { QueryTerms } from '../../query/query-terms.ts';
import { headingPath } from '../../retrieval/heading-path.ts';
import { coverage } from '../../retrieval/match-passage.ts';
import { tokenizeHeading } from '../../retrieval/tokenized-text-cache.ts';
import type { Passage } from '../../types.ts';
import { NAMING_COVERAGE } from './stretches.ts';

/** Are both in sections of one name on one page, below other headings: “Add a room” below “Web” and below “Phone”? */
function haveOneName(one: Passage, other: Passage): boolean {
  const [path, otherPath] = [headingPath(one), headingPath(other)];
  return (
    one.sourceId === other.sourceId && path.at(-1) === otherPath.at(-1) && path.join('\n') !== otherPath.join('\n')
  );
}

/** The innermost of the headings above a passage that the other one has not. */
const headingApart = (one: Passage, other: Passage): string | undefined =>
  headingPath(one).findLast((heading) => !headingPath(other).includes(heading));

/** An excerpt with what tells its section apart from others of its name on its page. */
export function toldApart(excerpt: Excerpt, passages: Passage[]): Excerpt {
  const { passage } = excerpt;
  const namesake = passages.find((other) => haveOneName(passage, other));
  const apart = namesake && headingApart(passage, namesake);
  return apart === undefined ? excerpt : { ...excerpt, apart };
}

/** Does it tell how what is asked is done in another way than the best one, if the question asks for neither way? */
export function isVariant(one: Passage, best: Passage, terms: QueryTerms): boolean {
  if (!haveOneName(one, best)) return false;
  const [path, bestPath] = [headingPath(one), headingPath(best)];
  const named = (heading: string) => coverage(terms, [new Set(tokenizeHeading(heading, best.language).terms)]);
  const apart = [...path, ...bestPath].filter((heading) => !path.includes(heading) || !bestPath.includes(heading));
  return named(bestPath.at(-1) ?? '') >= NAMING_COVERAGE && apart.every((heading) => named(heading) === 0);
}
