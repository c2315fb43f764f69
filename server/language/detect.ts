import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { stopwordsOf } from './function-words.ts';
import { languagesByScript, withoutAscii } from './scripts.ts';
import { createTokenReader } from './token-reader.ts';

interface Detector {
  detect(text: string): { language: string; getScores(): Record<string, number> };
}

let detector: Detector | undefined;

/**
 * The n-gram detector in its smallest size: on a page of text it is as right as the largest (300 of 300 documents in
 * twelve languages), at a fifth of the memory. It still costs some 80 MB and half a second of processor time once where the
 * package itself is loaded, and a twentieth of both in the build (`.build/ngrams`). So it loads on first use, and questions go
 * through `guessLanguage`, which mostly does without it.
 */
function ngramDetector(): Detector {
  detector ??= loadDetector();
  return detector;
}

function loadDetector(): Detector {
  const require = createRequire(import.meta.url);
  // The build contains this size alone; the whole package would be the third largest of an installation.
  const built = fileURLToPath(new URL('./eld/src/entries/static.extrasmall.js', import.meta.url));
  const file = existsSync(built) ? built : fileURLToPath(import.meta.resolve('eld/extrasmall'));
  return (require(file) as { eld: Detector }).eld;
}

/** More characters do not change the result. */
const SAMPLE = 4000;

/**
 * A language with at least this share of function words, and this lead over the next one, is accepted without n-grams. Nearly
 * every document in a language with a list reaches it, and seldom one in a language without. Texts with many names and figures
 * have a smaller share; in a longer text, a large lead is as clear, as none of fifteen languages without a list has one.
 */
const CLEAR = [
  { share: 0.3, lead: 2, hits: 1 },
  { share: 0.2, lead: 4, hits: 50 },
];

/** What a token indicates about the language of its text. */
interface Hint {
  /** The number of words in the token. */
  words: number;
  /** Indexes of the languages in which its words are function words, one entry per word and language. */
  places: number[];
}

const NO_PLACES: number[] = [];
/** For the languages of one script: the languages in which each word is a function word. Created on first use. */
const placesOfWords = new Map<string[], Map<string, number[]>>();

function placesIn(languages: string[]): Map<string, number[]> {
  let places = placesOfWords.get(languages);
  if (!places) {
    places = new Map();
    for (const [place, language] of languages.entries()) {
      for (const word of stopwordsOf(language)) places.set(word, [...(places.get(word) ?? NO_PLACES), place]);
    }
    placesOfWords.set(languages, places);
  }
  return places;
}

/**
 * Single letters are function words somewhere, and the variables of every formula; letters beside a figure or an underscore are a part
 * of a name: “fail2ban”.
 */
const WORDS = /(?<![\p{L}\p{M}\p{N}_])[\p{L}\p{M}]{2,}(?![\p{L}\p{M}\p{N}_])/gu;

/** What a lower-case token indicates among these languages. */
function hintOf(token: string, languages: string[]): Hint {
  const words = token.match(WORDS) ?? [];
  const places = placesIn(languages);
  return { words: words.length, places: words.flatMap((word) => places.get(word) ?? NO_PLACES) };
}

/** The most tokens whose hints are cached, for the languages of one script. */
const MAX_CACHED_TOKENS = 20_000;
/** Readers for the languages of one script, created on first use. */
const readers = new Map<string[], (text: string) => Hint[]>();

/** The hints of the tokens of a lower-case text. */
function readHints(text: string, languages: string[]): Hint[] {
  let read = readers.get(languages);
  if (!read) {
    read = createTokenReader(MAX_CACHED_TOKENS, () => (token: string) => hintOf(token, languages));
    readers.set(languages, read);
  }
  return read(text);
}

interface Candidate {
  language: string;
  hits: number;
  /** Its share of all words. */
  share: number;
}

/** The two languages with the most function words in the text; ties go to the first. */
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

/** The language with the most function words in a sample; null if it is not clear. */
function clearLanguage(sample: string, candidates: string[]): string | null {
  const [best, second] = byFunctionWords(readHints(sample.toLowerCase(), candidates), candidates);
  const isClear = CLEAR.some(
    ({ share, lead, hits }) => best.share > share && best.share > lead * second.share && best.hits >= hits,
  );
  return isClear ? best.language : null;
}

/** This many words in a row, without a figure or the border of a cell between them, are a sentence or a part of one. */
const WORDS_OF_PROSE = 5;
/** Without prose, n-grams must be this sure: lists of goods, names and figures look like many a language. */
const SURE = 0.75;

/** What of a text is prose. */
const proseOf = (text: string): string =>
  text
    .split(/[\n|\t\p{N}]/u)
    .filter((piece) => (piece.match(/\p{L}{2,}/gu)?.length ?? 0) >= WORDS_OF_PROSE)
    .join('\n');

/**
 * The primary language subtag (BCP 47) of a document's text, or `und`, as of a price list, which has none. Meant for a paragraph
 * or more.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const candidates = languagesByScript(sample);
  const [first] = candidates;
  if (first === undefined) return 'und';
  if (candidates.length === 1) return first;
  // A document may begin with names and a table of contents, so its middle is sampled too.
  const middle = text.length > 2 * SAMPLE ? text.slice(text.length / 2, text.length / 2 + SAMPLE) : '';
  const clear = clearLanguage(sample, candidates) ?? clearLanguage(middle, candidates);
  if (clear !== null) return clear;
  const prose = proseOf(sample);
  const guess = ngramDetector().detect(prose || sample);
  const isSure = prose !== '' || (guess.getScores()[guess.language] ?? 0) >= SURE;
  return (isSure && guess.language) || 'und';
}

/** Letters that only Vietnamese uses among languages of Latin script. */
const VIETNAMESE = /[ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gu;
/** Letters of Ukrainian that Russian and Bulgarian lack. */
const UKRAINIAN = /[іїєґ]/u;
const PERSIAN = /[پچژگ]/u;
const URDU = /[ٹڈڑںے]/u;

function isVietnamese(text: string): boolean {
  const letters = withoutAscii(text).match(VIETNAMESE)?.length ?? 0;
  return letters > 0 && letters * 5 >= (text.match(/[\p{L}\p{M}]+/gu)?.length ?? 0);
}

/** N-grams tell a short text from its neighbours by no more than this. */
const CLOSE = 0.1;
const ASKS = /[?？]/u;

/**
 * The language of a text in which another than English leads by a single function word. Many of those are English words too: “want”
 * is Dutch, “also” German, “de” stands in names, and “mod”, “pro” and “ban” in the names of programs. So n-grams have to agree, and
 * be sure where it is all there is. Of 9,019 English questions and headings three are taken for another language instead of 17, and of
 * 3,075 questions in five others twelve instead of 48; of those that were told rightly, all are.
 */
function inOtherLanguage(text: string, { language, hits }: Candidate): string {
  const guess = ngramDetector().detect(text);
  if (guess.language === 'en') return 'en';
  const likelihood = (of: string) => guess.getScores()[of] ?? 0;
  const isSure = hits > 1 || ASKS.test(text) || proseOf(text) !== '' || likelihood(language) >= SURE;
  return isSure && likelihood(language) >= likelihood(guess.language) - CLOSE ? language : 'und';
}

/**
 * Guesses the language of a question from its script, its special letters, or else its function words. Returns `und` if these
 * do not decide, for example for a single name.
 */
export function guessLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE).normalize('NFC').toLowerCase();
  const candidates = languagesByScript(sample);
  const [first] = candidates;
  if (first === undefined) return 'und';
  if (candidates.length === 1) return first;
  if (first === 'ar') return URDU.test(sample) ? 'ur' : PERSIAN.test(sample) ? 'fa' : 'ar';
  if (first === 'en' && isVietnamese(sample)) return 'vi';
  if (candidates.includes('uk') && UKRAINIAN.test(sample)) return 'uk';
  const [best, second] = byFunctionWords(readHints(sample, candidates), candidates);
  // A single word that several languages share decides nothing; for several shared words, the language with more speakers is
  // chosen.
  const undecided = best.hits === 0 || (best.hits === 1 && second.hits === 1);
  if (undecided) return first === 'en' ? 'und' : first;
  const isClose = first === 'en' && best.language !== 'en' && best.hits - second.hits <= 1;
  return isClose ? inOtherLanguage(text, best) : best.language;
}

/** Letters of Russian that Ukrainian and Bulgarian lack. */
const RUSSIAN = /[ыэё]/iu;
/** Han characters that are a question in Chinese, though each of them is used in Japanese too. */
const CHINESE_PHRASE = /如何|可以|是否|什|多少[钱錢]/u;
const HAN = /\p{Script=Han}/gu;

let japanese: ReadonlySet<string> | undefined;

/** The 2,965 characters of the first level of JIS X 0208, which nearly all of written Japanese keeps to. */
function japaneseCharacters(): ReadonlySet<string> {
  if (japanese) return japanese;
  const codes: number[] = [];
  for (let row = 0xb0; row <= 0xcf; row += 1) for (let cell = 0xa1; cell <= 0xfe; cell += 1) codes.push(row, cell);
  japanese = new Set(new TextDecoder('euc-jp').decode(Uint8Array.from(codes)));
  return japanese;
}

/** May a text without kana be Japanese? Names of things mostly are: “LDAP認証”, “全文検索”. */
const mayBeJapanese = (text: string): boolean =>
  !CHINESE_PHRASE.test(text) && (text.match(HAN) ?? []).every((character) => japaneseCharacters().has(character));

/**
 * The guessed language of a question or, where only its script tells it and no document is in that language, one that the
 * documents are written in.
 */
export function languageAmong(text: string, guessed: string, written: readonly string[]): string {
  if (guessed === 'und' || written.includes(guessed)) return guessed;
  const sample = text.slice(0, SAMPLE).normalize('NFKC').toLowerCase();
  const candidates = languagesByScript(sample);
  if (candidates[0] !== guessed) return guessed;
  if (guessed === 'zh') return written.includes('ja') && mayBeJapanese(sample) ? 'ja' : guessed;
  if (candidates.length === 1 || RUSSIAN.test(sample)) return guessed;
  const [best] = byFunctionWords(readHints(sample, candidates), candidates);
  return best.hits > 0 ? guessed : (written.find((one) => candidates.includes(one)) ?? guessed);
}
