import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { stopwordsOf } from './languages.ts';
import { isAsciiAndSigns, languagesByScript, withoutAscii } from './scripts.ts';
import { createTokenReader } from './token-reader.ts';

interface Detector {
  detect(text: string): { language: string };
}

let detector: Detector | undefined;

/**
 * The n-gram detector in its smallest size: on a page of text it is as right as the largest (300 of 300 documents in
 * twelve languages), at a fifth of the memory. It still costs some 80 MB and a quarter of a second once, which is why
 * it loads on first use and why questions go through `guessLanguage`, which does without it.
 */
function loadDetector(): Detector {
  const require = createRequire(import.meta.url);
  const main = fileURLToPath(import.meta.resolve('eld'));
  return (require(main.replace('dynamic.js', 'static.extrasmall.js')) as { eld: Detector }).eld;
}

/** Letters beyond the first thousands do not change the verdict. */
const SAMPLE = 4000;

/**
 * So large a share of function words, so far ahead of the next language, needs no n-grams: true of nearly every document
 * in a language that we have a list for, and seldom in one that we have not. Among names and figures the share is smaller;
 * in a text of some length it is as clear if it leads by so much, as it does in none of fifteen languages without a list.
 */
const CLEAR = [
  { share: 0.3, lead: 2, hits: 1 },
  { share: 0.2, lead: 4, hits: 50 },
];

/** What a token tells of the language of its text. */
export interface Hint {
  /** How many words are in it. */
  words: number;
  /** Of which of the languages (by place) they are function words, once for each time. */
  places: number[];
}

const NOWHERE: number[] = [];
/** For the languages of one script: of which of them a word is a function word. Made on first use. */
const placesOfWords = new Map<string[], Map<string, number[]>>();

function placesIn(languages: string[]): Map<string, number[]> {
  let places = placesOfWords.get(languages);
  if (!places) {
    places = new Map();
    for (const [place, language] of languages.entries()) {
      for (const word of stopwordsOf(language)) places.set(word, [...(places.get(word) ?? NOWHERE), place]);
    }
    placesOfWords.set(languages, places);
  }
  return places;
}

/** What a lower-case token tells between these languages. */
export function hintOf(token: string, languages: string[]): Hint {
  // Single letters are function words somewhere, and the variables of every formula.
  const words = token.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  const places = placesIn(languages);
  return { words: words.length, places: words.flatMap((word) => places.get(word) ?? NOWHERE) };
}

/** Tokens whose hints are remembered, for the languages of one script. */
const REMEMBERED = 20_000;
/** For the languages of one script. Made on first use. */
const readers = new Map<string[], (text: string) => Hint[]>();

/** The hints of the tokens of a lower-case text. */
function readHints(text: string, languages: string[]): Hint[] {
  let read = readers.get(languages);
  if (!read) {
    read = createTokenReader(REMEMBERED, () => (token: string) => hintOf(token, languages));
    readers.set(languages, read);
  }
  return read(text);
}

interface Candidate {
  language: string;
  hits: number;
  /** Of all words. */
  share: number;
}

/** The two languages of which most words are function words; of equals, the first. */
function byFunctionWords(hints: Hint[], languages: string[]): [best: Candidate, second: Candidate] {
  const hits = languages.map(() => 0);
  let words = 0;
  for (const hint of hints) {
    words += hint.words;
    for (const place of hint.places) hits[place] = (hits[place] ?? 0) + 1;
  }
  const candidate = (place: number): Candidate => {
    const own = hits[place] ?? 0;
    return { language: languages[place] ?? 'und', hits: own, share: words === 0 ? 0 : own / words };
  };
  const first = hits.indexOf(Math.max(...hits));
  const others = hits.map((own, place) => (place === first ? -1 : own));
  return [candidate(first), candidate(others.indexOf(Math.max(...others)))];
}

/** The language that most words of a sample are function words of; null where that is not clear. */
function clearLanguage(sample: string, candidates: string[]): string | null {
  const [best, second] = byFunctionWords(readHints(sample.toLowerCase(), candidates), candidates);
  const isClear = CLEAR.some(
    ({ share, lead, hits }) => best.share > share && best.share > lead * second.share && best.hits >= hits,
  );
  return isClear ? best.language : null;
}

/** The primary language subtag (BCP 47) of a document's text, or `und`. Made for a paragraph and more. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const candidates = languagesByScript(sample);
  const [first] = candidates;
  if (first === undefined) return 'und';
  if (candidates.length === 1) return first;
  // What begins with names and tables of contents has sentences further on.
  const middle = text.length > 2 * SAMPLE ? text.slice(text.length / 2, text.length / 2 + SAMPLE) : '';
  const clear = clearLanguage(sample, candidates) ?? clearLanguage(middle, candidates);
  if (clear !== null) return clear;
  detector ??= loadDetector();
  return detector.detect(sample).language || 'und';
}

/** Letters that Vietnamese alone uses among the languages of Latin script. */
const VIETNAMESE = /[ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gu;
/** Letters of Ukrainian that neither Russian nor Bulgarian has. */
const UKRAINIAN = /[іїєґ]/u;
const PERSIAN = /[پچژگ]/u;
const URDU = /[ٹڈڑںے]/u;

function isVietnamese(text: string): boolean {
  const letters = withoutAscii(text).match(VIETNAMESE)?.length ?? 0;
  return letters > 0 && letters * 5 >= (text.match(/[\p{L}\p{M}]+/gu)?.length ?? 0);
}

/**
 * The language of a question, cheaply: by its script, by letters of its own, else by its function words. `und` where
 * these do not decide, as for a question of one name.
 */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE).normalize('NFC').toLowerCase();
  return guessBy(sample, (languages) => readHints(sample, languages));
}

/** The same of a text whose tokens somebody has at hand: `hintsOf` gives what each tells between some languages. */
export function guessByTokens(text: string, hintsOf: (languages: string[]) => Hint[]): string {
  if (text.length > SAMPLE) return guessLanguage(text);
  // What is of no script stays that in every form and case, and of ASCII letters neither tells anything.
  return guessBy(isAsciiAndSigns(text) ? text : text.normalize('NFC').toLowerCase(), hintsOf);
}

function guessBy(sample: string, hintsOf: (languages: string[]) => Hint[]): string {
  const candidates = languagesByScript(sample);
  const [first] = candidates;
  if (first === undefined) return 'und';
  if (candidates.length === 1) return first;
  if (first === 'ar') return URDU.test(sample) ? 'ur' : PERSIAN.test(sample) ? 'fa' : 'ar';
  if (first === 'en' && isVietnamese(sample)) return 'vi';
  if (candidates.includes('uk') && UKRAINIAN.test(sample)) return 'uk';
  const [best, second] = byFunctionWords(hintsOf(candidates), candidates);
  // One word that several languages share tells nothing; of several shared words the language with more speakers is it.
  const undecided = best.hits === 0 || (best.hits === 1 && second.hits === 1);
  if (undecided) return first === 'en' ? 'und' : first;
  return best.language;
}
