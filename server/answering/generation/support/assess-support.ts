import { guessLanguage } from '../../../language/detect.ts';
import { queryTerms } from '../../../language/read-question.ts';
import { collapseWhitespace } from '../../../platform/text/collapse-whitespace.ts';
import { expandSpan } from '../../extractive/excerpts/expand-span.ts';
import type { QueryTerms } from '../../query/query-terms.ts';
import { coverage, type MatchedPassage, matchPassage } from '../../retrieval/match-passage.ts';
import type { Passage, Span } from '../../types.ts';
import { hasCodeOf, hasOtherValue, hasUnknownQuote, type KnownCode } from './code-spans.ts';
import { MARKDOWN_DECORATION } from './markdown-decoration.ts';
import { foreignNamesIn, hasForeignName, namesIn } from './names.ts';
import { equivalentNumbers, hasOnlyNumbersOf, numbersIn } from './numbers.ts';
import type { PromptPassage } from './prompt-passage.ts';
import type { SimilarityCheck } from './similarity-check.ts';

/** Where a passage says what a sentence says: offsets into the passage's text. */
export interface Support extends Span {
  passage: Passage;
  /** In the prompt, from 1. Adjacent passages that are shown as one text share a number. */
  number: number;
  /** The sentence is in the passage word for word. */
  isQuote: boolean;
}

/**
 * The share of a sentence's terms that must stand in the passage; less for scripts whose terms are pairs of characters.
 * Measured on answers that were written over passages: all of 306 sentences of ClapNQ are supported by their own passage
 * and 1 % by the likeliest other document; of 755 of MTRAG, which say more than they were given, 85 % and 4 %. That was before contradictions were looked for.
 */
const MIN_COVERAGE = { spaced: 0.5, unspaced: 0.4 };
/** The same if the model names the passage itself: its marker is a sign of its own. */
const MIN_COVERAGE_IF_NAMED = 0.4;
/**
 * How many of its terms must stand together, as a share and at least this many, if it has them: a sentence says one thing, and so
 * does the place that it rests on. General words such as “example” and “question” stand in any long passage, but far from each
 * other. Of the labelled right sentences, whose passages are named, none has a share below 0.3 and none less than two terms. `withSign`: something else speaks for the passage.
 */
const TOGETHER = { withSign: { share: 0.3, terms: 2 }, other: { share: 0.4, terms: 3 } };
/** What counts as together: two sentences, and more as long as they are short, as items of a list. In UTF-16 units. */
const TOGETHER_LENGTH = 300;
/** If a model's vectors agree, a sentence may use other words than the passage, but not only other words. */
const MIN_COVERAGE_IF_SIMILAR = 0.2;
/** Its words are no language, so nothing in it can be negated. */
const CODE_BLOCK = /^[\s>]*(?:`{3}|~{3})/;
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);

export interface QuestionContext {
  /** What the prompt has: the question and all passages. */
  code: KnownCode;
  /** `und` if it is unknown. */
  language: string;
  /** The question's terms in every language of the passages. */
  terms: ReadonlySet<string>;
  isSimilar: SimilarityCheck;
}

/** A passage that may say what a sentence says, and what the rules make of it. */
export interface Assessment extends Support {
  /** The share of the sentence's terms that it has. */
  covered: number;
  /**
   * `held`: it speaks of what the sentence says, and nothing in it says otherwise. `contradicted`: something does. `weak`: it
   * has the numbers and the names of the sentence, but too few of its words.
   */
  outcome: 'held' | 'contradicted' | 'weak';
  /** The sentence is in another language than the passage. */
  isForeign: boolean;
}

/**
 * What the rules say of each passage that may say what a sentence says: those that have most of its words first, the first
 * of the prompt among equals. The words must be there, and in any case every number and name. If the sentence is in another
 * language than the passage, only numbers and names can be compared; then the vectors must agree as well, or, without
 * vectors, the model must have named the passage. `isNamed`: the model's own marker names these passages.
 */
export async function assessPassages(
  context: QuestionContext,
  sentence: string,
  passages: PromptPassage[],
  isNamed: boolean,
): Promise<Assessment[]> {
  if (!hasCodeOf(sentence, context.code)) return [];
  const read = readSentence(sentence);
  const assessed: Assessment[] = [];
  for (const passage of passages) {
    const assessment = await assessPassage(context, read, passage, isNamed);
    if (assessment) assessed.push(assessment);
  }
  return assessed.sort((one, other) => other.covered - one.covered);
}

/** What the checks need of a sentence, whatever the passage. */
interface ReadSentence {
  text: string;
  /** Without decoration, and with single spaces as well. */
  plain: string;
  spaced: string;
  isCode: boolean;
  /** `und` if it is unknown. */
  language: string;
  numbers: ReadonlySet<string>;
  /** Its terms in the language of a passage, all of the same weight. */
  termsIn(language: string): QueryTerms;
}

function readSentence(text: string): ReadSentence {
  const plain = plainText(text);
  const terms = new Map<string, QueryTerms>();
  return {
    text,
    plain,
    spaced: collapseWhitespace(plain),
    isCode: CODE_BLOCK.test(text),
    language: guessLanguage(text),
    numbers: numbersIn(text),
    termsIn(language) {
      const known = terms.get(language) ?? termsOf(text, language);
      terms.set(language, known);
      return known;
    },
  };
}

/** `isNamed`: the model's own marker names the passage. */
async function assessPassage(
  context: QuestionContext,
  read: ReadSentence,
  promptPassage: PromptPassage,
  isNamed: boolean,
): Promise<Assessment | null> {
  const { passage, number } = promptPassage;
  const { text: sentence, isCode } = read;
  const terms = read.termsIn(passage.language);
  if (terms.own.length === 0) return null;
  const foreign = foreignLanguage(read, passage, context.language);
  if (!hasNumbers(promptPassage, read, foreign)) return null;
  if (!isCode) {
    if (hasOtherValue(sentence, passage.text)) return null;
    if (!foreign && hasUnknownQuote(sentence, context.code)) return null;
  }
  const match = matchPassage(passage, terms);
  if (!hasNames(promptPassage, match, sentence, foreign, context.terms)) return null;
  const inOtherWords = new Set(foreign ? [] : terms.own.filter((term) => promptPassage.compared.hasSynonym(term)));
  const covered = coverage(terms, [match.inText, match.inHeadings, inOtherWords]);
  const isUnspaced = UNSPACED.has(passage.language);
  const minimum = isNamed ? MIN_COVERAGE_IF_NAMED : isUnspaced ? MIN_COVERAGE.unspaced : MIN_COVERAGE.spaced;
  const isQuote = !foreign && promptPassage.spaced.includes(read.spaced);
  const span = bestSpan(match, terms);
  const common = { passage, number, covered, isQuote, isForeign: foreign !== null, ...span };
  const weak: Assessment = { ...common, outcome: 'weak' };
  const speaksOfIt = (): Assessment => {
    const contradicts =
      !foreign && !isQuote && !isCode && promptPassage.compared.findContradiction(read.plain) !== null;
    return { ...common, outcome: contradicts ? 'contradicted' : 'held' };
  };
  // Code is in the prompt as it is written, and a number that the passage has is a sign of its own.
  const isSign = isNamed || read.numbers.size > 0;
  const isTogether = foreign || isCode ? match.inText.size > 0 : standsTogether(match, terms, isSign);
  if (covered >= minimum && isTogether) return speaksOfIt();
  if (!foreign && (covered < MIN_COVERAGE_IF_SIMILAR || !isTogether)) return weak;
  // Words of another language tell nothing. Without vectors the model's own marker counts, in the question's language.
  const isTrusted = foreign !== null && isNamed && (context.language === 'und' || context.language === foreign);
  return ((await context.isSimilar(sentence, passage)) ?? isTrusted) ? speaksOfIt() : weak;
}

/** Has one place of the passage, with its headings, enough of the terms themselves? */
function standsTogether({ sentences, inHeadings }: MatchedPassage, terms: QueryTerms, isSign: boolean): boolean {
  const { share, terms: least } = isSign ? TOGETHER.withSign : TOGETHER.other;
  const count = terms.own.length;
  const needed = Math.min(count, Math.max(least, share * count));
  return sentences.some(({ start, matched }, at) => {
    if (matched.size === 0) return false;
    const found = new Set([...inHeadings, ...matched]);
    for (let next = at + 1; found.size < needed; next++) {
      const sentence = sentences[next];
      if (!sentence || (next > at + 1 && sentence.end - start > TOGETHER_LENGTH)) return false;
      for (const term of sentence.matched) found.add(term);
    }
    return true;
  });
}

const plainText = (sentence: string) => sentence.replace(MARKDOWN_DECORATION, '').trim();

/** The language of a sentence of the answer if it is not the passage's; null if it is, or if either is unknown. */
function foreignLanguage(read: ReadSentence, passage: Passage, questionLanguage: string): string | null {
  const language = read.language === 'und' ? questionLanguage : read.language;
  return language !== 'und' && passage.language !== 'und' && language !== passage.language ? language : null;
}

function hasNumbers(
  { passage, fullText, numbers }: PromptPassage,
  read: ReadSentence,
  foreign: string | null,
): boolean {
  if (!foreign) return [...read.numbers].every((number) => numbers.has(number));
  const known = equivalentNumbers(fullText, passage.language);
  return hasOnlyNumbersOf(known, read.text, { source: passage.language, sentence: foreign });
}

function hasNames(
  { passage: { language }, fullText, adjacentTerms }: PromptPassage,
  { inText, inHeadings }: MatchedPassage,
  sentence: string,
  foreign: string | null,
  questionTerms: ReadonlySet<string>,
): boolean {
  const has = (term: string) => inText.has(term) || inHeadings.has(term) || adjacentTerms.has(term);
  if (!foreign) {
    return namesIn(sentence, language, questionTerms).every((name) => name.some((form) => form.every(has)));
  }
  const source = { text: fullText, language };
  return foreignNamesIn(sentence, foreign).every((name) => hasForeignName(name, source, questionTerms, has));
}

function termsOf(sentence: string, language: string): QueryTerms {
  const own = queryTerms(sentence.replace(MARKDOWN_DECORATION, ' '), [language]);
  const weights = new Map(own.map((term) => [term, 1]));
  return {
    own,
    carried: [],
    weights,
    roles: new Map(),
    forms: new Map(),
    compounds: [],
    unknown: [],
    prefixIndex: new Map(),
    words: [],
    chunks: 1,
  };
}

/** The sentence of the passage that has most of the terms, with what it needs to be understood. */
function bestSpan(match: MatchedPassage, terms: QueryTerms): Span {
  let best = 0;
  let most = -1;
  match.sentences.forEach(({ matched }, at) => {
    const covered = coverage(terms, [matched]);
    if (covered > most) [best, most] = [at, covered];
  });
  return expandSpan(match, best, terms);
}
