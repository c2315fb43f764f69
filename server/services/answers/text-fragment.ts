/** The text directive holds a quote of up to this many words in full, and only the first and last words of a longer one. */
const MAX_FULL_WORDS = 12;
const WORDS_AT_EACH_END = 5;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * Adds a text directive to a page's address (WICG "URL Fragment Text Directives"). Browsers that support it scroll to the quote
 * and highlight it; others open the page. An existing fragment is kept.
 */
export function withTextFragment(address: string, quote: string): string {
  const lines = quote
    .split('\n')
    .map(longestCell)
    .filter((words) => words.length > 0);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return address;
  // Browsers match an exact text only within one block, but a start and an end across several.
  const isExact = lines.length === 1 && first.length <= MAX_FULL_WORDS;
  const ends = [textOf(first.slice(0, WORDS_AT_EACH_END)), textOf(last.slice(-WORDS_AT_EACH_END))];
  const text = isExact ? encode(textOf(first)) : ends.map(encode).join(',');
  return `${address}${address.includes('#') ? '' : '#'}:~:text=${text}`;
}

/** The words of a line; of a row of a table, whose bars no page shows, those of the cell that has the most. */
const longestCell = (line: string) =>
  line
    .split(' | ')
    .map(wordsOf)
    .reduce((longest, words) => (words.length > longest.length ? words : longest));

const wordsOf = (line: string) => [...segmenter.segment(line)].filter(({ isWordLike }) => isWordLike);

/** The text from the first word to the last, with the characters between them. */
function textOf(words: Intl.SegmentData[]): string {
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? first.input.slice(first.index, last.index + last.segment.length) : '';
}

/** Also escapes `-`, which is part of the directive's syntax, as are `&` and `,`. */
function encode(text: string): string {
  return encodeURIComponent(text.replace(/\s+/g, ' ').toWellFormed()).replaceAll('-', '%2D');
}
