import type { Embedder } from '../../engines/types.ts';
import { guessLanguage } from '../../language/detect.ts';
import { fold } from '../../language/stem.ts';
import { queryTerms, salientWords } from '../../language/terms.ts';
import { expandSpan, type Span } from '../extractive/expand-span.ts';
import type { QueryTerms } from '../query/query-terms.ts';
import { coverage, type MatchedPassage, matchPassage } from '../retrieval/match-passage.ts';
import type { Passage } from '../types.ts';
import { equivalentNumbers, hasOnlyNumbersOf, numbersIn } from './numbers.ts';

/** Where a passage says what a sentence says: offsets into the passage's text. */
export interface Support extends Span {
  passage: Passage;
  /** As the prompt numbers it, or what it is joined with, from 1. */
  number: number;
}

export interface SupportChecker {
  /**
   * The passages that support a sentence: of each of the given numbers the best that does; where none does, the best of all
   * others, if one does. Numbers are those of the prompt, from 1.
   */
  findSupport(sentence: string, numbers: number[]): Promise<Support[]>;
  /** Does a sentence say anything that a passage would have to support? */
  isClaim(sentence: string): boolean;
}

/**
 * So much of what a sentence speaks of must stand in the passage; less of a script whose terms are pairs of characters.
 * Measured on answers that were written over passages: all of 306 sentences of ClapNQ are supported by their own passage
 * and 1 % by the likeliest other document; of 755 of MTRAG, which say more than they were given, 85 % and 4 %.
 */
const MIN_COVERAGE = { spaced: 0.5, unspaced: 0.4 };
/** Where the vectors of a model agree, a sentence may say it in other words, but not in all of them. */
const MIN_COVERAGE_IF_SIMILAR = 0.2;
/** A sentence must be as near to its passage as the question is by which that was found; vectors of models differ too much for one number. */
const SIMILARITY_TOLERANCE = 0.02;
const UNSPACED = new Set(['zh', 'ja', 'th', 'lo', 'km', 'my']);

/**
 * Checks what a model says against the passages it was given: the words must be there, and every number and name, whatever
 * else. In another language than the passage's only numbers and names can be compared: beside them, the vectors must agree,
 * or, without any, the model must have named the passage. `shown` is what each number of the prompt stands for. `embedder` is
 * that of a model, or null.
 */
export function createSupportChecker(
  shown: Passage[][],
  question: string,
  embedder: Embedder | null,
  signal: AbortSignal,
): SupportChecker {
  const passages = shown.flat();
  const numberOf = new Map(shown.flatMap((block, at) => block.map((passage) => [passage, at + 1] as const)));
  const numbersOf = new Map(passages.map((passage) => [passage, numbersIn(fullText(passage))]));
  const answered = guessLanguage(question);
  const languages = new Set(passages.map(({ language }) => language));
  const asked = new Set([...languages].flatMap((language) => queryTerms(question, [language])));
  let vectors: Promise<[Float32Array[], Float32Array[]]> | null = null;

  /** Is the sentence at least as near to the passage as the question is? Null where nobody can say so. */
  async function similar(sentence: string, passage: Passage): Promise<boolean | null> {
    if (embedder === null) return null;
    try {
      vectors ??= Promise.all([
        embedder.embed([question], 'query', signal),
        embedder.embed(passages.map(fullText), 'passage', signal),
      ]);
      const [[own], all] = await vectors;
      const [vector] = await embedder.embed([sentence], 'query', signal);
      const near = all[passages.indexOf(passage)];
      if (!own || !vector || !near) return null;
      return dot(vector, near) >= dot(own, near) - SIMILARITY_TOLERANCE;
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  /** The language of a sentence of the answer, where it is another than the passage's; null where it is not, or nobody can tell. */
  function foreignLanguage(sentence: string, passage: Passage): string | null {
    const guessed = guessLanguage(sentence);
    const language = guessed === 'und' ? answered : guessed;
    return languagesDiffer(language, passage.language) ? language : null;
  }

  async function check(
    sentence: string,
    passage: Passage,
    named: boolean,
  ): Promise<(Support & { covered: number }) | null> {
    const terms = termsOf(sentence, passage);
    if (terms.own.length === 0) return null;
    const foreign = foreignLanguage(sentence, passage);
    const known = numbersOf.get(passage);
    const numbersHold = foreign
      ? hasOnlyNumbersOf(equivalentNumbers(fullText(passage), passage.language), sentence, {
          source: passage.language,
          sentence: foreign,
        })
      : [...numbersIn(sentence)].every((number) => known?.has(number));
    if (!numbersHold) return null;
    const match = matchPassage(passage, terms);
    const covered = coverage(terms, [match.inText, match.inHeadings]);
    const number = numberOf.get(passage) ?? 0;
    const found = { passage, number, covered, ...bestSpan(match, terms) };
    const has = (term: string) => match.inText.has(term) || match.inHeadings.has(term);
    const enough = covered >= (UNSPACED.has(passage.language) ? MIN_COVERAGE.unspaced : MIN_COVERAGE.spaced);
    const namesHold = foreign
      ? foreignNamesIn(sentence, foreign).every((name) => hasName(name, passage, asked, has))
      : namesIn(sentence, passage, asked).every((name) => name.some((form) => form.every(has)));
    if (!namesHold) return null;
    if (enough && match.inText.size > 0) return found;
    if (foreign) {
      // Its words tell nothing. Where no vectors do either, the model's own marker counts, in the language that it was asked in.
      const likely = await similar(sentence, passage);
      return (likely ?? (named && (answered === 'und' || answered === foreign))) ? found : null;
    }
    return covered >= MIN_COVERAGE_IF_SIMILAR && (await similar(sentence, passage)) ? found : null;
  }

  /** The one of these that has most of it, the first of equals. */
  async function bestOf(sentence: string, some: Passage[], named: boolean): Promise<Support[]> {
    let best: (Support & { covered: number }) | null = null;
    for (const passage of some) {
      const found = await check(sentence, passage, named);
      if (found && found.covered > (best?.covered ?? -1)) best = found;
    }
    return best ? [best] : [];
  }

  return {
    async findSupport(sentence, numbers) {
      const named = [...new Set(numbers)].flatMap((number) => [shown[number - 1] ?? []]);
      const supports: Support[] = [];
      for (const block of named) supports.push(...(await bestOf(sentence, block, true)));
      if (supports.length > 0) return supports;
      const others = shown.filter((block) => !named.includes(block));
      return bestOf(sentence, others.flat(), false);
    },

    isClaim(sentence) {
      const words = sentence.replace(MARKDOWN_DECORATION, '').trim();
      if (/[?？؟:：]["'”’)*_]*$/u.test(words) || /^\s*#{1,6}\s/.test(sentence)) return false;
      return numbersIn(sentence).size > 0 || salientWords(words, [guessLanguage(words)]).length >= 2;
    },
  };
}

/** What a passage says, with what it stands under. */
const fullText = ({ title, headings, text }: Passage) => [title, ...headings, text].join('\n');

/** Marks at the beginning of a line of a list, and those of emphasis. */
const MARKDOWN_DECORATION = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+|[*`]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu;

/** What a sentence speaks of, in the terms of the passage's language, each worth the same. */
function termsOf(sentence: string, { language }: Passage): QueryTerms {
  const own = queryTerms(sentence.replace(MARKDOWN_DECORATION, ' '), [language]);
  const weights = new Map(own.map((term) => [term, 1]));
  return { own, carried: [], weights, roles: new Map(), unknown: [], prefixIndex: new Map(), words: [], chunks: 1 };
}

/** The sentence of the passage that says most of it, with what it needs to be understood. */
function bestSpan(match: MatchedPassage, terms: QueryTerms): Span {
  let best = 0;
  let most = -1;
  match.sentences.forEach(({ matched }, at) => {
    const covered = coverage(terms, [matched]);
    if (covered > most) [best, most] = [at, covered];
  });
  return expandSpan(match, best, terms);
}

/**
 * The names in a sentence: words that a capital sets apart, and what looks like the name of a thing in a program. Each as
 * the terms of the passage's language that it may stand under, whole or in its parts. Without those of the question, which
 * may be said back. German writes every noun like a name.
 */
function namesIn(sentence: string, { language }: Passage, asked: ReadonlySet<string>): string[][][] {
  const plain = sentence.replace(MARKDOWN_DECORATION, ' ').trim();
  return salientWords(plain, [language])
    .filter(({ text, unspaced }, at) => {
      if (unspaced) return false;
      if (IDENTIFIER.test(text)) return true;
      return language !== 'de' && /^\p{Lu}/u.test(text) && !(at === 0 && plain.startsWith(text));
    })
    .map(({ text }) => queryTerms(text, [language]))
    .filter(([whole = '']) => !asked.has(whole))
    .map(([whole = '', ...parts]) => (parts.length > 0 ? [[whole], parts] : [[whole]]));
}

/** What looks like the name of a thing in a program or a catalogue. */
const IDENTIFIER = /\p{L}.*[\d_]|[\d_].*\p{L}|\p{Ll}\p{Lu}|^\p{Lu}{2,}/u;

/** The names in a sentence that is in another language than its passage; of “PDF-Datei” only the first part is one. */
function foreignNamesIn(sentence: string, language: string): string[] {
  const plain = sentence.replace(MARKDOWN_DECORATION, ' ').trim();
  return salientWords(plain, [language]).flatMap(({ text, unspaced }, at) => {
    if (unspaced) return [];
    const parts = text.split('-').filter((part) => IDENTIFIER.test(part));
    const first = at === 0 && plain.startsWith(text);
    return parts.length > 0 || language === 'de' || first || !/^\p{Lu}/u.test(text) ? parts : [text];
  });
}

/** Letters that a name begins with in every language that spells it in its own way: London, Londres, Londra. */
const SHARED_PREFIX_LENGTH = 3;

/** Does the passage, or the question, have this name? An identifier to the letter, any other as its language spells it. */
function hasName(name: string, passage: Passage, asked: ReadonlySet<string>, has: (term: string) => boolean): boolean {
  const [whole = '', ...parts] = queryTerms(name, [passage.language]);
  if (asked.has(whole) || has(whole) || (parts.length > 0 && parts.every(has))) return true;
  if (IDENTIFIER.test(name)) return false;
  const beginning = fold(name.toLowerCase()).slice(0, SHARED_PREFIX_LENGTH);
  return (fullText(passage).match(/\p{Lu}\p{L}+/gu) ?? []).some((word) =>
    fold(word.toLowerCase()).startsWith(beginning),
  );
}

const languagesDiffer = (one: string, other: string) => one !== 'und' && other !== 'und' && one !== other;

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}
