import type { TokenUsage } from '@footnote/sdk/contract';
import { createTextCache } from '../../platform/text/text-cache.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** Letters between spaces, with at most one punctuation mark: one word whatever stands around it. */
const PLAIN = /(?<![^ \n])[A-Za-z]+[.,;:!?)]?(?![^ \n])/g;

/** The words of a text (ICU segments). Takes plain words out first: the segmenter is slow, and most words are plain. */
export function countWords(text: string): number {
  const others = text.split(PLAIN);
  let count = others.length - 1;
  for (const { isWordLike } of segmenter.segment(others.join(''))) if (isWordLike) count++;
  return count;
}

/** Passages are read again and again. */
const counted = createTextCache((text) => ({ words: countWords(text) }));

/** The usage of an extractive answer: the words (ICU segments) of the passages read and of the answer written. */
export function countUsage(passages: string[], answer: string): TokenUsage {
  const prompt_tokens = passages.reduce((sum, text) => sum + counted(text).words, 0);
  const completion_tokens = countWords(answer);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
