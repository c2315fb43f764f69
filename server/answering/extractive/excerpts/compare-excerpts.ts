import { type Excerpt, shownBlocks } from '../../passages/render-excerpt.ts';
import { tokenizeText } from '../../retrieval/tokenized-text-cache.ts';
import type { Passage } from '../../types.ts';

/** An excerpt repeats another that has so much of it. */
const REPEATED = 0.5;
/**
 * An excerpt of whose words more than this share are in those before it says little more. Of 222 further excerpts for the questions
 * to four documentations, 26 hold a part of the answer, and none of the 20 of which that is .65; then a manual that repeats itself
 * is cited less often by the right page.
 */
const KNOWN_WORDS = 0.75;

/** Does the excerpt show a part of this passage? */
export function holds({ passage: shown, start, end }: Excerpt, passage: Passage): boolean {
  return shown.sourceId === passage.sourceId && shown.start + start < passage.end && shown.start + end > passage.start;
}

/** Is it shown already, or most of what it says? */
export const saysNothingMore = (shown: Excerpt[], excerpt: Excerpt): boolean =>
  shown.some((one) => repeats(one, excerpt)) || addsLittle(shown, excerpt);

/** Pages repeat each other; once is enough. Does one hold the other, or most of its blocks? */
function repeats(shown: Excerpt, excerpt: Excerpt): boolean {
  const [x, y] = [flat(shown), flat(excerpt)];
  return x.includes(y) || y.includes(x) || sharedWith(x, excerpt) >= REPEATED;
}

/** Are most of its words in the excerpts that are shown? */
function addsLittle(shown: Excerpt[], excerpt: Excerpt): boolean {
  const known = new Set(shown.flatMap(termsOf));
  const terms = [...new Set(termsOf(excerpt))];
  return terms.filter((term) => known.has(term)).length > KNOWN_WORDS * terms.length;
}

function termsOf({ passage, start, end }: Excerpt): string[] {
  const { sentences, terms } = tokenizeText(passage.text, passage.language);
  return sentences.flatMap((one, at) => (one.start < end && one.end > start ? (terms[at] ?? []) : []));
}

const flat = ({ passage, start, end }: Excerpt) => passage.text.slice(start, end).replace(/\s+/g, ' ').toLowerCase();

/** The share of an excerpt that is in a text, block by block. */
function sharedWith(text: string, excerpt: Excerpt): number {
  const blocks = shownBlocks(excerpt).map(({ start, end }) =>
    flat({ ...excerpt, start: Math.max(start, excerpt.start), end: Math.min(end, excerpt.end) }),
  );
  const lengthOf = (some: string[]) => some.reduce((sum, { length }) => sum + length, 0);
  return lengthOf(blocks.filter((block) => text.includes(block))) / Math.max(lengthOf(blocks), 1);
}
