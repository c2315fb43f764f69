import type { TokenUsage } from '@footnote/sdk/contract';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

function wordsIn(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count++;
  return count;
}

/** What an extractive answer counts: the words (ICU segments) of the passages read and of the answer written. */
export function usageOf(read: string[], written: string): TokenUsage {
  const prompt_tokens = read.reduce((sum, text) => sum + wordsIn(text), 0);
  const completion_tokens = wordsIn(written);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
