import { LEADS_IN } from '../../passages/group-blocks.ts';
import type { Excerpt } from '../../passages/render-excerpt.ts';
import { tokenizeText } from '../../retrieval/tokenized-text-cache.ts';

/** A longer sentence is not added. */
const MAX_LENGTH = 300;

/**
 * An excerpt that begins with code, a list or a table, with the sentence that leads into it with a colon: that says what they are.
 * It is missing where both together are longer than an excerpt may be.
 */
export function withLeadIn(excerpt: Excerpt): Excerpt {
  const { passage, start } = excerpt;
  const { blocks, text, language } = passage;
  const at = blocks.findIndex(({ end }) => end > start);
  const [first, before] = [blocks[at], blocks.slice(0, Math.max(at, 0)).findLast(({ picture }) => !picture)];
  if (!first || first.start < start || first.kind === 'paragraph' || first.kind === 'heading') return excerpt;
  if (before?.kind !== 'paragraph' || !LEADS_IN.test(text.slice(before.start, before.end))) return excerpt;
  const { sentences } = tokenizeText(text, language);
  const sentence = sentences.findLast((one) => one.start >= before.start && one.end <= before.end) ?? before;
  return sentence.end - sentence.start > MAX_LENGTH ? excerpt : { ...excerpt, start: sentence.start };
}
