import { SECTION_WORDS } from '../../language/vocabulary/question-vocabulary.ts';
import { romanNumber } from '../../platform/text/roman-numbers.ts';
import type { ContextualizedQuery } from '../query/contextualize-query.ts';
import { adjustLogits, type RankedPassage } from './feature-rerank.ts';
import { headingPath } from './heading-path.ts';
import type { MatchedPassage } from './match-passage.ts';

/** By how much a passage of a section that a question names by its number is more likely the one, in logits: it is, where there is one. */
const NAMED_LOGIT = 6;

const SIGN = '§';
/** A word or the section sign, and a number behind it: “section 4.3”, “§ 12”, “Article VII”. */
const REFERENCE = /(?:§|(?<!\p{L})(\p{L}{3,12})\.?)\s{0,3}(\d{1,4}(?:\.\d{1,4}){0,4}|[IVXLC]{1,8})(?![\p{L}\p{N}])/giu;
/** What a heading begins with: a word for what it is, its number, and then its name or nothing. A Roman number alone has a mark. */
const NUMBERED =
  /^(?:§\s{0,3}|(\p{L}{3,12})\.?\s{1,3})?(\d{1,4}(?:\.\d{1,4}){0,4}(?![\p{L}\p{N}])|(?<=[\s§])[IVXLC]{1,8}(?![\p{L}\p{N}])|[IVXLC]{1,8}(?=[.):]))/iu;

interface Reference {
  /** In lower case; the section sign where there is no word. */
  word: string;
  /** In Arabic numerals without leading zeros: 4.03 is 4.3. */
  number: string;
}

/**
 * “What does section 4.3 say?” asks for the section of that number, whatever words others have of the question: where passages
 * below such a heading were found, they come first. Of “Article VII, Section 2”, those below both.
 */
export function rankNamedSectionsFirst(
  ranked: RankedPassage[],
  { text }: Pick<ContextualizedQuery, 'text'>,
): RankedPassage[] {
  const asked = namedSections(text);
  if (asked.length === 0) return ranked;
  const countMet = ({ passage }: MatchedPassage) => {
    const numbers = headingPath(passage).flatMap((heading) => numberOf(heading) ?? []);
    return asked.filter((one) => numbers.some((number) => isSame(one, number))).length;
  };
  const most = Math.max(...ranked.map(({ match }) => countMet(match)));
  return most === 0 ? ranked : adjustLogits(ranked, (match) => countMet(match) === most, NAMED_LOGIT);
}

/** The sections that a text names by their numbers. */
const namedSections = (text: string): Reference[] =>
  [...text.matchAll(REFERENCE)].flatMap(([, word = SIGN, number = '']) => toReference(word, number) ?? []);

/** The number that a heading begins with; null if it begins with none. */
function numberOf(heading: string): Reference | null {
  const [, word = SIGN, number = ''] = NUMBERED.exec(heading) ?? [];
  return toReference(word, number);
}

function toReference(word: string, number: string): Reference | null {
  const named = word.toLowerCase();
  const arabic = toArabic(number);
  return arabic !== null && (named === SIGN || SECTION_WORDS.has(named)) ? { word: named, number: arabic } : null;
}

/** A heading may have a number alone, or the word in another form: “Sec. 4.3”, “статья” for “статье”. */
const isSame = (asked: Reference, heading: Reference): boolean =>
  asked.number === heading.number &&
  [asked, heading].some(({ word }) => word === SIGN || asked.word.slice(0, 3) === heading.word.slice(0, 3));

function toArabic(number: string): string | null {
  if (/^\d/.test(number)) return number.split('.').map(Number).join('.');
  return romanNumber(number)?.toString() ?? null;
}
