const CODE_SPAN = /(?<!`)(`{1,2})(?!`)([^\n]+?)(?<!`)\1(?!`)/g;
/** What stands for something that the reader fills in. */
const PLACEHOLDER = /[<>…]|\.\.\./;
/** Values that an option has even where nobody writes them. */
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

/** A name, an operator and a value: `retries = 3`, `"port": 80`, `status != 404`. */
const ASSIGNMENT = /(?<![\w.$-])([\w.$-]*\w)["']?\s*(===?|!==?|[:<>]=?|=)\s*["']?([\w.$-]+)/g;

/** Does the code in a sentence give a name another value than the passage, or compare it otherwise? */
export function hasOtherValue(sentence: string, passage: string): boolean {
  return [...sentence.matchAll(CODE_SPAN)].some(([, , code = '']) => {
    const [assignment, ...others] = assignmentsIn(code);
    if (!assignment || others.length > 0 || assignment.length !== code.trim().replace(/["';,]+$/, '').length)
      return false;
    const { name, operator, value } = assignment;
    const theirs = assignmentsIn(passage).filter((one) => one.name === name);
    if (theirs.some((one) => one.operator === operator && one.value === value)) return false;
    return theirs.some((one) => one.operator === operator || one.value === value);
  });
}

function assignmentsIn(text: string) {
  return [...text.matchAll(ASSIGNMENT)].map(([whole, name, operator, value]) => ({
    length: whole.length,
    ...{ name, operator, value },
  }));
}

const QUOTED = /[“"]([^“”"\n]{3,80})[”"]/g;
const CODE = /`[^`\n]*`/g;

/** Does a sentence quote several words that stand nowhere in a text? */
export function hasOtherQuote(sentence: string, { text }: KnownCode): boolean {
  const unquoted = text.replace(/["“”]/g, '');
  return [...sentence.replace(CODE, '').matchAll(QUOTED)].some(([, quote = '']) => {
    const words = withSingleSpaces(quote).trim().replace(/[.,]$/, '');
    return words.includes(' ') && !unquoted.includes(words);
  });
}
