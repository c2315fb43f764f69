import { withoutEnds } from '../platform/text/trim-ends.ts';
import { UNSPACED } from './scripts.ts';

/**
 * A run of letters and digits, with the joining characters of identifiers (`max_tokens`, `x-api-key`, `v1.2.3`, `l’heure`) and
 * the tails of a few names (`C++`, `F#`). Joint and letter classes are disjoint, so matching is linear.
 */
const WORD = /[\p{L}\p{N}\p{M}_]+(?:[-.'’‑][\p{L}\p{N}\p{M}_]+){0,15}(?:\+\+|#)?/gu;

/** The same where all letters are ASCII, the usual case: three times as fast, without large classes and surrogate pairs. */
const ASCII_WORD = /[A-Za-z0-9_]+(?:[-.'][A-Za-z0-9_]+){0,15}(?:\+\+|#)?/g;
const JOINT = /[-.'’‑_]/;
/** What neither is ASCII nor one of the dashes and quotation marks that stand between words and that NFKC leaves as they are. */
const NOT_PLAIN = /[\u0080-\u2012\u2015-\u2017\u2019-\u201b\u201e-\uffff]/;

/** With the marks that stand for a letter of Japanese. */
const UNSPACED_LETTER = `[${UNSPACED}ー々〆]`;
const UNSPACED_RUN = new RegExp(`${UNSPACED_LETTER}+`, 'gu');
const STARTS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'u');

/** No letter of these scripts is before. */
const MAY_BE_UNSPACED = /[\u0e00-\uffff]/;

/** Is a term of a script without spaces? */
export const isUnspaced = (term: string): boolean => STARTS_UNSPACED.test(term);

const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

/** Longer parts are not names. */
const MAX_CAMEL_CASE_LENGTH = 128;

/** A word of a text after NFKC normalization. */
export interface Word {
  text: string;
  /** True for a run of text without spaces, which must be split further. */
  unspaced: boolean;
}

/** The words of a text in order; identifiers stay whole (see `partsOf`), runs of unspaced scripts are separate. */
export function words(text: string): Word[] {
  return tokens(text).flatMap(wordsIn);
}

/** A mark or a power after a number. */
const RAISED = /(?<=[0-9])[⁰¹²³⁴-⁹]+/g;

/**
 * Normalizes a text to NFKC, the indexed form. Superscripts after a number become a space first, as NFKC would make them part of
 * it.
 */
export const toOneForm = (text: string): string => text.replace(RAISED, ' ').normalize('NFKC');

/** The tokens of a text in order, separated by spaces and punctuation. */
export function tokens(text: string): string[] {
  if (!NOT_PLAIN.test(text)) return text.match(ASCII_WORD) ?? [];
  return toOneForm(text).match(WORD) ?? [];
}

/** Where the words of a text stand, before any normalization: offsets in UTF-16 units. Identifiers stay whole. */
export function wordRanges(text: string): { start: number; end: number; unspaced: boolean }[] {
  const found: { start: number; end: number; unspaced: boolean }[] = [];
  const add = (start: number, word: string, unspaced: boolean) => {
    if (word !== '') found.push({ start, end: start + word.length, unspaced });
  };
  for (const { 0: token, index } of text.matchAll(WORD)) {
    let from = 0;
    for (const run of token.matchAll(UNSPACED_RUN)) {
      add(index + from, token.slice(from, run.index), false);
      add(index + run.index, run[0], true);
      from = run.index + run[0].length;
    }
    add(index + from, token.slice(from), false);
  }
  return found;
}

/** The word at the end of a text that may not be finished; null if something else is there. */
export function lastWord(text: string): string | null {
  const last = wordRanges(text).at(-1);
  return last?.end === text.length ? text.slice(last.start) : null;
}

/** The words of one token: several if it mixes scripts, none if it has only joining characters. */
export function wordsIn(token: string): Word[] {
  const found: Word[] = [];
  if (!MAY_BE_UNSPACED.test(token)) {
    push(found, token);
    return found;
  }
  let from = 0;
  for (const run of token.matchAll(UNSPACED_RUN)) {
    if (run.index > from) push(found, token.slice(from, run.index));
    found.push({ text: run[0], unspaced: true });
    from = run.index + run[0].length;
  }
  if (from < token.length) push(found, from === 0 ? token : token.slice(from));
  return found;
}

function push(found: Word[], text: string): void {
  const trimmed = withoutEnds(text, JOINT);
  if (trimmed) found.push({ text: trimmed, unspaced: false });
}

/** Most words: one part. */
const ONE_PART = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/;

/** The parts of an identifier or a joined word: `max_tokens` → max, tokens; `maxTokens` → max, Tokens. One part: not joined. */
export function partsOf(word: string): string[] {
  if (ONE_PART.test(word)) return [word];
  return word
    .replace(/(?:\+\+|#)$/, '')
    .split(/[-._'’‑]+/u)
    .flatMap((part) => (part.length > MAX_CAMEL_CASE_LENGTH ? part : part.split(CAMEL)))
    .filter(Boolean);
}

const segmenters = new Map<string, Intl.Segmenter>();

/** Splits a text of a language into words by a dictionary where they are written without spaces. */
export function wordSegmenter(language: string): Intl.Segmenter {
  let known = segmenters.get(language);
  if (!known) {
    known = new Intl.Segmenter(language, { granularity: 'word' });
    segmenters.set(language, known);
  }
  return known;
}
