import { SECTION_WORDS } from '../../language/vocabulary/question-vocabulary.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import type { Passage } from '../types.ts';
import { adjustLogits, type RankedPassage } from './feature-rerank.ts';

/** By how much a passage of another release is less likely the one, in logits, where that which the question names was found: it is not. */
const OTHER_RELEASE_LOGIT = 12;

/** Two to four numbers with points between them, as in “v2.3.0” or “2.4-rc1”; no part of a path, a word or a longer number. */
const VERSION =
  /(?<![\p{L}\p{N}./-])v?(\d{1,4}(?:\.\d{1,4}){1,3}(?:[-.]?(?:alpha|beta|rc)[-.]?\d{0,3})?)(?![\p{L}\p{N}]|\.\d)/giu;
/** A heading of release notes: up to three words, the version, and what may follow it. */
const RELEASE =
  /^[[(]?((?:\p{L}[\p{L}\p{N}.]{0,30}\s){0,3})(v?)(\d{1,4}(?:\.\d{1,4}){1,3}(?:[-.]?(?:alpha|beta|rc)[-.]?\d{0,3})?)(?![\p{L}\p{N}]|\.\d)[\])]?(.*)$/iu;
/** A section that has a number has its name behind that: “4.3 Common elements”. */
const NAME_FOLLOWS = /^\s+\p{L}/u;
const LETTER = /\p{L}/u;
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/;

/** The version that a heading of release notes names, in one form; null if it is none: “v2.3.0 – 2026-03-01”, “Kettle 2.3”. */
export function releaseOf(heading: string): string | null {
  const [, words = '', mark = '', version, rest = ''] = RELEASE.exec(heading.trim()) ?? [];
  if (version === undefined) return null;
  const named = words.trim().toLowerCase();
  if (SECTION_WORDS.has(named.split(/\s/).at(-1) ?? '')) return null;
  const isMarked = mark !== '' || named !== '' || YEAR.test(rest);
  return isMarked || (!LETTER.test(rest) && !NAME_FOLLOWS.test(rest)) ? inOneForm(version) : null;
}

/** The versions that a question names, in one form. */
export const namedVersions = (question: string): string[] =>
  [...question.matchAll(VERSION)].map(([, version = '']) => inOneForm(version));

/** 2.3.0 is 2.3. */
const inOneForm = (version: string) => version.toLowerCase().replace(/(?:\.0){1,3}$/, '');

/** The heading of the release that a passage is in, of those above it; null outside of release notes. */
export const releaseHeading = ({ headings }: Pick<Passage, 'headings'>): string | null =>
  headings.findLast((heading) => releaseOf(heading) !== null) ?? null;

/** The releases that a passage tells of: that which it is in, or several short ones that it holds. */
function releasesIn({ headings, text, blocks }: Pick<Passage, 'headings' | 'text' | 'blocks'>): string[] {
  const held = blocks.filter(({ kind }) => kind === 'heading').map(({ start, end }) => text.slice(start, end));
  return [releaseHeading({ headings }) ?? '', ...held].flatMap((heading) => releaseOf(heading) ?? []);
}

/**
 * “What changed in 2.3?” is not asked of 2.4: where passages of that release were found, those of others come after all the rest.
 */
export function rankOtherReleasesLower(
  ranked: RankedPassage[],
  { text }: Pick<ContextualizedQuery, 'text'>,
): RankedPassage[] {
  const asked = namedVersions(text);
  const isAsked = (passage: Passage) => releasesIn(passage).some((release) => asked.includes(release));
  if (!ranked.some(({ match }) => isAsked(match.passage))) return ranked;
  return adjustLogits(ranked, ({ passage }) => isOfOtherRelease(text, passage), -OTHER_RELEASE_LOGIT);
}

/** Is the question about a release by its version, and the passage about others? */
export function isOfOtherRelease(question: string, passage: Passage | undefined): boolean {
  const asked = namedVersions(question);
  const releases = passage ? releasesIn(passage) : [];
  return asked.length > 0 && releases.length > 0 && !releases.some((release) => asked.includes(release));
}
