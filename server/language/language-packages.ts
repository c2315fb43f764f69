import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * The names of languages in `@orama/stemmers` and `@orama/stopwords`. Slovenian and the unsegmented ones have stopwords only.
 */
const NAMES: Record<string, string> = {
  ar: 'arabic',
  bg: 'bulgarian',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'indian',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  ja: 'japanese',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sa: 'sanskrit',
  sl: 'slovenian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  uk: 'ukrainian',
  zh: 'mandarin',
};
const WITHOUT_STEMMER = new Set(['ja', 'sl', 'zh']);

type Stemmer = (word: string) => string;

const stemmers = new Map<string, Stemmer | null>();

/**
 * The Snowball stemmer of a primary language subtag, or null if there is none. Loaded on first use: loading all would
 * add 25 ms to every start.
 */
export function stemmerOf(language: string): Stemmer | null {
  let stemmer = stemmers.get(language);
  if (stemmer === undefined) {
    const name = WITHOUT_STEMMER.has(language) ? undefined : NAMES[language];
    stemmer = name ? (require(`@orama/stemmers/${name}`) as { stemmer: Stemmer }).stemmer : null;
    stemmers.set(language, stemmer);
  }
  return stemmer;
}

/** The function words of a language that the package lists, lower case. Loaded on first use. */
export function listedStopwords(language: string): string[] {
  const name = NAMES[language];
  return name ? (require(`@orama/stopwords/${name}`) as { stopwords: string[] }).stopwords : [];
}
