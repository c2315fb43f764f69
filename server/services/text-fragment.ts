/** A quote of up to so many words is named in full, a longer one by its first and last words. */
const NAMED_IN_FULL = 12;
const WORDS_AT_EACH_END = 5;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The address of a page with a text directive, so that a browser that knows it scrolls to the words and marks them
 * (WICG "URL Fragment Text Directives"); others open the page. A fragment that the address has already is kept.
 */
export function withTextFragment(address: string, quote: string): string {
  const lines = quote
    .split('\n')
    .map(wordsOf)
    .filter((words) => words.length > 0);
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return address;
  // A text in one block is found as it is; where it goes on over several, only its two ends are.
  const whole = lines.length === 1 && first.length <= NAMED_IN_FULL;
  const ends = [stretch(first.slice(0, WORDS_AT_EACH_END)), stretch(last.slice(-WORDS_AT_EACH_END))];
  const text = whole ? encoded(stretch(first)) : ends.map(encoded).join(',');
  return `${address}${address.includes('#') ? '' : '#'}:~:text=${text}`;
}

const wordsOf = (line: string) => [...segmenter.segment(line)].filter(({ isWordLike }) => isWordLike);

/** From the first of the words to the last, with what stands between them. */
function stretch(words: Intl.SegmentData[]): string {
  const [first, last] = [words[0], words.at(-1)];
  return first && last ? first.input.slice(first.index, last.index + last.segment.length) : '';
}

/** Besides what every address must not hold as it is, the three characters that a directive is built with. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\s+/g, ' ').toWellFormed()).replaceAll('-', '%2D');
}
