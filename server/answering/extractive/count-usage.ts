import type { TokenUsage } from '@footnote/sdk/contract';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Between spaces, letters and a sign after them: one word whatever stands around it. */
const PLAIN = /(?<![^ \n])[A-Za-z]+[.,;:!?)]?(?![^ \n])/g;

/** Most words are plain, and taking these out first spares the segmenter, which is slow, most of a text. */
function wordsIn(text: string): number {
  const others = text.split(PLAIN);
  let count = others.length - 1;
  for (const { isWordLike } of segmenter.segment(others.join(''))) if (isWordLike) count++;
  return count;
}

/** What an extractive answer counts: the words (ICU segments) of the passages read and of the answer written. */
export function usageOf(read: string[], written: string): TokenUsage {
  const prompt_tokens = read.reduce((sum, text) => sum + wordsIn(text), 0);
  const completion_tokens = wordsIn(written);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
