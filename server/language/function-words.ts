import { stopwordsOf } from './languages.ts';
import { withUmlautsAsLetters } from './other-spellings.ts';
import { fold } from './stem.ts';

const plainSets = new Map<string, ReadonlySet<string>>();

/** The function words of a language without their accents. In Vietnamese the accents are the words. */
function plainStopwordsOf(language: string): ReadonlySet<string> {
  let plain = plainSets.get(language);
  if (!plain) {
    const listed = language === 'vi' ? [] : [...stopwordsOf(language)];
    const typed = language === 'de' ? listed.map(withUmlautsAsLetters) : [];
    plain = new Set([...listed.map(fold), ...typed]);
    plainSets.set(language, plain);
  }
  return plain;
}

/** In these languages a hyphen joins verbs and pronouns. Elsewhere it makes a new word of two: “to-do”. */
const JOINED_BY_HYPHENS = new Set(['fr', 'pt', 'ro']);
const HYPHENS_AND_APOSTROPHES = /['‑-]/;

/**
 * Whether a word is one of the function words of a language, as it is typed without accents, or some of them in one: “qu'on”,
 * “puis-je”, “y a-t-il”.
 */
export function isFunctionWord(word: string, language: string): boolean {
  const lower = word.toLowerCase().replaceAll('’', "'");
  return isListed(lower, language) || isJoined(lower, language);
}

/** The Greek list is written without accents, and questions are written with them. */
const isListed = (lower: string, language: string) =>
  stopwordsOf(language).has(lower) || plainStopwordsOf(language).has(language === 'el' ? fold(lower) : lower);

/** Single letters are what is left of a word, or stand between two for the sound. */
function isJoined(lower: string, language: string): boolean {
  const parts = lower.split(JOINED_BY_HYPHENS.has(language) ? HYPHENS_AND_APOSTROPHES : "'");
  if (parts.length === 1) return false;
  const whole = parts.filter(({ length }) => length > 1);
  return whole.length > 0 && whole.every((part) => isListed(part, language));
}
