import { createWordSimilarity, directionsInHeading } from '../../engines/builtin/word-similarity.ts';
import { guessLanguage } from '../../language/detect.ts';
import { readQuestion, salientWords } from '../../language/read-question.ts';
import { isSpellingVariant } from '../../language/similarity/edit-distance.ts';

/** The wordings of one answer, as far as questions are compared with them. */
export interface WordingsProfile {
  wordings: string[];
  /** The wordings without case, punctuation and repeated white space. */
  exact: ReadonlySet<string>;
  /** The terms of all of them. */
  terms: ReadonlySet<string>;
  /**
   * The names and numbers that every wording has, each as its alternative terms: a question without them is a more general one
   * (“Do you ship?”).
   */
  essential: string[][];
}

/** How much a question has in common with the wordings of an answer. */
interface QuestionLikeness {
  /**
   * The least that any word of the question has in common with the words of the wordings, 0–1: one word that none of them
   * has in any form makes another question of it (“Do you ship to Chile?”, “… to Norway?”).
   */
  leastWord: number;
  /** What the question and the nearest wording have in common, both ways, 0–1. Only where `leastWord` is not below the least. */
  likeness: number;
  /** Whether the question has all that is essential to the answer, and no number that is in none of its wordings. */
  sameNames: boolean;
}

/** A question gets an answer if its least known word and its likeness are at least this (test/research/eval/curated). */
export const LEAST_WORD = 0.35;
export const MIN_LIKENESS = 0.45;

/** Words with which questions are put rather than what they ask about. Few, as each may be what matters. */
const LIGHT_WORDS = new Set(
  'add allow allowed available change configure create do enable exist find get give go have i keep know like long make may mean much need please possible put require required set setting settings show supported take tell turn use using via vs want way'.split(
    ' ',
  ),
);

const HAS_DIGIT = /\p{Nd}/u;

/** The profile of an answer's wordings; `languages` are those whose stems count. */
export function profileOf(wordings: string[], languages: string[]): WordingsProfile {
  const terms = wordings.map((wording) => new Set(readQuestion(wording, languages).words.flat()));
  const named = [...namesOf(wordings[0] ?? '', languages), ...numbersOf(wordings[0] ?? '', languages)];
  return {
    wordings,
    exact: new Set(wordings.map(plainQuestion)),
    terms: new Set(terms.flatMap((some) => [...some])),
    essential: named.filter((alternatives) => terms.every((some) => areAmong([alternatives], some))),
  };
}

/** A question without case, punctuation and repeated white space. */
export function plainQuestion(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim();
}

/** Compares one question with the wordings of many answers. */
export function createQuestionComparison(question: string, languages: string[]) {
  const asked = wordsOf(question, languages);
  const weighty = asked.filter(({ isLight }) => !isLight);
  const counted = weighty.length > 0 ? weighty : asked;
  const ownTerms = new Set(asked.flatMap(({ terms }) => terms));
  const numbers = numbersOf(question, languages);
  const similarityTo = createWordSimilarity(question);

  const likenessTo = (wording: string): number => {
    const similarityBack = createWordSimilarity(wording);
    return (similarityTo(directionsInHeading(wording)) + similarityBack(directionsInHeading(question))) / 2;
  };

  return {
    /** How many words say what the question asks about. */
    words: counted.length,
    /** `least`: answers with a word below it are not compared further. */
    compare({ wordings, terms, essential }: WordingsProfile, least: number = LEAST_WORD): QuestionLikeness {
      let leastWord = counted.length === 0 ? 0 : 1;
      for (const word of counted) {
        if (!isAmong(word, terms)) leastWord = Math.min(leastWord, word.nearestIn(wordings));
        // Most answers end here, before what takes longer.
        if (leastWord < least) return { leastWord, likeness: 0, sameNames: false };
      }
      const sameNames = areAmong(essential, ownTerms) && areAmong(numbers, terms);
      const likeness = sameNames ? Math.max(0, ...wordings.map(likenessTo)) : 0;
      return { leastWord, likeness, sameNames };
    },
  };
}

/** Whether a question has all that is essential to an answer, and no number that is in none of its wordings. */
export function haveSameNames(question: string, { essential, terms }: WordingsProfile, languages: string[]): boolean {
  const own = new Set(readQuestion(question, languages).words.flat());
  return areAmong(essential, own) && areAmong(numbersOf(question, languages), terms);
}

/** A word of a question: its terms, and how much of it texts have in words of the same meaning, 0–1. */
interface AskedWord {
  terms: string[];
  isLight: boolean;
  nearestIn(texts: string[]): number;
}

function wordsOf(text: string, languages: string[]): AskedWord[] {
  return salientWords(text, languages).map((word) => {
    const similarityTo = createWordSimilarity(word.text);
    return {
      terms: readQuestion(word.text, languages).words.flat(),
      isLight: LIGHT_WORDS.has(word.text.toLowerCase()),
      nearestIn: (texts) => Math.max(0, ...texts.map((other) => similarityTo(directionsInHeading(other)))),
    };
  });
}

const isAmong = ({ terms }: Pick<AskedWord, 'terms'>, others: ReadonlySet<string>) =>
  terms.some((term) => others.has(term)) ||
  terms.some((term) => [...others].some((other) => isSpellingVariant(term, other)));

/** The capitalized words, each as its alternative terms. German capitalizes every noun, and any language the first word. */
function namesOf(text: string, languages: string[]): string[][] {
  if (guessLanguage(text) === 'de') return [];
  return salientWords(text, languages)
    .filter((word) => /^\p{Lu}/u.test(word.text) && !text.trimStart().startsWith(word.text))
    .map((word) => readQuestion(word.text, languages).words.flat());
}

/** The words with digits, each as its alternative terms. */
const numbersOf = (text: string, languages: string[]): string[][] =>
  readQuestion(text, languages).words.filter((alternatives) => alternatives.some((term) => HAS_DIGIT.test(term)));

const areAmong = (words: string[][], terms: ReadonlySet<string>) =>
  words.every((alternatives) => alternatives.some((term) => terms.has(term)));
