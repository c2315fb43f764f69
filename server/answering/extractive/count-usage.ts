import type { TokenUsage } from '@footnote/sdk/contract';
import { countWords } from '../../language/count-words.ts';
import { createTextCache } from '../../platform/text/text-cache.ts';

/** Passages are read again and again. */
const counted = createTextCache((text) => ({ words: countWords(text) }));

/** The usage of an extractive answer: the words (ICU segments) of the passages read and of the answer written. */
export function countUsage(passages: string[], answer: string): TokenUsage {
  const prompt_tokens = passages.reduce((sum, text) => sum + counted(text).words, 0);
  const completion_tokens = countWords(answer);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
