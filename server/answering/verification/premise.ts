import type { SentencePair } from '../../engines/types.ts';
import { VERBATIM } from '../extractive/markdown-text.ts';
import { renderExcerpt } from '../extractive/render-excerpt.ts';
import { headingPath } from '../retrieval/heading-path.ts';
import type { Passage } from '../types.ts';

/** A model with the usual 512 tokens leaves most of them to the text. In UTF-16 units. */
const MAX_HEADING_LENGTH = 200;

/** What is above a passage and its text as the prompt has them, for a model that reads both together with a sentence. */
export function toPremise(passage: Passage): Pick<SentencePair, 'heading' | 'passage'> {
  const { page, laterPages, text } = passage;
  const pages = page === null ? '' : ` (${[...new Set([page, laterPages.at(-1)?.page ?? page])].join('–')})`;
  const path = headingPath(passage);
  while (path.length > 1 && path.join(' › ').length > MAX_HEADING_LENGTH) path.shift();
  const heading = path.join(' › ').slice(0, MAX_HEADING_LENGTH) + pages;
  return { heading, passage: renderExcerpt({ passage, start: 0, end: text.length, key: null }, { text: VERBATIM }) };
}
