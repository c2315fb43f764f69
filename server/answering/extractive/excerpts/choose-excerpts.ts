import { createWordComparison } from '../../../engines/builtin/word-similarity.ts';
import { countWords } from '../../../language/count-words.ts';
import type { Store } from '../../../store/types.ts';
import { ASKS, LEADS_IN } from '../../passages/group-blocks.ts';
import { type Excerpt, shownBlocks } from '../../passages/render-excerpt.ts';
import { type WidePassage, widenPassage } from '../../passages/widen-passage.ts';
import { comparedSides } from '../../query/compared-sides.ts';
import { askedToDefine } from '../../retrieval/definitions.ts';
import type { RankedPassage } from '../../retrieval/feature-rerank.ts';
import { type MatchedPassage, matchPassage } from '../../retrieval/match-passage.ts';
import type { SearchResult } from '../../retrieval/search.ts';
import type { Passage, Question } from '../../types.ts';
import { type AskedFor, chooseExcerpt } from './choose-excerpt.ts';
import { holds, saysNothingMore } from './compare-excerpts.ts';
import { inOrderOfPages } from './in-order-of-pages.ts';
import { withLeadIn } from './lead-in.ts';
import { missingSides } from './missing-sides.ts';
import { orderForExcerpts, type ReadPassage } from './order-for-excerpts.ts';
import { withoutShownSteps } from './outline-steps.ts';
import { asksHow, hasProcedure, namesPage, opensPage, outlineOf, stepsAround } from './page-outline.ts';
import { wholeRelease } from './release-sections.ts';
import { toldApart } from './variants.ts';
import { withLinks } from './with-links.ts';

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
/** How much is shown of the first passage of a page that tells how something is done, and of each that tells of further steps. */
const PROCEDURE_LIMIT = 700;
/** How long the excerpt about one side of a comparison may be. */
const SIDE_LIMIT = 600;
/** Of an answer one excerpt is always shown, of what only comes closest two, however unlikely … */
const ALWAYS_SHOWN = { answer: 1, closest: 2 };
/** … and a further one where it is at least so likely to be the one that answers. */
const MIN_PROBABILITY = 0.06;
/** Where the best passage is so likely, a further one seldom adds anything, and must be likelier. */
const NEARLY_CERTAIN = 0.6;
const MIN_PROBABILITY_BESIDE_CERTAIN = 0.12;
/** The answer below a heading that asks is shown whole if it is at most so many times as long as an excerpt may be. */
const LENGTHS_FOR_ANSWER = 2;
/** A further excerpt may be this many times as long as it should be where it has code, which is whole. */
const MAX_LENGTHS = 2;
/** The number of a step or a section before its heading. */
const OWN_NUMBER = /^\d{1,3}[.)]\s/;
/** How much is shown of a release, in characters, to a question for all of it. */
const RELEASE_LIMIT = 3000;
/** In how many passages the excerpts are looked for. */
export const PASSAGES_READ = 10;

/** What excerpts are looked for by. */
interface Asked extends AskedFor, Pick<Question, 'projectId' | 'text'> {
  chunks: Pick<Store['chunks'], 'between'>;
  /** Do the documents answer? Else the excerpts are what comes closest. */
  sure: boolean;
  /** Does it ask how something is done? */
  how: boolean;
}

interface FoundExcerpt extends Pick<WidePassage, 'sections'> {
  excerpt: Excerpt;
}

/**
 * The excerpts to show, the best first: each of another place, and none that repeats another; none where only headings were found.
 * Where the best passage has one side of a comparison alone, the best one about the other follows.
 */
export async function chooseExcerpts(
  chunks: Pick<Store['chunks'], 'between' | 'addresses'>,
  { projectId, text }: Pick<Question, 'projectId' | 'text'>,
  { ranked, terms, languages }: Pick<SearchResult, 'ranked' | 'terms' | 'languages'>,
  sure: boolean,
): Promise<Excerpt[]> {
  const [language = 'und', ...written] = languages;
  const asked: Asked = {
    chunks,
    projectId,
    text,
    terms,
    sure,
    meaning: createWordComparison(text),
    toDefine: askedToDefine(text, language),
    how: asksHow(text, languages),
  };
  const best = ranked[0]?.probability ?? 0;
  const limits = LIMITS[sure ? (best >= LIKELY ? 'likely' : 'open') : 'closest'][kindOf(text, ranked)];
  const reading = orderForExcerpts(ranked.slice(0, PASSAGES_READ), asked, limits[0]);
  const release = await wholeRelease(chunks, { projectId, text }, reading[0]?.match.passage, language);
  if (release) return withLinks(chunks, projectId, await excerptsOfRelease(asked, release));
  const minProbability = best >= NEARLY_CERTAIN ? MIN_PROBABILITY_BESIDE_CERTAIN : MIN_PROBABILITY;
  const excerpts = await excerptsOf(asked, reading, { limits, minProbability });
  const sides = comparedSides(text, language, written);
  const missing = sides ? missingSides(sides, ranked, terms) : [];
  const further = await Promise.all(missing.map((match) => excerptOf(asked, match, SIDE_LIMIT)));
  const shown = missing.length > 0 ? [...excerpts.slice(0, 1), ...further.map(({ excerpt }) => excerpt)] : excerpts;
  const passages = [...shown, ...ranked.map(({ match }) => match)].map(({ passage }) => passage);
  const apart = shown.map((excerpt) => toldApart(excerpt, passages));
  return withLinks(chunks, projectId, apart);
}

/** All sections of a release, as far as there is room. */
async function excerptsOfRelease(asked: Asked, sections: Passage[]): Promise<Excerpt[]> {
  const excerpts: Excerpt[] = [];
  for (const section of sections) {
    const left = RELEASE_LIMIT - excerpts.reduce((sum, { start, end }) => sum + end - start, 0);
    if (left <= 0) return excerpts.map((excerpt, at) => (at < excerpts.length - 1 ? excerpt : unfinished(excerpt)));
    const { excerpt } = await excerptOf(asked, matchPassage(section, asked.terms), left);
    if (!excerpts.some((shown) => holds(shown, section))) excerpts.push(excerpt);
  }
  return excerpts;
}

/** Excerpts of passages in the order of these, with what some lead into. */
async function excerptsOf(
  asked: Asked,
  reading: ReadPassage[],
  { limits, minProbability }: { limits: number[]; minProbability: number },
): Promise<Excerpt[]> {
  const { sure } = asked;
  const excerpts: Excerpt[] = [];
  const begins: number[] = [];
  for (const { match, probability } of reading) {
    const limit = limits[excerpts.length];
    const isFurther = excerpts.length >= ALWAYS_SHOWN[sure ? 'answer' : 'closest'];
    if (limit === undefined || (isFurther && probability < minProbability)) break;
    if (excerpts.some((shown) => holds(shown, match.passage))) continue;
    const { excerpt, sections } = await excerptOf(asked, match, limit);
    // Code is whole or not there: a long piece of it is too much, and beside an answer, code alone does not say what it is for.
    const isLong = excerpt.end - excerpt.start > limit * MAX_LENGTHS;
    if (excerpts.length > 0 && hasCode(excerpt) && (isLong || (sure && isCodeAlone(excerpt)))) continue;
    begins.push(excerpts.length);
    add(excerpts, excerpt);
    if (sure && !isFurther && asked.how && (await addOutline(excerpts, asked, match))) break;
    // Short sections that are one passage are no beginning of those after it.
    const mayBegin = sure && !isFurther && !hasSections(excerpt);
    const leads = leadsOn(excerpt);
    const below = leads || (mayBegin && (isWhole(excerpt) || isBeginning(excerpt))) ? await sections() : [];
    if (mayBegin && fits(excerpt, below, limit)) await addPassages(excerpts, asked, below, limit);
    else if (leads) await addPassages(excerpts, asked, below.slice(0, MAX_SECTIONS), SECTION_LIMIT);
    else if (mayBegin && below.length > 0 && isBeginning(excerpt))
      await addPassages(excerpts, asked, othersOfPage(reading, excerpt).slice(0, 1), limit);
  }
  return inOrderOfPages(begins.map((from, at) => excerpts.slice(from, begins[at + 1])));
}

/**
 * Adds the names of the sections to the beginning of a page that tells nothing of how something is done, and the first steps on the
 * page where the question names that; the names of all steps to one that is a section. Are the first steps shown?
 */
async function addOutline(excerpts: Excerpt[], asked: Asked, match: MatchedPassage): Promise<boolean> {
  const { passage } = match;
  const [first] = excerpts;
  if (!first) return false;
  if (!opensPage(passage)) {
    excerpts[0] = { ...first, outline: await stepsAround(asked.chunks, asked.projectId, passage) };
    return false;
  }
  if (hasProcedure(shownBlocks(first))) return false;
  const { sections, procedure } = await outlineOf(asked.chunks, asked.projectId, passage);
  excerpts[0] = { ...first, outline: sections };
  if (!namesPage(asked.terms, match)) return false;
  await addPassages(excerpts, asked, procedure, PROCEDURE_LIMIT);
  return procedure.length > 0;
}

/** The part of a passage to show, at most about this long, and what reads the sections after it. */
async function excerptOf(asked: Asked, match: MatchedPassage, limit: number): Promise<FoundExcerpt> {
  const { chunks, projectId, terms } = asked;
  const { passage, within, goesOn, sections } = await widenPassage(chunks, projectId, match.passage);
  const wide = passage === match.passage ? match : matchPassage(passage, terms);
  const { length } = passage.text;
  const isAnswer = ASKS.test(passage.headings.at(-1) ?? '') && length <= limit * LENGTHS_FOR_ANSWER;
  const excerpt = chooseExcerpt(wide, asked, isAnswer ? Math.max(limit, length) : limit, within);
  return { excerpt: { ...excerpt, goesOn }, sections };
}

/** Adds an excerpt, with what leads into it, unless it says nothing more. */
function add(excerpts: Excerpt[], excerpt: Excerpt): void {
  if (isHeadingAlone(excerpt) || saysNothingMore(excerpts, excerpt)) return;
  excerpts.push(withLeadIn(withoutShownSteps(excerpts, excerpt)));
}

/** Adds an excerpt of each of these passages of which nothing is shown. */
async function addPassages(excerpts: Excerpt[], asked: Asked, passages: Passage[], limit: number): Promise<void> {
  for (const passage of passages) {
    if (excerpts.some((shown) => holds(shown, passage))) continue;
    const { excerpt } = await excerptOf(asked, matchPassage(passage, asked.terms), limit);
    add(excerpts, excerpt);
  }
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
const othersOfPage = (reading: ReadPassage[], excerpt: Excerpt): Passage[] =>
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
