import { guessLanguage } from './detect.ts';
import { stopwordsOf } from './languages.ts';
import { isShorterThanNgram, ngrams } from './ngrams.ts';
import { QUESTION_TYPE_WORDS } from './question-type-words.ts';
import { fold, stem } from './stem.ts';
import { createTokenReader } from './token-reader.ts';
import { isUnspaced, partsOf, toOneForm, type Word, wordRanges, wordSegmenter, words, wordsIn } from './words.ts';

const MAX_LENGTH = 64;

/**
 * The terms of one word: an unspaced run as n-grams; an identifier (`max_tokens`, `C++`) whole, so that it can be searched by
 * name, and in parts, so that its words can; any other word as its stem.
 */
function termsOf(word: Word, language: string): string[] {
  if (word.unspaced) return ngrams(word.text);
  const parts = partsOf(word.text);
  const apostrophe = /['’]/.test(word.text);
  const named = (parts.length > 1 && !apostrophe) || /[+#]$/.test(word.text);
  const terms = named ? [word.text.slice(0, MAX_LENGTH).toLowerCase()] : [];
  // Single letters next to an apostrophe (’s, l’, d’) are endings and articles.
  for (const part of parts) if (!apostrophe || part.length > 1) terms.push(stem(part, language));
  return terms;
}

/** The most tokens whose terms are cached, per language. */
const MAX_CACHED_TOKENS = 50_000;

const readers = new Map<string, (text: string) => TokenTerms[]>();

/** The terms of a token, also joined by spaces. Most tokens have one term. */
interface TokenTerms {
  terms: string[];
  joined: string;
}

/** The terms of each token of a text. */
function readTerms(text: string, language: string): TokenTerms[] {
  let read = readers.get(language);
  if (!read) {
    const termsOfToken = (token: string) => {
      const terms = wordsIn(token).flatMap((word) => termsOf(word, language));
      return { terms, joined: terms.join(' ') };
    };
    read = createTokenReader(MAX_CACHED_TOKENS, () => termsOfToken);
    readers.set(language, read);
  }
  return read(text);
}

/** The terms under which a text of a language is indexed, in order, with repeats. No term contains white space. */
export function indexTerms(text: string, language: string): string[] {
  const found: string[] = [];
  for (const { terms } of readTerms(text, language)) for (const term of terms) found.push(term);
  return found;
}

/** Like `indexTerms`, joined by spaces. */
export function joinedTerms(text: string, language: string): string {
  const all: string[] = [];
  for (const { joined } of readTerms(text, language)) if (joined !== '') all.push(joined);
  return all.join(' ');
}

/** What the terms of all words that begin so begin with, but for their stemming. Of a run without spaces, its last characters. */
export function prefixOf(word: string): string {
  const text = toOneForm(word);
  if (isUnspaced(text)) return ngrams(text).at(-1) ?? '';
  return fold(text.toLowerCase()).slice(0, MAX_LENGTH);
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

/**
 * The content words of a question: without the function words of its language, or of the documents' languages if the question
 * is too short to tell. All words if nothing else is left.
 */
export function salientWords(text: string, languages: string[]): Word[] {
  const salient = contentWords(text, languages);
  return salient.length > 0 ? salient : words(text);
}

/** Like `salientWords`, but empty if a question has only function words. */
function contentWords(text: string, languages: string[]): Word[] {
  const guessed = guessLanguage(text);
  const stopwords = (guessed === 'und' ? languages : [guessed]).map(stopwordsOf);
  const all = words(text);
  const unspaced = (word: Word) => contentRuns(word.text, guessed, stopwords);
  return all
    .flatMap((word) => (word.unspaced ? unspaced(word) : [word]))
    .filter(({ text: word }) => {
      const lower = word.toLowerCase().replaceAll('’', "'");
      // The Greek list is written without accents.
      const plain = guessed === 'el' ? fold(lower) : lower;
      return !stopwords.some((set) => set.has(lower) || set.has(plain));
    });
}

/** A word of a text: offsets in UTF-16 units, and the terms under which it is indexed. */
export interface PlacedTerms {
  start: number;
  end: number;
  terms: string[];
}

/** The words of a text with their terms, in order. A run without spaces is given n-gram by n-gram; these overlap. */
export function placedTerms(text: string, language: string): PlacedTerms[] {
  return wordRanges(text).flatMap(({ start, end, unspaced }) => {
    const word = text.slice(start, end);
    if (!unspaced) return [{ start, end, terms: indexTerms(word, language) }];
    let at = start;
    return ngrams(word).map((ngram): PlacedTerms => {
      const place = { start: at, end: at + ngram.length, terms: [ngram.normalize('NFKC')] };
      at += [...ngram][0]?.length ?? 1;
      return place;
    });
  });
}

/** Has the text a word that carries meaning by itself? */
export const hasContent = (text: string, languages: string[]): boolean => contentWords(text, languages).length > 0;

/**
 * The terms of each content word of a question, in all of these languages: a word that has different stems in different
 * languages counts as one. A run without spaces counts as one word per n-gram.
 */
export function termsOfWords(text: string, languages: string[]): string[][] {
  return contentWords(text, languages).flatMap((word) => {
    const terms = [...new Set(languages.flatMap((language) => termsOf(word, language)))];
    return word.unspaced ? terms.map((term) => [term]) : [terms];
  });
}

/**
 * The role of a term in its question. A `name` (a capital inside the sentence, or a digit) is in nearly every answering
 * passage; `asking` words (see QUESTION_TYPE_WORDS) in few of them.
 */
export type Role = 'name' | 'asking' | 'plain';

/** The terms to search for in documents of these languages: unique, without function words, with one stem per language. */
export function queryTerms(text: string, languages: string[]): string[] {
  return [...rolesOf(text, languages).keys()];
}

/** Like `queryTerms`, with the role of each term. */
export function rolesOf(text: string, languages: string[]): Map<string, Role> {
  const salient = salientWords(text, languages);
  const isName = namesIn(text);
  const roles = new Map<string, Role>();
  for (const language of languages) {
    const asking = askingTerms(language);
    for (const word of salient) {
      for (const term of termsOf(word, language)) {
        if (!roles.has(term)) roles.set(term, isName(word) ? 'name' : asking.has(term) ? 'asking' : 'plain');
      }
    }
  }
  return roles;
}

/** If a larger share of the words is capitalized, the text is a title or shouted, and capitals mean nothing. */
const MAX_CAPITALIZED_SHARE = 0.8;

/** Returns whether a word of the text is a name: it has a distinguishing capital or a digit. German capitalizes every noun. */
function namesIn(text: string): (word: Word) => boolean {
  const all = words(text);
  const capital = ({ text: word }: Word) => /\p{Lu}/u.test(word);
  const titled = all.filter(capital).length > MAX_CAPITALIZED_SHARE * all.length;
  const capitalsTell = !titled && guessLanguage(text) !== 'de';
  return (word) => {
    if (word.unspaced) return false;
    if (/\p{N}/u.test(word.text)) return true;
    return capitalsTell && capital(word) && word.text !== all[0]?.text;
  };
}

const askingSets = new Map<string, ReadonlySet<string>>();

function askingTerms(language: string): ReadonlySet<string> {
  let known = askingSets.get(language);
  if (!known) {
    known = new Set((QUESTION_TYPE_WORDS[language]?.split(' ') ?? []).map((word) => stem(word, language)));
    askingSets.set(language, known);
  }
  return known;
}
