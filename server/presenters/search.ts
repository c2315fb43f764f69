import type { SearchResult } from '@footnote/sdk/contract';
import { z } from 'zod';
import type { FoundPassage, Span } from '../answering/types.ts';
import { corrected, sourceName, textRange } from './chat.ts';
import { noSourcesReason } from './enums.ts';
import { field, id, optional, shape, text, time, timestamp } from './shape.ts';

export const searchResult = shape('SearchResult', 'A passage that a search has found.', {
  id: text('The passage’s id. It changes when the source is indexed again.', '4711'),
  source_id: id('src', 'The source of the passage.'),
  title: text('The source’s title.', 'Product manual'),
  source_name: sourceName,
  heading: text(
    'The headings above the passage, outermost first, joined by ` › `; absent if there are none.',
    'Service › Warranty',
  ).exactOptional(),
  page: optional(
    z.int().min(1),
    'The page on which the best sentence begins; absent if the document has no pages.',
    12,
  ),
  text: text(
    'The passage, verbatim from the stored document; with `text_length`, the part of it around the best sentence.',
    'The warranty lasts two years from the day of purchase. Keep the receipt.',
  ),
  highlights: field(z.array(textRange), 'The words of `text` that were searched for, in order.', [
    { start: 4, end: 12 },
  ]),
  url: text(
    'A link to a page that shows the best sentence of the passage in its context.',
    'https://chat.example.com/v1/passages/eyJhbGciOi…',
  ),
  score: field(z.number(), 'Higher is better. Comparable within one search only.', 0.82),
  indexed_at: time('The time when the passage was indexed.'),
});

export const searchResults = shape('SearchResults', 'The passages that a search has found.', {
  results: field(z.array(searchResult), 'Best first. Empty if the documents have none of the words.'),
  reason: optional(
    noSourcesReason,
    'Why nothing was found, if there was no document to search; absent otherwise.',
    'no_sources',
  ),
  corrected,
});

/** `url`: a link to the passage in its context; `textLength`: the most characters of its text, null for all of it. */
export function presentSearchResult(
  { passage, score, highlights, best, page }: FoundPassage & { page: number | null },
  url: string,
  textLength: number | null,
): SearchResult {
  const { start, end } =
    textLength === null ? { start: 0, end: passage.text.length } : cut(passage.text, best, highlights, textLength);
  const heading = passage.headings.join(' › ');
  return {
    id: passage.chunkId,
    source_id: passage.sourceId,
    title: passage.title,
    ...(passage.sourceName !== undefined && { source_name: passage.sourceName }),
    ...(heading !== '' && { heading }),
    ...(page !== null && { page }),
    text: passage.text.slice(start, end),
    highlights: highlights
      .filter((range) => range.start >= start && range.end <= end)
      .map((range) => ({ start: range.start - start, end: range.end - start })),
    url,
    score,
    indexed_at: timestamp(passage.indexedAt),
  };
}

/**
 * At most `length` characters from the start of the best sentence on, or from shortly before its first word that was searched
 * for if that comes late; whole words where there are spaces.
 */
export function cut(text: string, best: Span, highlights: readonly Span[], length: number): Span {
  const first = highlights.find(({ start }) => start >= best.start && start < best.end);
  const anchor = first && first.end > best.start + length ? first.start - Math.floor(length / 3) : best.start;
  // Near the end of the passage, what is before fills the rest.
  const from = Math.max(0, Math.min(anchor, text.length - length));
  const start = from === 0 || from === best.start ? from : wordStart(text, from, first?.start ?? best.start);
  if (text.length - start <= length) return { start, end: text.length };
  const lastSpace = text.slice(start, start + length + 1).search(/\s\S*$/);
  const end = lastSpace > length / 2 ? start + lastSpace : start + length;
  return { start, end: end - splitsCharacter(text, end) };
}

/** The first start of a word between two places; without a space between them, the first place. */
function wordStart(text: string, from: number, to: number): number {
  const space = text.slice(from, to).search(/\s\S/);
  return space < 0 ? from + splitsCharacter(text, from) : from + space + 1;
}

/** 1 in the middle of a surrogate pair, else 0. */
function splitsCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? 1 : 0;
}
