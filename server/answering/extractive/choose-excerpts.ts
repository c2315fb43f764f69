import { createWordComparison } from '../../engines/builtin/word-similarity.ts';
import type { Store } from '../../store/types.ts';
import { ASKS, LEADS_IN } from '../passages/group-blocks.ts';
import { type Excerpt, shownBlocks } from '../passages/render-excerpt.ts';
import { type WidePassage, widenPassage } from '../passages/widen-passage.ts';
import { comparedSides } from '../query/compared-sides.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import type { RankedPassage } from '../retrieval/feature-rerank.ts';
import { coverage, type MatchedPassage, matchPassage } from '../retrieval/match-passage.ts';
import { isOfOtherRelease } from '../retrieval/releases.ts';
import type { SearchResult } from '../retrieval/search.ts';
import { tokenizeText } from '../retrieval/tokenized-text-cache.ts';
import type { Passage, Question } from '../types.ts';
import { chooseExcerpt } from './choose-excerpt.ts';
import { countWords } from './count-usage.ts';
import { missingSides } from './missing-sides.ts';
import { withoutShownSteps } from './outline-steps.ts';
import { oneRelease, wholeRelease } from './release-sections.ts';

/**
 * A question of this many words tells of a task: its answer is the whole of a section, and is often in several. With fewer,
 * most ask for a fact. Of the how-to questions of four documentations, 48 of 56 are so long; of the others, 35 of 168.
 */
export const TASK_WORDS = 18;
/** From this likelihood on, the best passage is taken for the one that answers. Below it, more passages are shown. */
const LIKELY = 0.35;
/**
 * A paragraph of this many characters is running text, in which one sentence states a fact: 250 characters of the right passage
 * hold the answer to 88 of 100 questions to an encyclopedia, and to less than half of those to four documentations, where
 * paragraphs are shorter.
 */
const LONG_PARAGRAPH = 400;
/** This many of the best passages tell what the documents are like. */
const PASSAGES_TELLING = 3;
/** How long each excerpt may be, in characters. */
export const LIMITS = {
  likely: { task: [1500, 700, 350], fact: [1000, 300, 250], sentence: [1000, 250, 250, 250] },
  open: { task: [800, 350, 350], fact: [850, 500], sentence: [300, 250, 250, 250] },
  closest: { task: [800, 400, 300], fact: [600, 300], sentence: [300, 250, 250] },
};
/** Of sections that an excerpt leads into with a colon, this many are shown, and this much of each. */
const MAX_SECTIONS = 3;
const SECTION_LIMIT = 350;
/** The beginning of a page or section that is at most this long says what the sections below it are about, and no more. */
const BEGINNING = 400;
/** How long the excerpt about one side of a comparison may be. */
const SIDE_LIMIT = 600;
/** Of an answer one excerpt is always shown, of what only comes closest two, however unlikely … */
const ALWAYS_SHOWN = { answer: 1, closest: 2 };
/** … and a further one where it is at least so likely to be the one that answers. */
const MIN_PROBABILITY = 0.06;
/** Where the best passage is so likely, a further one seldom adds anything, and must be likelier. */
const NEARLY_CERTAIN = 0.6;
const MIN_PROBABILITY_BESIDE_CERTAIN = 0.12;
/** What the likelihood of a passage counts on the page of the best one, against 1 elsewhere, and in the sections below that one. */
const SAME_PAGE = 2;
const BELOW = 4;
/** The answer below a heading that asks is shown whole if it is at most so many times as long as an excerpt may be. */
const LENGTHS_FOR_ANSWER = 2;
/** A further excerpt may be this many times as long as it should be where it has code, which is whole. */
const MAX_LENGTHS = 2;
/** An excerpt repeats another that has so much of it. */
const REPEATED = 0.5;
/** The number of a step or a section before its heading. */
const OWN_NUMBER = /^\d{1,3}[.)]\s/;
/**
 * An excerpt of whose words more than this share are in those before it says little more. Of 222 further excerpts for the questions
 * to four documentations, 26 hold a part of the answer, and none of the 20 of which that is .65; then a manual that repeats itself
 * is cited less often by the right page.
 */
const KNOWN_WORDS = 0.75;
/** How much is shown of a release, in characters, to a question for all of it. */
const RELEASE_LIMIT = 3000;
/** In how many passages the excerpts are looked for. */
export const PASSAGES_READ = 10;

/**
 * The excerpts to show, best first: each of another place, and none that repeats another; none where only headings were found. Where the best passage has one side
 * of a comparison alone, the best one about the other follows.
 */
export async function chooseExcerpts(
  chunks: Pick<Store['chunks'], 'between'>,
  { projectId, text }: Pick<Question, 'projectId' | 'text'>,
  { ranked, terms, languages }: Pick<SearchResult, 'ranked' | 'terms' | 'languages'>,
  sure: boolean,
): Promise<Excerpt[]> {
  const asked = { terms, meaning: createWordComparison(text) };
  const best = ranked[0]?.probability ?? 0;
  const minProbability = best >= NEARLY_CERTAIN ? MIN_PROBABILITY_BESIDE_CERTAIN : MIN_PROBABILITY;
  const kind = kindOf(text, ranked);
  const limits = LIMITS[sure ? (best >= LIKELY ? 'likely' : 'open') : 'closest'][kind];
  const excerpts: Excerpt[] = [];
  const excerptOf = async (match: MatchedPassage, limit: number): Promise<Excerpt & Pick<WidePassage, 'sections'>> => {
    const { passage, within, goesOn, sections } = await widenPassage(chunks, projectId, match.passage);
    const wide = passage === match.passage ? match : matchPassage(passage, terms);
    const { length } = passage.text;
    const isAnswer = ASKS.test(passage.headings.at(-1) ?? '') && length <= limit * LENGTHS_FOR_ANSWER;
    return { ...chooseExcerpt(wide, asked, isAnswer ? Math.max(limit, length) : limit, within), goesOn, sections };
  };
  const add = (excerpt: Excerpt) => {
    if (isHeadingAlone(excerpt)) return;
    if (!excerpts.some((shown) => repeats(shown, excerpt)) && !addsLittle(excerpts, excerpt))
      excerpts.push(withoutShownSteps(excerpts, excerpt));
  };
  const follow = async (passages: Passage[], limit: number) => {
    for (const passage of passages)
      if (!excerpts.some((shown) => holds(shown, passage))) add(await excerptOf(matchPassage(passage, terms), limit));
  };
  const read = ranked.slice(0, PASSAGES_READ).map((one) => ({ ...one, match: oneRelease(one.match, text, terms) }));
  const reading = withoutOtherReleases(preferPageOfBest(explainedFirst(read, terms, limits[0]), sure), text);
  const release = await wholeRelease(chunks, { projectId, text }, reading[0]?.match.passage, languages[0]);
  for (const section of release ?? []) {
    const left = RELEASE_LIMIT - excerpts.reduce((sum, { start, end }) => sum + end - start, 0);
    if (left <= 0) return excerpts.map((excerpt, at) => (at < excerpts.length - 1 ? excerpt : unfinished(excerpt)));
    const { sections, ...excerpt } = await excerptOf(matchPassage(section, terms), left);
    if (!excerpts.some((shown) => holds(shown, section))) excerpts.push(excerpt);
  }
  if (release) return excerpts;
  for (const { match, probability } of reading) {
    const limit = limits[excerpts.length];
    const isFurther = excerpts.length >= ALWAYS_SHOWN[sure ? 'answer' : 'closest'];
    if (limit === undefined || (isFurther && probability < minProbability)) break;
    if (excerpts.some((shown) => holds(shown, match.passage))) continue;
    const { sections, ...excerpt } = await excerptOf(match, limit);
    // Code is whole or not there: a long piece of it is too much, and beside an answer, code alone does not say what it is for.
    const isLong = excerpt.end - excerpt.start > limit * MAX_LENGTHS;
    if (excerpts.length > 0 && hasCode(excerpt) && (isLong || (sure && isCodeAlone(excerpt)))) continue;
    add(excerpt);
    // Short sections that are one passage are no beginning of those after it.
    const mayBegin = sure && !isFurther && !hasSections(excerpt);
    const leads = leadsOn(excerpt);
    const below = leads || (mayBegin && (isWhole(excerpt) || isBeginning(excerpt))) ? await sections() : [];
    if (mayBegin && fits(excerpt, below, limit)) await follow(below, limit);
    else if (leads) await follow(below.slice(0, MAX_SECTIONS), SECTION_LIMIT);
    else if (mayBegin && below.length > 0 && isBeginning(excerpt))
      await follow(othersOfPage(reading, excerpt).slice(0, 1), limit);
  }
  const [language = 'und', ...written] = languages;
  const sides = comparedSides(text, language, written);
  const missing = sides ? missingSides(sides, ranked, terms) : [];
  return missing.length === 0
    ? excerpts
    : [...excerpts.slice(0, 1), ...(await Promise.all(missing.map((match) => excerptOf(match, SIDE_LIMIT))))];
}

/** More follows it that is not shown. */
const unfinished = (excerpt: Excerpt): Excerpt => ({
  ...excerpt,
  goesOn: { before: false, ...excerpt.goesOn, after: true, list: { before: false, after: true } },
});

const hasCode = (excerpt: Excerpt) => shownBlocks(excerpt).some(({ kind }) => kind === 'code');

const isCodeAlone = (excerpt: Excerpt) =>
  shownBlocks(excerpt).every(({ kind }) => kind === 'code' || kind === 'heading');

/** A heading without a figure, and nothing else, as of a list that a script fills: it answers nothing. Its own number is none. */
function isHeadingAlone({ passage, start, end }: Excerpt): boolean {
  const [block, ...more] = passage.blocks.filter((one) => one.start < end && one.end > start);
  if (block?.kind !== 'heading' || more.length > 0) return false;
  return !/\p{N}/u.test(passage.text.slice(block.start, block.end).replace(OWN_NUMBER, ''));
}

const hasSections = ({ passage: { blocks } }: Excerpt) => blocks.some(({ kind }) => kind === 'heading');

/** Does it end in a colon, with which its passage leads into the sections below it? */
export const leadsOn = ({ passage: { text }, end }: Excerpt) =>
  LEADS_IN.test(text.slice(0, end)) && text.slice(end).trim() === '';

/** Is it all that stands above some sections, and with these no longer than an excerpt may be? */
const fits = (excerpt: Excerpt, sections: Passage[], limit: number) =>
  isWhole(excerpt) && sections.reduce((sum, section) => sum + section.text.length, excerpt.end) <= limit;

const isWhole = ({ passage: { text }, start, end }: Excerpt) => start === 0 && end === text.length;

/** Is it short, and the beginning of its page or all that stands above the sections below it? */
function isBeginning(excerpt: Excerpt): boolean {
  const { headings, title } = excerpt.passage;
  const isShort = excerpt.end - excerpt.start <= BEGINNING;
  return isShort && (isWhole(excerpt) || headings.every((heading) => heading === title));
}

/** The passages of its page of which it shows nothing, in this order. */
const othersOfPage = (reading: { match: MatchedPassage }[], excerpt: Excerpt): Passage[] =>
  reading
    .map(({ match }) => match.passage)
    .filter((passage) => passage.sourceId === excerpt.passage.sourceId && !holds(excerpt, passage));

/** What states the answer: the whole of a section to a task, a passage to a fact, one sentence where that is in running text. */
function kindOf(question: string, ranked: RankedPassage[]): keyof (typeof LIMITS)['likely'] {
  if (countWords(question) >= TASK_WORDS) return 'task';
  return ranked.slice(0, PASSAGES_TELLING).every(({ match }) => isRunningText(match.passage)) ? 'sentence' : 'fact';
}

/** Paragraphs, at least one of them long, and nothing else. */
function isRunningText({ blocks }: Passage): boolean {
  return (
    blocks.every(({ kind }) => kind === 'paragraph' || kind === 'heading') &&
    blocks.some(({ start, end }) => end - start >= LONG_PARAGRAPH)
  );
}

/**
 * A passage of code alone that is longer than an excerpt may be, such as a sample of all settings, comes after the next one that
 * has as much of the question and says more than code: a sample names a thing and does not say what it is.
 */
function explainedFirst(ranked: RankedPassage[], terms: QueryTerms, limit = 0): RankedPassage[] {
  const [best] = ranked;
  if (!best || !isOfCode(best.match.passage) || best.match.passage.text.length <= limit) return ranked;
  const has = ({ match: { inText, inHeadings } }: RankedPassage) => coverage(terms, [inText, inHeadings]);
  const explained = ranked
    .slice(1, PASSAGES_TELLING)
    .find((one) => !isOfCode(one.match.passage) && has(one) >= has(best));
  return explained ? [explained, ...ranked.filter((one) => one !== explained)] : ranked;
}

const isOfCode = ({ blocks }: Passage) =>
  blocks.length > 0 && blocks.every(({ kind }) => kind === 'code' || kind === 'heading');

/** The best passage, then the others by their likelihood, which counts more on its page if that is taken to be the right one. */
function preferPageOfBest(ranked: RankedPassage[], sure: boolean): { match: MatchedPassage; probability: number }[] {
  const [best, ...others] = ranked;
  if (!best) return [];
  const factor = ({ passage }: MatchedPassage) => {
    if (!sure || passage.sourceId !== best.match.passage.sourceId) return 1;
    return isBelow(passage, best.match.passage) ? BELOW : SAME_PAGE;
  };
  const weighed = others.map(({ match, probability }) => ({ match, probability: factor(match) * probability }));
  return [best, ...weighed.sort((a, b) => b.probability - a.probability)];
}

/** Beside what is of the release that the question names, or of none, another release is no part of the answer. */
function withoutOtherReleases<Read extends { match: MatchedPassage }>(reading: Read[], question: string): Read[] {
  const isOther = ({ match }: Read) => isOfOtherRelease(question, match.passage);
  const [best] = reading;
  return best && !isOther(best) ? reading.filter((one) => !isOther(one)) : reading;
}

/** Is the passage in a section below that of another one of its page? All of a page is below its beginning, which counts for nothing. */
const isBelow = ({ headings }: Passage, { headings: above, title }: Passage) =>
  above.length > 0 &&
  above.at(-1) !== title &&
  headings.length > above.length &&
  above.every((heading, at) => headings[at] === heading);

/** Does the excerpt show a part of this passage? */
export function holds({ passage: shown, start, end }: Excerpt, passage: Passage): boolean {
  return shown.sourceId === passage.sourceId && shown.start + start < passage.end && shown.start + end > passage.start;
}

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
