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
