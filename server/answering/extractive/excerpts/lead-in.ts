import type { Block } from '../../../store/types.ts';
import { LEADS_IN } from '../../passages/group-blocks.ts';
import type { Excerpt } from '../../passages/render-excerpt.ts';
import { beginsWithReference } from '../../query/stands-alone.ts';
import { tokenizeText } from '../../retrieval/tokenized-text-cache.ts';
import type { Passage } from '../../types.ts';

/** A longer sentence is not added. */
const MAX_LENGTH = 300;

/**
 * An excerpt that begins with code, a list or a table, with the sentence above that: it says what they are, mostly with a colon; with
 * the whole paragraph where the sentence refers to what is said in that. It is missing where both together are longer than an excerpt
 * may be, or where it has less of the question.
 */
export function withLeadIn(excerpt: Excerpt): Excerpt {
  const { passage, start } = excerpt;
  const { blocks, text } = passage;
  const at = blocks.findIndex(({ end }) => end > start);
  const [first, before] = [blocks[at], blocks.slice(0, Math.max(at, 0)).findLast(({ picture }) => !picture)];
  if (!first || first.start < start || first.kind === 'paragraph' || first.kind === 'heading') return excerpt;
  if (before?.kind !== 'paragraph' || before.summary) return excerpt;
  const leads = LEADS_IN.test(text.slice(before.start, before.end));
  const isApart = before.callout !== undefined || (before.depth ?? 0) > 0;
  if (isApart && !leads) return excerpt;
  const begin = leads ? lastSentence(passage, before) : beginOfLast(passage, before);
  return before.end - begin > MAX_LENGTH ? excerpt : { ...excerpt, start: begin };
}

function beginOfLast(passage: Passage, block: Block): number {
  const begin = lastSentence(passage, block);
  return beginsWithReference(passage.text.slice(begin, block.end), passage.language) ? block.start : begin;
}

function lastSentence({ text, language }: Passage, block: Block): number {
  const { sentences } = tokenizeText(text, language);
  return sentences.findLast((one) => one.start >= block.start && one.end <= block.end)?.start ?? block.start;
}
