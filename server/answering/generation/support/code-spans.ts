import { withoutEnd } from '../../../platform/text/trim-ends.ts';

const CODE_SPAN = /(?<!`)(`{1,2})(?!`)([^\n]+?)(?<!`)\1(?!`)/g;
/** What stands for something that the reader fills in. */
const PLACEHOLDER = /[<>…]|\.\.\./;
/** Values that an option has even where they are not written. */
const VALUES = ['true', 'false'];
/** Between the words of code. */
const SEPARATORS = /[\s=:./(){}[\],;"'`|*<>]+/;

/** The text of a prompt, to look code up in. */
export interface KnownCode {
  text: string;
  words: ReadonlySet<string>;
}

const withSingleSpaces = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();

export function toKnownCode(texts: string[]): KnownCode {
  const text = withSingleSpaces(texts.join('\n'));
  return { text, words: new Set([...text.split(SEPARATORS), ...VALUES]) };
}

/**
 * Does the code in a sentence stand in a text, or at least each of its words? A command or an option is never told in other
 * words, so code that is nowhere in the prompt comes from somewhere else.
 */
export function hasCodeOf(sentence: string, { text, words }: KnownCode): boolean {
  return [...sentence.matchAll(CODE_SPAN)].every(([, , code = '']) => {
    const written = withSingleSpaces(code).trim();
    return (
      PLACEHOLDER.test(written) || text.includes(written) || written.split(SEPARATORS).every((one) => words.has(one))
    );
  });
}

/** A name with its value: `mode: server`, `draft === true`. */
const ASSIGNMENT = /(?<![\w.$-])([\w.$-]*\w)["']?\s*([=!]==?|[<>]=?|[=:])\s*["']?([\w.$-]+)/;
const ASSIGNMENTS = new RegExp(ASSIGNMENT, 'g');
const CLOSING = /["';,]/;

/** Does the code in a sentence compare with, or give to a name, what the passage does not: `a: false` is not `a: true`? */
export function hasOtherValue(sentence: string, passage: string): boolean {
  return [...sentence.matchAll(CODE_SPAN)].some(([, , code = '']) => {
    const [whole, name, operator, value = ''] = ASSIGNMENT.exec(code) ?? [];
    if (whole === undefined || whole.length !== withoutEnd(code.trim(), CLOSING).length) return false;
    const theirs = [...passage.matchAll(ASSIGNMENTS)].filter((one) => one[1] === name);
    const isSame = (one: RegExpExecArray) => one[2] === operator && one[3]?.startsWith(value);
    return !theirs.some(isSame) && theirs.some((one) => one[2] === operator || one[3] === value);
  });
}

const CODE = /`[^`\n]*`/g;
const QUOTED = /[“"]([^“”"\n]{3,80})[”"]/g;

/** Does a sentence quote several words that stand nowhere: “Choose "Deploy from a branch"”? */
export function hasUnknownQuote(sentence: string, { text }: KnownCode): boolean {
  const known = text.replace(/["“”]/g, '');
  return [...sentence.replace(CODE, '').matchAll(QUOTED)].some(([, quote = '']) => {
    const words = withSingleSpaces(quote).trim().replace(/[.,]$/, '');
    return words.includes(' ') && !known.includes(words);
  });
}
