import { guessLanguage } from './detect.ts';
import { stopwordsOf } from './languages.ts';
import { isShorterThanNgram, ngrams } from './ngrams.ts';
import { ASKING_WORDS } from './question-type-words.ts';
import { fold, stem } from './stem.ts';
import { createTokenReader } from './token-reader.ts';
import { partsOf, type Word, words, wordsIn } from './words.ts';

const LONGEST = 64;

/**
 * The terms of one word: an unspaced run as grams; an identifier (`max_tokens`, `C++`) whole, so that it can be asked
 * for by name, and in parts, so that its words can; anything else as its stem.
 */
function termsOf(word: Word, language: string): string[] {
  if (word.unspaced) return ngrams(word.text);
  const parts = partsOf(word.text);
  const apostrophe = /['’]/.test(word.text);
  const named = (parts.length > 1 && !apostrophe) || /[+#]$/.test(word.text);
  const terms = named ? [word.text.slice(0, LONGEST).toLowerCase()] : [];
  // The single letters around an apostrophe (’s, l’, d’) are endings and articles.
  for (const part of parts) if (!apostrophe || part.length > 1) terms.push(stem(part, language));
  return terms;
}

/** Tokens whose terms are remembered, per language. */
const REMEMBERED = 50_000;

const readers = new Map<string, (text: string) => TokenTerms[]>();

/** The terms of a token, and the same with one space between each two: most have one, and none is empty text. */
interface TokenTerms {
  terms: string[];
  joined: string;
}

/** What the tokens of a text of a language are indexed under. */
function readTerms(text: string, language: string): TokenTerms[] {
  let read = readers.get(language);
  if (!read) {
    const termsOfToken = (token: string) => {
      const terms = wordsIn(token).flatMap((word) => termsOf(word, language));
      return { terms, joined: terms.join(' ') };
    };
    read = createTokenReader(REMEMBERED, () => termsOfToken);
    readers.set(language, read);
  }
  return read(text);
}

/** The terms under which a text of a language is indexed, in order, with repeats. None holds white space. */
export function indexTerms(text: string, language: string): string[] {
  const found: string[] = [];
  for (const { terms } of readTerms(text, language)) for (const term of terms) found.push(term);
  return found;
}

/** The same, with one space between each two. */
export function joinedTerms(text: string, language: string): string {
  const all: string[] = [];
  for (const { joined } of readTerms(text, language)) if (joined !== '') all.push(joined);
  return all.join(' ');
}

/**
 * The stretches of an unspaced run between its function words: in “首都是什么” only “首都” asks for anything. Here alone a
 * dictionary cuts the text; what it cuts wrongly still meets the grams of the index.
 */
function contentRuns(run: string, language: string, stopwords: ReadonlySet<string>[]): Word[] {
  const found: Word[] = [];
  let open = '';
  const close = () => {
    if (open) found.push({ text: open, unspaced: true });
    open = '';
  };
  // NFKC takes the Thai and Lao vowel AM apart, and the dictionaries know it in one piece.
  for (const { segment } of wordsOf(language).segment(run.replace(/\u0e4d\u0e32/g, '\u0e33'))) {
    if (stopwords.some((set) => set.has(segment))) close();
    else open += segment.normalize('NFKC');
  }
  close();
  const whole = found.filter(({ text }) => !isShorterThanNgram(text));
  return whole.length > 0 ? whole : found;
}

const segmenters = new Map<string, Intl.Segmenter>();

function wordsOf(language: string): Intl.Segmenter {
  let known = segmenters.get(language);
  if (!known) {
    known = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, known);
  }
  return known;
}

/**
 * The words of a question that carry it: without the function words of its language, or of the documents' languages
 * where the question is too short to tell. All of them where nothing else is left.
 */
export function salientWords(text: string, languages: string[]): Word[] {
  const salient = contentWords(text, languages);
  return salient.length > 0 ? salient : words(text);
}

/** The same; none where a question has function words alone. */
function contentWords(text: string, languages: string[]): Word[] {
  const guessed = guessLanguage(text);
  const stopwords = (guessed === 'und' ? languages : [guessed]).map(stopwordsOf);
  const all = words(text);
  const unspaced = (word: Word) => contentRuns(word.text, guessed, stopwords);
  return all
    .flatMap((word) => (word.unspaced ? unspaced(word) : [word]))
    .filter(({ text: word }) => {
      const lower = word.toLowerCase().replaceAll('’', "'");
      // The list of Greek ones is written without accents.
      const plain = guessed === 'el' ? fold(lower) : lower;
      return !stopwords.some((set) => set.has(lower) || set.has(plain));
    });
}

/**
 * The terms of each content word of a question, in all of these languages: a word that one of them stems otherwise is the
 * same word still. A run without spaces is as many as it has grams.
 */
export function termsOfWords(text: string, languages: string[]): string[][] {
  return contentWords(text, languages).flatMap((word) => {
    const terms = [...new Set(languages.flatMap((language) => termsOf(word, language)))];
    return word.unspaced ? terms.map((term) => [term]) : [terms];
  });
}

/**
 * What part a term has in its question. A `name` (a capital inside the sentence, or a digit) stands in nearly every passage
 * that answers; `asking` words (see ASKING_WORDS) in few of them.
 */
export type Role = 'name' | 'asking' | 'plain';

/** The terms to search for in documents of these languages: unique, function words dropped, one stem a language. */
export function queryTerms(text: string, languages: string[]): string[] {
  return [...rolesOf(text, languages).keys()];
}

/** The same, with the part that each has in the question. */
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

/** Where more of the words have a capital than have none, it is a title or shouted, and tells nothing. */
const MOST_CAPITALS = 0.8;

/** Which words of a text are names: those that a capital sets apart, or a digit. German writes every noun like one. */
function namesIn(text: string): (word: Word) => boolean {
  const all = words(text);
  const capital = ({ text: word }: Word) => /\p{Lu}/u.test(word);
  const titled = all.filter(capital).length > MOST_CAPITALS * all.length;
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
    known = new Set((ASKING_WORDS[language]?.split(' ') ?? []).map((word) => stem(word, language)));
    askingSets.set(language, known);
  }
  return known;
}
