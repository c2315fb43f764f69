import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { stopwordsOf } from '../function-words.ts';
import { stem } from '../stem.ts';
import { ANTONYMS, NEGATIVE_PREFIXES } from './antonyms.ts';
import { CLAUSE_WORDS, UNSPACED_ORDER } from './clause-words.ts';
import { NEGATIONS, UNSPACED_NEGATIONS } from './negations.ts';
import { NUMERALS, UNITS } from './quantities.ts';

/** What two words mean to each other. */
export type Relation = 'same' | 'synonym' | 'antonym';

/** What a unit measures, and how many of the smallest unit of that dimension it is. */
export interface Unit {
  dimension: string;
  size: number;
}

/** What is known of the words of a language. Words are lower case, terms are stems. */
export interface Lexicon {
  language: string;
  stopwords: ReadonlySet<string>;
  negations: ReadonlySet<string>;
  negatingPrepositions: ReadonlySet<string>;
  negationExceptions: RegExp;
  subordinating: ReadonlySet<string>;
  coordinating: ReadonlySet<string>;
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
  all: ReadonlySet<string>;
  some: ReadonlySet<string>;
  only: ReadonlySet<string>;
  atLeast: RegExp;
  atMost: RegExp;
  exceptions: ReadonlySet<string>;
  answers: ReadonlySet<string>;
  numerals: ReadonlyMap<string, number>;
  antonyms: ReadonlyMap<string, ReadonlySet<string>>;
  /** The numbers of the senses of a term; terms with a sense in common are synonyms. */
  senses: ReadonlyMap<string, readonly number[]>;
  negativePrefixes: readonly string[];
  /** For a language without spaces between words; else null. */
  unspaced: { isPrefix: boolean; negation: RegExp } | null;
}

const WORDNET = new URL('./wordnet.txt', import.meta.url);
/** The language that WordNet is about, the only one whose lexicon takes long to make. */
const WORDNET_LANGUAGE = 'en';
/** Lines of WordNet between two breaks: some 5 ms. */
const LINES_AT_ONCE = 100;
const NO_NUMERALS = { units: '', tens: '', joint: '' };
const FIRST_TENS = 30;

const lexicons = new Map<string, Lexicon | null>();

/**
 * Null for a language without lists. Made on first use; English blocks for some 0.1 s then, as it reads WordNet, unless
 * `loadWordNet` has made it before.
 */
export function lexiconFor(language: string): Lexicon | null {
  let lexicon = lexicons.get(language);
  if (lexicon === undefined) {
    lexicon = createLexicon(language, () => readRelations(language));
    lexicons.set(language, lexicon);
  }
  return lexicon;
}

/** Makes the lexicon of English ahead of its first use, in small steps that let others run in between. */
export async function loadWordNet(): Promise<void> {
  if (lexicons.has(WORDNET_LANGUAGE)) return;
  const lines = (await readFile(WORDNET, 'utf8')).split('\n');
  const relations = startRelations(WORDNET_LANGUAGE);
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    await setImmediate();
    // Somebody could not wait for it.
    if (lexicons.has(WORDNET_LANGUAGE)) return;
    relations.addWordNet(lines.slice(at, at + LINES_AT_ONCE));
  }
  lexicons.set(
    WORDNET_LANGUAGE,
    createLexicon(WORDNET_LANGUAGE, () => relations),
  );
}

const setOf = (words: string) => new Set(words.split(' ').filter(Boolean));

type Relations = Pick<Lexicon, 'antonyms' | 'senses'>;

function createLexicon(language: string, relations: () => Relations): Lexicon | null {
  const negations = NEGATIONS[language];
  const clauseWords = CLAUSE_WORDS[language];
  if (language in UNSPACED_NEGATIONS) return createUnspacedLexicon(language, relations());
  if (!negations || !clauseWords) return null;
  const { exceptions } = negations;
  const { antonyms, senses } = relations();
  return {
    language,
    stopwords: stopwordsOf(language),
    negations: setOf(negations.words),
    negatingPrepositions: setOf(negations.prepositions),
    negationExceptions: new RegExp(`(?<!\\p{L})(?:${exceptions.join('|')})`, 'giu'),
    subordinating: setOf(clauseWords.subordinating),
    coordinating: setOf(clauseWords.coordinating),
    before: setOf(clauseWords.before),
    after: setOf(clauseWords.after),
    all: setOf(clauseWords.all),
    some: setOf(clauseWords.some),
    only: setOf(clauseWords.only),
    atLeast: phrases(clauseWords.atLeast),
    atMost: phrases(clauseWords.atMost),
    exceptions: setOf(clauseWords.exceptions),
    answers: setOf(clauseWords.answers),
    numerals: readNumerals(language),
    antonyms,
    senses,
    negativePrefixes: (NEGATIVE_PREFIXES[language] ?? '').split(' ').filter(Boolean),
    unspaced: null,
  };
}

const NO_WORDS: ReadonlySet<string> = new Set();
const NOTHING = /(?!)/;

/** Of such a language only negations, antonyms, quantities and order are compared. */
function createUnspacedLexicon(language: string, { antonyms, senses }: Relations): Lexicon {
  const { isPrefix = false, pattern = '', exceptions = [] } = UNSPACED_NEGATIONS[language] ?? {};
  const { before = '', after = '' } = UNSPACED_ORDER[language] ?? {};
  return {
    language,
    stopwords: NO_WORDS,
    negations: NO_WORDS,
    negatingPrepositions: NO_WORDS,
    negationExceptions: new RegExp(exceptions.join('|'), 'gu'),
    subordinating: NO_WORDS,
    coordinating: NO_WORDS,
    before: setOf(before),
    after: setOf(after),
    all: NO_WORDS,
    some: NO_WORDS,
    only: NO_WORDS,
    atLeast: NOTHING,
    atMost: NOTHING,
    exceptions: NO_WORDS,
    answers: NO_WORDS,
    numerals: new Map(),
    antonyms,
    senses,
    negativePrefixes: [],
    unspaced: { isPrefix, negation: new RegExp(pattern, 'gu') },
  };
}

function phrases(list: string): RegExp {
  const alternatives = list.split(' ').map((phrase) => phrase.replaceAll('_', "[ '’-]"));
  return new RegExp(`(?<!\\p{L})(?:${alternatives.join('|')})(?!\\p{L})`, 'iu');
}

/** The number words up to 99, also those in one word (vierundzwanzig). */
function readNumerals(language: string): Map<string, number> {
  const { units, tens, joint } = NUMERALS[language] ?? NO_NUMERALS;
  const numerals = new Map<string, number>();
  const small = units.split(' ');
  for (const [value, word] of small.entries()) if (word !== '-') numerals.set(word, value);
  for (const [at, ten] of [small[20] ?? '-', ...tens.split(' ')].entries()) {
    const value = at * 10 + FIRST_TENS - 10;
    if (ten === '-') continue;
    numerals.set(ten, value);
    for (let unit = 1; unit < 10; unit++) {
      const word = small[unit] ?? '-';
      // German and Dutch say the unit first.
      if (language === 'de' || language === 'nl')
        numerals.set(`${unit === 1 ? 'ein' : word}${joint}${ten}`, value + unit);
      else if (word !== '-') numerals.set(`${ten}${word}`, value + unit);
    }
  }
  if (language === 'es')
    for (const [unit, word] of small.entries()) if (unit > 0 && unit < 10) numerals.set(`veinti${word}`, 20 + unit);
  return numerals;
}

/** The antonyms and synonyms of the tables, and for English those of WordNet. */
function readRelations(language: string): Relations {
  const relations = startRelations(language);
  if (language === WORDNET_LANGUAGE) relations.addWordNet(readFileSync(WORDNET, 'utf8').split('\n'));
  return relations;
}

/** The antonyms and synonyms of the tables, to which the lines of WordNet can be added. */
function startRelations(language: string): Relations & { addWordNet(lines: string[]): void } {
  const antonyms = new Map<string, Set<string>>();
  const senses = new Map<string, number[]>();
  let sense = 0;
  const addSynonyms = (terms: string[]) => {
    sense++;
    for (const term of terms) senses.set(term, [...(senses.get(term) ?? []), sense]);
  };
  const addAntonyms = (left: string[], right: string[]) => {
    for (const [own, others] of [
      [left, right],
      [right, left],
    ] as const) {
      for (const term of own) antonyms.set(term, new Set([...(antonyms.get(term) ?? []), ...others]));
    }
  };
  const toTerms = (words: string) =>
    words
      .trim()
      .split(' ')
      .filter(Boolean)
      .map((word) => stem(word, language));
  for (const group of (ANTONYMS[language] ?? '').split(';')) {
    const [left = [], right = []] = group.split('/').map(toTerms);
    addAntonyms(left, right);
    addSynonyms(left);
    addSynonyms(right);
  }
  const stopwords = stopwordsOf(language);
  return {
    antonyms,
    senses,
    addWordNet(lines) {
      for (const line of lines) {
        if (line.startsWith('=')) addSynonyms(toTerms(line.slice(1)));
        if (!line.startsWith('!')) continue;
        const [left = '', right = ''] = line.slice(1).split(' ');
        if (!stopwords.has(left) && !stopwords.has(right)) addAntonyms(toTerms(left), toTerms(right));
      }
    },
  };
}

/** What one term means to another; null if nothing that is known. */
export function relationOf(a: string, b: string, lexicon: Lexicon): Relation | null {
  if (a === b) return 'same';
  const senses = lexicon.senses.get(a);
  if (senses && lexicon.senses.get(b)?.some((sense) => senses.includes(sense))) return 'synonym';
  if (lexicon.antonyms.get(a)?.has(b) || isPrefixed(a, b, lexicon) || isPrefixed(b, a, lexicon)) return 'antonym';
  return null;
}

/** The antonyms of a term that are known, and its forms with and without a negative prefix. */
export function antonymsOf(term: string, { antonyms, negativePrefixes }: Lexicon): string[] {
  const found = [...(antonyms.get(term) ?? [])];
  for (const prefix of negativePrefixes) {
    if (term.length >= MIN_PREFIXED_LENGTH) found.push(prefix + term);
    if (term.startsWith(prefix) && term.length >= prefix.length + MIN_PREFIXED_LENGTH)
      found.push(term.slice(prefix.length));
  }
  return found;
}

/** Shorter words have too many chance pairs: form, inform. */
const MIN_PREFIXED_LENGTH = 5;

function isPrefixed(long: string, short: string, { negativePrefixes }: Lexicon): boolean {
  if (short.length < MIN_PREFIXED_LENGTH || !long.endsWith(short)) return false;
  return negativePrefixes.includes(long.slice(0, long.length - short.length));
}

const units = new Map<string, Unit>();
for (const [dimension, sizes] of Object.entries(UNITS)) {
  for (const [size, names] of sizes)
    for (const name of names.split(' ')) if (!units.has(name)) units.set(name, { dimension, size });
}

/** The unit that a lower-case word names; null if it is none. */
export const unitOf = (word: string): Unit | null => units.get(word) ?? null;
