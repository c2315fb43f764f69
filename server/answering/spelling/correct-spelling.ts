import { commonAmong } from '../../engines/builtin/common-words.ts';
import { stopwordsOf } from '../../language/function-words.ts';
import { fold, stem } from '../../language/stem.ts';
import { indexTerms } from '../../language/terms.ts';
import { tokens, wordsIn } from '../../language/words.ts';
import { createTextCache } from '../../platform/text/text-cache.ts';
import type { Store } from '../../store/types.ts';
import type { CorrectedQuestion, Question } from '../types.ts';
import {
  chooseCorrection,
  type FoundWord,
  functionWordMeant,
  INNER_CAPITAL,
  mayBeMisspelt,
  nearTerms,
  type UnknownWord,
} from './choose-correction.ts';
import { type CorrectableWord, correctableWords } from './correctable-words.ts';

/** A question with more misspelt words is rather in another language, or none. */
const MAX_WORDS = 8;
/** The words in general use are known in English alone. Of some short texts, the language is not known. */
const LISTED = new Set(['en', 'und']);
/** This many passages that have a term show how its words are written. */
const PASSAGES_READ = 20;

interface SpellingStore {
  search: Pick<Store['search'], 'frequencies' | 'termsBeginning' | 'having'>;
  chunks: Pick<Store['chunks'], 'textsByIds'>;
  documents: Pick<Store['documents'], 'languages'>;
}

/**
 * Corrects the words of a question that stand nowhere in the project's documents, by the words of those that may answer. Null
 * where there is nothing to correct. Languages of an alphabet only: Latin, Cyrillic and Greek.
 */
export async function correctSpelling(
  store: SpellingStore,
  { projectId, text, filter }: Pick<Question, 'projectId' | 'text' | 'filter'>,
): Promise<CorrectedQuestion | null> {
  const languages = await store.documents.languages(projectId);
  const unknown = await unknownWords(store, { projectId, filter }, correctableWords(text, languages), languages);
  if (unknown.length === 0 || unknown.length > MAX_WORDS) return null;
  const common = await commonAmong(unknown.map(({ text: word }) => word));
  const isUnlisted = languages.some((language) => !LISTED.has(language));
  const functionWords = languages.flatMap((language) => [...stopwordsOf(language)]);
  const corrections = await Promise.all(
    unknown.map(async (word) => {
      const { isName, text: written } = word;
      const [language = 'und'] = languages;
      const names = { isName, isCommon: common.has(written), isUnlisted };
      const asked = { ...names, plain: plainOf(written), stem: stem(written, language) };
      const to =
        functionWordMeant(asked, functionWords) ?? (await wordMeant(store, { projectId, filter }, asked, languages));
      return { word, to };
    }),
  );
  const corrected: CorrectedQuestion = { query: text, words: [] };
  for (const { word, to } of corrections.reverse()) {
    if (to === null) continue;
    const spelt = inCaseOf(word.text, to);
    corrected.query = corrected.query.slice(0, word.start) + spelt + corrected.query.slice(word.end);
    corrected.words.unshift({ from: word.text, to: spelt });
  }
  return corrected.words.length === 0 ? null : corrected;
}

/** Those of the words that no passage of the project has, under the stem of any of its languages. */
async function unknownWords(
  { search }: Pick<SpellingStore, 'search'>,
  { projectId, filter }: Pick<Question, 'projectId' | 'filter'>,
  candidates: CorrectableWord[],
  languages: string[],
): Promise<CorrectableWord[]> {
  if (candidates.length === 0) return [];
  const termsOf = ({ text }: CorrectableWord) => languages.map((language) => stem(text, language));
  const terms = [...new Set(candidates.flatMap(termsOf))];
  const { byTerm } = await search.frequencies(projectId, terms, { searchedNext: filter === undefined });
  return candidates.filter((word) => termsOf(word).every((term) => byTerm.get(term) === 0));
}

/** What a word was meant to be, as the documents write it; null if nothing is near enough, or too much. */
async function wordMeant(
  store: SpellingStore,
  { projectId, filter }: Pick<Question, 'projectId' | 'filter'>,
  word: UnknownWord,
  languages: string[],
): Promise<string | null> {
  if (!mayBeMisspelt(word)) return null;
  const terms = nearTerms(word.plain, await store.search.termsBeginning(projectId, word.plain.slice(0, 1)));
  if (terms.length === 0) return null;
  const [{ byTerm }, having] = await Promise.all([
    store.search.frequencies(projectId, terms),
    store.search.having(projectId, terms, PASSAGES_READ, filter),
  ]);
  const read = await store.chunks.textsByIds(projectId, [...new Set([...having.values()].flat())]);
  const texts = new Map(read.map(({ id, title, headings, text }) => [id, [title, ...headings, text].join('\n')]));
  const letter = word.plain.charAt(0);
  const termsOf = createTermsReader(letter, languages);
  const found = terms.flatMap((term) => {
    const some = (having.get(term) ?? []).flatMap((id) => texts.get(id) ?? []);
    return writtenWords(some, letter, { term, passages: byTerm.get(term) ?? 0 }, termsOf);
  });
  return chooseCorrection(word, found)?.text ?? null;
}

/** A word with a capital where another has one, but for those inside a name. */
function inCaseOf(word: string, to: string): string {
  const small = INNER_CAPITAL.test(to) ? to : to.toLowerCase();
  return /^\p{Lu}/u.test(word) ? small.charAt(0).toUpperCase() + small.slice(1) : small;
}

const plainOf = (word: string) => fold(word.toLowerCase());

/** No identifiers and no abbreviations with figures. */
const ONLY_LETTERS = /^[\p{L}\p{M}]+$/u;

/** Characters of the texts whose words are remembered. */
const REMEMBERED = 1_000_000;

/** How often a text has each word that begins with a letter. Each token is read once: texts repeat most of theirs. */
const wordsBeginning = createTextCache((text, letter) => {
  const timesOf = new Map<string, number>();
  for (const token of tokens(text)) if (mayBegin(token, letter)) timesOf.set(token, (timesOf.get(token) ?? 0) + 1);
  const counts = new Map<string, number>();
  for (const [token, times] of timesOf)
    for (const { text: word } of wordsIn(token)) counts.set(word, (counts.get(word) ?? 0) + times);
  return counts;
}, REMEMBERED);

/** Most tokens begin with an ASCII letter: no other letter folds to one. */
function mayBegin(token: string, letter: string): boolean {
  const first = token.charCodeAt(0);
  return first >= 0x80 || token[0] === '_' || token[0]?.toLowerCase() === letter;
}

/**
 * Returns a function that gives the terms under which a word is indexed: none where it is an identifier or begins with another
 * letter, as it is never chosen then. A word is in many of the texts that are read.
 */
function createTermsReader(letter: string, languages: string[]): (word: string) => string[] {
  const known = new Map<string, string[]>();
  const termsOf = (word: string) =>
    ONLY_LETTERS.test(word) && plainOf(word)[0] === letter
      ? languages.flatMap((language) => indexTerms(word, language))
      : [];
  return (word) => {
    const terms = known.get(word) ?? termsOf(word);
    known.set(word, terms);
    return terms;
  };
}

/** The words of a term in texts that have it, each as it is written most often, that begin as the one asked for. */
function writtenWords(
  texts: string[],
  letter: string,
  { term, passages }: Pick<FoundWord, 'term' | 'passages'>,
  termsOf: (word: string) => string[],
): FoundWord[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word, times] of wordsBeginning(text, letter))
      if (termsOf(word).includes(term)) counts.set(word, (counts.get(word) ?? 0) + times);
  const found = new Map<string, FoundWord>();
  const mostFirst = [...counts].sort(([, times], [, others]) => others - times);
  for (const [text, times] of mostFirst) {
    const plain = plainOf(text);
    const known = found.get(plain);
    found.set(plain, known ? { ...known, times: known.times + times } : { text, plain, term, passages, times });
  }
  return [...found.values()];
}
