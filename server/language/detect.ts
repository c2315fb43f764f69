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

/** Function words of one language that decide, and how far ahead of the next they must be. */
const ENOUGH = 15;
const AHEAD = 3;

/**
 * The primary language subtag (BCP 47) of a document's text, or `und`. Made for a paragraph and more: prose is told by its
 * function words, and only a text that has few of them (a table, a list of names) goes to the n-gram detector.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE).normalize('NFC').toLowerCase();
  const candidates = languagesByScript(sample);
  const [first] = candidates;
  if (first === undefined) return 'und';
  if (candidates.length === 1) return first;
  const words = wordsOf(sample);
  const told = byLetters(sample, first, words.length);
  if (told) return told;
  const [best, second] = byFunctionWords(words, candidates);
  if (best && best.score >= ENOUGH && best.score >= AHEAD * (second?.score ?? 0)) return best.language;
  detector ??= loadDetector();
  return detector.detect(sample).language || 'und';
}

/** Letters that Vietnamese alone uses among the languages of Latin script. */
const VIETNAMESE = /[ơưđạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/gu;
const PERSIAN = /[پچژگ]/u;
const URDU = /[ٹڈڑںے]/u;

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
  const words = wordsOf(sample);
  const told = byLetters(sample, first, words.length);
  if (told) return told;
  const [best, second] = byFunctionWords(words, candidates);
  if (!best || best.score === 0 || best.score === second?.score) return first === 'en' ? 'und' : first;
  return best.language;
}

/** The languages that letters of their own give away, where only the script is known by now. */
function byLetters(sample: string, first: string, words: number): string | null {
  if (first === 'ar') return URDU.test(sample) ? 'ur' : PERSIAN.test(sample) ? 'fa' : 'ar';
  return first === 'en' && (sample.match(VIETNAMESE)?.length ?? 0) * 5 >= words ? 'vi' : null;
}

const wordsOf = (text: string) => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** How much the function words of a text speak for each language, most first. A word that several languages share counts for each by its share. */
function byFunctionWords(words: string[], candidates: string[]): { language: string; score: number }[] {
  const scores = new Map(candidates.map((language) => [language, 0]));
  for (const word of words) {
    const owners = candidates.filter((language) => stopwordsOf(language).has(word));
    for (const language of owners) scores.set(language, (scores.get(language) ?? 0) + 1 / owners.length);
  }
  return [...scores].map(([language, score]) => ({ language, score })).sort((a, b) => b.score - a.score);
}
