/**
 * A run of letters and digits, with the joints that hold identifiers together (`max_tokens`, `x-api-key`, `v1.2.3`,
 * `l’heure`) and the tails of a few names (`C++`, `F#`). Joint and letter classes are disjoint, so matching is linear.
 */
const WORD = /[\p{L}\p{N}\p{M}_]+(?:[-.'’‑][\p{L}\p{N}\p{M}_]+){0,15}(?:\+\+|#)?/gu;

/** The same for text of ASCII alone, as most is: three times as fast, for want of large classes and surrogate pairs. */
const ASCII_WORD = /[A-Za-z0-9_]+(?:[-.'][A-Za-z0-9_]+){0,15}(?:\+\+|#)?/g;
const NOT_ASCII = /[\u0080-\uffff]/;

/** Scripts written without spaces between words. */
const UNSPACED_LETTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〆\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const UNSPACED = new RegExp(`${UNSPACED_LETTER}+`, 'gu');
const STARTS_UNSPACED = new RegExp(`^${UNSPACED_LETTER}`, 'u');

/** Is a term of a script without spaces? */
export const isUnspaced = (term: string): boolean => STARTS_UNSPACED.test(term);

const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u;

/** A longer part is no name of anything. */
const LONGEST_CAMEL = 128;

/** A word of a text, as written after NFKC. */
export interface Word {
  text: string;
  /** Without spaces: a whole run of text, to be cut further. */
  unspaced: boolean;
}

/** The words of a text in order; identifiers stay whole (see `partsOf`), runs of unspaced scripts stand apart. */
export function words(text: string): Word[] {
  return tokens(text).flatMap(wordsIn);
}

/** A mark or a power after a number. */
const RAISED = /(?<=[0-9])[⁰¹²³⁴-⁹]+/g;

/** A text in the one form of its characters that is indexed, NFKC: it would make what is raised after a number a part of it. */
export const toOneForm = (text: string): string => text.replace(RAISED, ' ').normalize('NFKC');

/** What stands between spaces and punctuation, in order. */
export function tokens(text: string): string[] {
  if (!NOT_ASCII.test(text)) return text.match(ASCII_WORD) ?? [];
  return toOneForm(text).match(WORD) ?? [];
}

/** The words of one token: one, unless it mixes scripts; none where it is all joints. */
export function wordsIn(token: string): Word[] {
  const found: Word[] = [];
  let from = 0;
  for (const run of token.matchAll(UNSPACED)) {
    if (run.index > from) push(found, token.slice(from, run.index));
    found.push({ text: run[0], unspaced: true });
    from = run.index + run[0].length;
  }
  if (from < token.length) push(found, from === 0 ? token : token.slice(from));
  return found;
}

function push(found: Word[], text: string): void {
  const trimmed = text.replace(/^[-.'’‑_]+|[-.'’‑_]+$/g, '');
  if (trimmed) found.push({ text: trimmed, unspaced: false });
}

/** What an identifier or a joined word is made of: `max_tokens` → max, tokens; `maxTokens` → max, Tokens. One part: not joined. */
export function partsOf(word: string): string[] {
  return word
    .replace(/(?:\+\+|#)$/, '')
    .split(/[-._'’‑]+/u)
    .flatMap((part) => (part.length > LONGEST_CAMEL ? part : part.split(CAMEL)))
    .filter(Boolean);
}
