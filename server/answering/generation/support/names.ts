import { queryTerms, salientWords } from '../../../language/read-question.ts';
import { fold } from '../../../language/stem.ts';
import { MARKDOWN_DECORATION } from './markdown-decoration.ts';

/** What looks like an identifier of a program or a catalogue. */
const isIdentifier = (word: string): boolean =>
  (/\p{L}/u.test(word) && /[\d_]/.test(word)) || /\p{Ll}\p{Lu}|^\p{Lu}{2,}/u.test(word);
/** Letters that most spellings of a name share across languages: London, Londres, Londra. */
const SHARED_PREFIX_LENGTH = 3;

/**
 * The names in a sentence: capitalized words and identifiers. Each is a list of alternatives, whole or in its parts, in
 * terms of `language`. Leaves out the names whose term is in `questionTerms`: an answer may repeat the question. German
 * capitalizes every noun, so there only identifiers count.
 */
export function namesIn(sentence: string, language: string, questionTerms: ReadonlySet<string>): string[][][] {
  const plain = sentence.replace(MARKDOWN_DECORATION, ' ').trim();
  return salientWords(plain, [language])
    .filter(({ text, unspaced }, at) => {
      if (unspaced) return false;
      if (isIdentifier(text)) return true;
      return language !== 'de' && /^\p{Lu}/u.test(text) && !(at === 0 && plain.startsWith(text));
    })
    .map(({ text }) => queryTerms(text, [language]))
    .filter(([whole = '']) => !questionTerms.has(whole))
    .map(([whole = '', ...parts]) => (parts.length > 0 ? [[whole], parts] : [[whole]]));
}

/** The names in a sentence whose language is not the passage's. In “PDF-Datei” only the first part is a name. */
export function foreignNamesIn(sentence: string, language: string): string[] {
  const plain = sentence.replace(MARKDOWN_DECORATION, ' ').trim();
  return salientWords(plain, [language]).flatMap(({ text, unspaced }, at) => {
    if (unspaced) return [];
    const identifiers = text.split('-').filter(isIdentifier);
    const isFirstWord = at === 0 && plain.startsWith(text);
    return identifiers.length > 0 || language === 'de' || isFirstWord || !/^\p{Lu}/u.test(text) ? identifiers : [text];
  });
}

/**
 * Does a text or the question have this name? An identifier must match as a term, any other name by its first letters.
 * `hasTerm` tells which terms the text has.
 */
export function hasForeignName(
  name: string,
  { text, language }: { text: string; language: string },
  questionTerms: ReadonlySet<string>,
  hasTerm: (term: string) => boolean,
): boolean {
  const [whole = '', ...parts] = queryTerms(name, [language]);
  if (questionTerms.has(whole) || hasTerm(whole) || (parts.length > 0 && parts.every(hasTerm))) return true;
  if (isIdentifier(name)) return false;
  const prefix = fold(name.toLowerCase()).slice(0, SHARED_PREFIX_LENGTH);
  return (text.match(/\p{Lu}\p{L}+/gu) ?? []).some((word) => fold(word.toLowerCase()).startsWith(prefix));
}
