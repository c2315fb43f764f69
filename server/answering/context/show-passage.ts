import { VERBATIM } from '../passages/markdown-text.ts';
import { renderExcerpt } from '../passages/render-excerpt.ts';
import { type PassageOrigin, passageBlock } from '../prompt/prompts.ts';
import { headingPath } from '../retrieval/heading-path.ts';
import type { Passage, Span } from '../types.ts';

/** A passage in the prompt: its text, or a part of it, as Markdown with its lists, code and tables. */
export function showPassage(
  number: number,
  passage: Passage,
  span: Span = { start: 0, end: passage.text.length },
): string {
  const markdown = renderExcerpt({ passage, ...span, key: null }, { text: VERBATIM });
  return passageBlock(number, originOf(passage), markdown);
}

/** What the prompt tells of a passage besides its text. */
export function originOf(passage: Passage): PassageOrigin {
  const [title = '', ...headings] = headingPath(passage);
  const { page, laterPages, address, indexedAt } = passage;
  return {
    title,
    headings,
    pages: page === null ? null : [page, laterPages.at(-1)?.page ?? page],
    // Of an uploaded file this would be the time of the upload, which says nothing about its text.
    readAt: address === null ? null : indexedAt,
  };
}
