import type { QueryTerms } from '../../query/query-terms.ts';
import type { RankedPassage } from '../../retrieval/feature-rerank.ts';
import { coverage, type MatchedPassage } from '../../retrieval/match-passage.ts';
import { isOfOtherRelease } from '../../retrieval/releases.ts';
import type { Passage } from '../../types.ts';
import { oneRelease } from './release-sections.ts';
import { isVariant } from './variants.ts';

/** What the likelihood of a passage counts on the page of the best one, against 1 elsewhere, and in the sections below that one. */
const SAME_PAGE = 2;
const BELOW = 4;
/** Among this many of the best passages, one is looked for that explains the code of the first. */
const PASSAGES_COMPARED = 3;

/** A passage that an excerpt may be taken of, or the part of it that is about one release. */
export interface ReadPassage {
  match: MatchedPassage;
  /** How likely it answers, of what is read. */
  probability: number;
}

/** The passages in the order in which excerpts are taken of them, the best first. `limit`: how long the first excerpt may be. */
export function orderForExcerpts(
  ranked: RankedPassage[],
  { text, terms, sure }: { text: string; terms: QueryTerms; sure: boolean },
  limit = 0,
): ReadPassage[] {
  const read = ranked.map((one) => ({ ...one, match: oneRelease(one.match, text, terms) }));
  const ordered = preferPageOfBest(explainedFirst(read, terms, limit), sure);
  return withoutOtherReleases(sure ? variantsNext(ordered, terms) : ordered, text);
}

/**
 * A passage of code alone that is longer than an excerpt may be, such as a sample of all settings, comes after the next one that
 * has as much of the question and says more than code: a sample names a thing and does not say what it is.
 */
function explainedFirst(ranked: RankedPassage[], terms: QueryTerms, limit: number): RankedPassage[] {
  const [best] = ranked;
  if (!best || !isOfCode(best.match.passage) || best.match.passage.text.length <= limit) return ranked;
  const has = ({ match: { inText, inHeadings } }: RankedPassage) => coverage(terms, [inText, inHeadings]);
  const explained = ranked
    .slice(1, PASSAGES_COMPARED)
    .find((one) => !isOfCode(one.match.passage) && has(one) >= has(best));
  return explained ? [explained, ...ranked.filter((one) => one !== explained)] : ranked;
}

const isOfCode = ({ blocks }: Passage) =>
  blocks.length > 0 && blocks.every(({ kind }) => kind === 'code' || kind === 'heading');

/** The best passage, then the others by their likelihood, which counts more on its page if that is taken to be the right one. */
function preferPageOfBest(ranked: RankedPassage[], sure: boolean): ReadPassage[] {
  const [best, ...others] = ranked;
  if (!best) return [];
  const factor = ({ passage }: MatchedPassage) => {
    if (!sure || passage.sourceId !== best.match.passage.sourceId) return 1;
    return isBelow(passage, best.match.passage) ? BELOW : SAME_PAGE;
  };
  const weighed = others.map(({ match, probability }) => ({ match, probability: factor(match) * probability }));
  return [best, ...weighed.sort((a, b) => b.probability - a.probability)];
}

/** After the best passage, those that tell the same of another way to do it: they are as likely to be what is asked for. */
function variantsNext(reading: ReadPassage[], terms: QueryTerms): ReadPassage[] {
  const [best, ...others] = reading;
  if (!best) return [];
  const variants = others.filter(({ match }) => isVariant(match.passage, best.match.passage, terms));
  const asLikely = variants.map(({ match }) => ({ match, probability: best.probability }));
  return [best, ...asLikely, ...others.filter((one) => !variants.includes(one))];
}

/** Beside what is of the release that the question names, or of none, another release is no part of the answer. */
function withoutOtherReleases(reading: ReadPassage[], question: string): ReadPassage[] {
  const isOther = ({ match }: ReadPassage) => isOfOtherRelease(question, match.passage);
  const [best] = reading;
  return best && !isOther(best) ? reading.filter((one) => !isOther(one)) : reading;
}

/** Is the passage in a section below that of another one of its page? All of a page is below its beginning, which counts for nothing. */
const isBelow = ({ headings }: Passage, { headings: above, title }: Passage) =>
  above.length > 0 &&
  above.at(-1) !== title &&
  headings.length > above.length &&
  above.every((heading, at) => headings[at] === heading);
