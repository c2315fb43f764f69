import { stopwordsOf } from '../../language/function-words.ts';
import { ARTICLES } from '../../language/vocabulary/articles.ts';
import { REFERRING_WORDS, type ReferringWords } from '../../language/vocabulary/referring-words.ts';
import { wordSegmenter } from '../../language/words.ts';

/** A question with fewer content words says too little: “Why?”, “On Windows?” */
const ENOUGH_TO_ASK = 2;
/** After this many content words, a word that refers to something may mean one of them: “I bought a bicycle. Can it be mended?” */
const ENOUGH_TO_REFER_TO = 3;
/** One with fewer may ask for something that was spoken of before: “Where do I put the file?”, but not “Is there an app?” */
const ENOUGH_FOR_SUBJECT = 3;
/** One with as many asks for something by itself, whatever it calls “that”. */
const ENOUGH_BESIDE_PRONOUN = 5;
const LONGEST_PHRASE = 3;
/** Says nothing of the question after it: “ok how do I invite them”. */
const NOTICED = new Set(['ok', 'okay']);
const ENDS_SENTENCE = /[.?!;:…\n。？！；：؟]/u;
/** “IT” is no pronoun. */
const ABBREVIATION = /^\p{Lu}{2,}$/u;

/**
 * How a question rests on what was asked before: it stands for that (“Can it be cancelled?”), continues it with words of its own
 * (“And on Windows?”), says nothing without it (“Which formats?”), or says little, of something that may have been spoken of
 * (“Where do I put the file?”).
 */
export type Reference = 'pronoun' | 'joined' | 'incomplete' | 'short';

/**
 * Does a question say by itself what it asks for? It does not if it continues what was said before, stands for something that
 * it has not said itself, or says too little. In a language whose words for that are unknown, no question counts as one that does.
 */
export function standsAlone(question: string, language: string): boolean {
  const reference = referenceOf(question, language);
  return reference === null || reference === 'short';
}

/** Null for a question that says all that it asks for. */
export function referenceOf(question: string, language: string): Reference | null {
  const referring = phrasesOf(language);
  if (!referring) return 'joined';
  const stopwords = stopwordsOf(language);
  let content = 0;
  let [isJoined, hasPronoun] = [false, false];
  for (const [place, words] of sentencesOf(question, language).entries()) {
    const sentence = place === 0 && NOTICED.has(words[0] ?? '') ? words.slice(1) : words;
    if (place === 0 && startsWith(sentence, referring.joining)) isJoined = true;
    for (const [at, word] of sentence.entries()) {
      if (content < ENOUGH_TO_REFER_TO) {
        const next = sentence.slice(at, at + LONGEST_PHRASE);
        if (startsWith(next, referring.standing)) hasPronoun = true;
        const isEnd = at + next.length === sentence.length;
        if (isEnd && referring.closing.has(next.join('_'))) hasPronoun = true;
        if (isEnd && referring.adding.has(next.join('_'))) isJoined = true;
      }
      if (!stopwords.has(word)) content += 1;
    }
  }
  if (hasPronoun && content < ENOUGH_BESIDE_PRONOUN) return 'pronoun';
  if (hasPronoun || isJoined) return 'joined';
  if (content < ENOUGH_TO_ASK) return 'incomplete';
  return content < ENOUGH_FOR_SUBJECT && isDefinite(question, language) ? 'short' : null;
}

/** Does it ask for “the file”, and for nothing new, in a language with articles? */
function isDefinite(question: string, language: string): boolean {
  const articles = ARTICLES[language];
  if (!articles) return false;
  const words = sentencesOf(question, language).flatMap((sentence) => sentence.flatMap((word) => word.split(/['’]/u)));
  const has = (list: string) => list.split(' ').some((article) => words.includes(article));
  return has(articles.definite) && !has(articles.indefinite);
}

/** How many words are no function words; all of them in a language whose function words are unknown. */
export function contentWords(text: string, language: string): number {
  const stopwords = stopwordsOf(language);
  return sentencesOf(text, language === 'und' ? 'en' : language)
    .flat()
    .filter((word) => !stopwords.has(word)).length;
}

/** No sentence begins with a longer phrase. */
const LONGEST_BEGINNING = 100;

/**
 * Does a text begin with a word that continues what was said before it (“Then …”), or stands for it (“It …”, “In this field, …”)?
 */
export function beginsWithReference(text: string, language: string): boolean {
  const referring = phrasesOf(language);
  if (!referring) return false;
  const [first = []] = sentencesOf(text.slice(0, LONGEST_BEGINNING), language);
  const [word = '', ...after] = first;
  if (startsWith(first, referring.joining) || startsWith(first, referring.standing)) return true;
  return stopwordsOf(language).has(word) && startsWith(after, referring.standing);
}

/** Does a sentence begin with one of these words or phrases? */
function startsWith(sentence: string[], phrases: ReadonlySet<string>): boolean {
  for (let length = 1; length <= LONGEST_PHRASE; length += 1)
    if (phrases.has(sentence.slice(0, length).join('_'))) return true;
  return false;
}

/** The words of each sentence, lower case. */
function sentencesOf(text: string, language: string): string[][] {
  const sentences: string[][] = [];
  let open: string[] = [];
  for (const { segment, isWordLike } of wordSegmenter(language).segment(text.normalize('NFC'))) {
    if (isWordLike) open.push(ABBREVIATION.test(segment) ? segment : segment.toLocaleLowerCase(language));
    if (!isWordLike && ENDS_SENTENCE.test(segment) && open.length > 0) {
      sentences.push(open);
      open = [];
    }
  }
  return open.length > 0 ? [...sentences, open] : sentences;
}

const phrases = new Map<string, Record<keyof ReferringWords, ReadonlySet<string>> | null>();

function phrasesOf(language: string) {
  let known = phrases.get(language);
  if (known === undefined) {
    const words = REFERRING_WORDS[language];
    const setOf = (list: string) => new Set(list.split(' '));
    known = words
      ? {
          joining: setOf(words.joining),
          standing: setOf(words.standing),
          closing: setOf(words.closing),
          adding: setOf(words.adding),
        }
      : null;
    phrases.set(language, known);
  }
  return known;
}
