import { mayBeCompound, type PossibleCompound } from './compounds.ts';
import { guessLanguage } from './detect.ts';
import { isFunctionWord, stopwordsOf } from './function-words.ts';
import { isShorterThanNgram } from './ngrams.ts';
import { otherSpellings } from './other-spellings.ts';
import { separableVerbs } from './separable-verbs.ts';
import { stem } from './stem.ts';
import { termsOf } from './terms.ts';
import { QUESTION_VOCABULARY } from './vocabulary/question-vocabulary.ts';
import { type Word, wordSegmenter, words } from './words.ts';

/**
 * The role of a term in its question. A `name` (a capital inside the sentence, or a digit) is in nearly every answering
 * passage; `asking` words (the `kinds` of question-vocabulary.ts) in few of them.
 */
export type Role = 'name' | 'asking' | 'plain';

/** What a question asks for, in terms of documents in some languages. */
export interface QuestionWords {
  /** The terms to search for, each with its role: unique, without function words, with one stem per language. */
  roles: Map<string, Role>;
  /**
   * The terms of each content word: a word that has different stems in different languages counts as one, and a run without
   * spaces as one word per n-gram. Empty where there are only function words.
   */
  words: string[][];
  /**
   * For a term of a word: those of what else the word may stand for, without its accents (`otherSpellings`) or without its particle
   * (`separableVerbs`). They count only where passages have them.
   */
  others: Map<string, string[]>;
  /** For a term of a word that may be a compound: the word, by the rules of a language. */
  compounds: Map<string, PossibleCompound[]>;
}

/** Reads a question. `language` is its own, or `und`; then the function words are those of the documents' languages. */
export function readQuestion(text: string, languages: string[], language = guessLanguage(text)): QuestionWords {
  const content = contentWords(text, languages, language);
  const isName = namesIn(text, language);
  const roles = new Map<string, Role>();
  for (const one of languages) {
    const asking = askingTerms(one);
    for (const word of content.length > 0 ? content : words(text)) {
      for (const term of termsOf(word, one)) {
        if (!roles.has(term)) roles.set(term, isName(word) ? 'name' : asking.has(term) ? 'asking' : 'plain');
      }
    }
  }
  const termsOfWords = content.flatMap((word) => {
    const terms = [...new Set(languages.flatMap((one) => termsOf(word, one)))];
    return word.unspaced ? terms.map((term) => [term]) : [terms];
  });
  const rules = rulesOf(language, languages);
  return {
    roles,
    words: termsOfWords,
    others: otherTerms(content, text, rules),
    compounds: compoundsIn(content, rules),
  };
}

/** Those of the question's language if documents have it, else of each of theirs: a few words are seldom told apart. */
const rulesOf = (language: string, languages: string[]): string[] =>
  language !== 'und' && languages.includes(language) ? [language] : languages;

function compoundsIn(content: Word[], rules: string[]): QuestionWords['compounds'] {
  const found: QuestionWords['compounds'] = new Map();
  for (const language of rules) {
    for (const { text: word } of content) {
      if (!mayBeCompound({ word, language })) continue;
      const term = stem(word, language);
      found.set(term, [...(found.get(term) ?? []), { word, language }]);
    }
  }
  return found;
}

function otherTerms(content: Word[], text: string, rules: string[]): QuestionWords['others'] {
  const found: QuestionWords['others'] = new Map();
  for (const one of rules) {
    const verbs = one === 'de' ? separableVerbs(text, content) : NO_VERBS;
    for (const word of content) {
      if (word.unspaced) continue;
      const [own] = termsOf(word, one);
      const meant = [...otherSpellings(word.text, one), ...(verbs.get(word.text) ?? [])];
      const terms = [...new Set(meant.map((spelt) => stem(spelt, one)))].filter((term) => term !== own);
      if (own !== undefined && terms.length > 0) found.set(own, terms);
    }
  }
  return found;
}

const NO_VERBS: ReadonlyMap<string, string[]> = new Map();

/** The terms to search for in documents of these languages: unique, without function words, with one stem per language. */
export const queryTerms = (text: string, languages: string[]): string[] => [
  ...readQuestion(text, languages).roles.keys(),
];

/** The words of a text that carry meaning; all words where only function words are left. */
export function salientWords(text: string, languages: string[]): Word[] {
  const salient = contentWords(text, languages, guessLanguage(text));
  return salient.length > 0 ? salient : words(text);
}

function contentWords(text: string, languages: string[], language: string): Word[] {
  const asked = language === 'und' ? languages : [language];
  const stopwords = asked.map(stopwordsOf);
  const unspaced = (word: Word) => contentRuns(word.text, language, stopwords);
  return words(text)
    .flatMap((word) => (word.unspaced ? unspaced(word) : [word]))
    .filter(({ text: word }) => !asked.some((one) => isFunctionWord(word, one)));
}

/**
 * The parts of an unspaced run between its function words: in “首都是什么” only “首都” carries meaning. Only here a dictionary splits
 * the text; a wrong split still matches n-grams of the index.
 */
function contentRuns(run: string, language: string, stopwords: ReadonlySet<string>[]): Word[] {
  const found: Word[] = [];
  let open = '';
  const close = () => {
    if (open) found.push({ text: open, unspaced: true });
    open = '';
  };
  // NFKC decomposes the Thai and Lao vowel AM, which dictionaries have in one piece.
  for (const { segment } of wordSegmenter(language).segment(run.replace(/\u0e4d\u0e32/g, '\u0e33'))) {
    if (stopwords.some((set) => set.has(segment))) close();
    else open += segment.normalize('NFKC');
  }
  close();
  const whole = found.filter(({ text }) => !isShorterThanNgram(text));
  return whole.length > 0 ? whole : found;
}

/** If a larger share of the words is capitalized, the text is a title or shouted, and capitals mean nothing. */
const MAX_CAPITALIZED_SHARE = 0.8;

/** Does a capital within a sentence tell a name? In German, all nouns have one. */
export const capitalsTell = (language: string): boolean => language !== 'de';

/** Returns whether a word of the text is a name: it has a distinguishing capital or a digit. */
function namesIn(text: string, language: string): (word: Word) => boolean {
  const all = words(text);
  const capital = ({ text: word }: Word) => /\p{Lu}/u.test(word);
  const titled = all.filter(capital).length > MAX_CAPITALIZED_SHARE * all.length;
  return (word) => {
    if (word.unspaced) return false;
    if (/\p{N}/u.test(word.text)) return true;
    return !titled && capitalsTell(language) && capital(word) && word.text !== all[0]?.text;
  };
}

const askingSets = new Map<string, ReadonlySet<string>>();

function askingTerms(language: string): ReadonlySet<string> {
  let known = askingSets.get(language);
  if (!known) {
    known = new Set((QUESTION_VOCABULARY[language]?.kinds?.split(' ') ?? []).map((word) => stem(word, language)));
    askingSets.set(language, known);
  }
  return known;
}
