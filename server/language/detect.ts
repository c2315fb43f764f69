import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { stopwordsOf } from './languages.ts';
import { languagesByScript } from './scripts.ts';

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
 * in a language that we have a list for, and seldom in one that we have not.
 */
const CLEAR_SHARE = 0.3;
const CLEAR_LEAD = 2;

/** For the languages of one script: of which of them (by place) a word is a function word. Made on first use. */
const placesByWord = new Map<string, Map<string, number[]>>();

function placesOf(languages: string[]): Map<string, number[]> {
  const script = languages.join(' ');
  let places = placesByWord.get(script);
  if (!places) {
    places = new Map();
    for (const [place, language] of languages.entries()) {
      for (const word of stopwordsOf(language)) places.set(word, [...(places.get(word) ?? []), place]);
    }
    placesByWord.set(script, places);
  }
  return places;
}

/** The languages by how many of a lower-case text's words are function words of theirs; ties stay in order. */
function byFunctionWords(text: string, languages: string[]): { language: string; hits: number; share: number }[] {
  // Single letters are function words somewhere, and the variables of every formula.
  const words = text.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
  const places = placesOf(languages);
  const hits = languages.map(() => 0);
  for (const word of words) {
    for (const place of places.get(word) ?? []) hits[place] = (hits[place] ?? 0) + 1;
  }
  return languages
    .map((language, place) => ({ language, hits: hits[place] ?? 0 }))
    .map(({ language, hits }) => ({ language, hits, share: words.length === 0 ? 0 : hits / words.length }))
    .sort((a, b) => b.hits - a.hits);
}

/** The primary language subtag (BCP 47) of a document's text, or `und`. Made for a paragraph and more. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE);
  const candidates = languagesByScript(sample);
  const [first] = candidates;
  if (first === undefined) return 'und';
  if (candidates.length === 1) return first;
  const [best, second] = byFunctionWords(sample.toLowerCase(), candidates);
  if (best && best.share > CLEAR_SHARE && best.share > CLEAR_LEAD * (second?.share ?? 0)) return best.language;
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
  const letters = text.match(VIETNAMESE)?.length ?? 0;
  return letters > 0 && letters * 5 >= (text.match(/[\p{L}\p{M}]+/gu)?.length ?? 0);
}

/**
 * The language of a question, cheaply: by its script, by letters of its own, else by its function words. `und` where
 * these do not decide, as for a question of one name.
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
  const [best, second] = byFunctionWords(sample, candidates);
  // One word that several languages share tells nothing; of several shared words the language with more speakers is it.
  const undecided = !best || best.hits === 0 || (best.hits === 1 && second?.hits === 1);
  if (undecided) return first === 'en' ? 'und' : first;
  return best.language;
}
